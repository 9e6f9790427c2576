// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension EventBus {
  /// Sees every event that is sent, before it is delivered and where it is sent.
  ///
  /// - Parameter body: Called with each event; it must not wait.
  /// - Returns: The token that keeps it alive.
  public func observeAll(_ body: @escaping @Sendable (AnySentEvent) -> Void) -> EventSubscription {
    watch { $0.taps[$1] = $2 ? body : nil }
  }

  /// Measures every handler, at two clock reads each, for as long as an observer is attached.
  ///
  /// - Parameter body: Called after each handler, where it ran.
  /// - Returns: The token that keeps it alive.
  public func observeTimings(
    _ body: @escaping @Sendable (HandlerTiming) -> Void
  ) -> EventSubscription {
    watch { $0.observers[$1] = $2 ? body : nil }
  }

  private func watch(
    _ update: @escaping @Sendable (inout EventRegistry, Int, Bool) -> Void
  )
    -> EventSubscription
  {
    let id = registry.withLock { registry -> Int? in
      guard !registry.isClosed else { return nil }
      let id = registry.nextID()
      update(&registry, id, true)
      return id
    }
    guard let id else { return EventSubscription {} }
    changed()
    // The token holds `update` and with it the closure, which so outlives the lock.
    return EventSubscription { [weak self] in
      guard let self else { return }
      registry.withLock { update(&$0, id, false) }
      changed()
    }
  }
}

/// An event as a tap sees it: its name and the event itself.
public struct AnySentEvent: Sendable {
  /// The name of the event's type, or of the ``NamedEvent``.
  public let name: String
  /// The event as sent.
  public let event: any Sendable
  /// Whether it is a ``LifecycleEvent``.
  public let isLifecycle: Bool
}
