// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport
public import GantryEvents

/// Calls the phases of pages, and times them while the monitor has observers.
///
/// ```swift
/// let host = PageHost(monitor)
/// try host.perform(.load, of: page)
/// ```
///
/// Pages inside a page are called through the ``PageContext`` of their parent, so that its own time
/// can be separated from theirs.
public struct PageHost: Sendable {
  /// The monitor that times this host's calls.
  public let monitor: PageMonitor
  /// The watch that gets the names of phases on the main actor, if any.
  @usableFromInline let lane: MainActorWatch?

  /// Creates a host.
  ///
  /// - Parameters:
  ///   - monitor: The monitor that times the host's calls.
  ///   - events: The bus of the application whose watch over the main actor should name this host's
  ///     synchronous pages, while they are observed. Use it only if the host calls these on the
  ///     main actor only.
  public init(_ monitor: PageMonitor, onMainActorOf events: EventBus? = nil) {
    self.monitor = monitor
    lane = events?.watch
  }

  /// Calls a phase of a page.
  ///
  /// Without observers, this costs one relaxed atomic load in addition to the call.
  ///
  /// - Parameters:
  ///   - phase: The phase to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: The page's error.
  @inlinable
  public func perform<PageType: Page>(_ phase: PagePhase, of page: PageType) throws {
    guard monitor.isObserved else {
      return try phase.run(page, PageContext(root: monitor))
    }
    try monitor.timed(phase, page, lane)
  }

  /// Calls a phase of a page, and waits for it in the caller's isolation.
  ///
  /// - Parameters:
  ///   - phase: The phase to call.
  ///   - page: The page; its most derived override is called.
  /// - Throws: The page's error.
  @inlinable
  public func perform<PageType: AsyncPage>(_ phase: PagePhase, of page: PageType) async throws {
    guard monitor.isObserved else {
      return try await phase.run(page, PageContext(root: monitor))
    }
    try await monitor.timed(phase, page, lane)
  }
}

extension MainActorWatch {
  /// The number of a page's phase.
  func number(of call: PageCall) -> UInt64 {
    number(for: Key(call.page.id, call.phase.order)) {
      MainActorHeld.Code(.page, module: call.page.module, name: call.description)
    }
  }
}

/// A call and the one around it. A call that a host makes has none, and needs no list.
@usableFromInline
final class PageLink: Sendable {
  private let call: PageCall
  private let outer: PageLink?

  init(_ call: PageCall, inside outer: PageLink?) {
    self.call = call
    self.outer = outer
  }

  /// The calls, outermost first.
  var chain: [PageCall] {
    var calls: [PageCall] = []
    var link: PageLink? = self
    while let current = link {
      calls.append(current.call)
      link = current.outer
    }
    return calls.reversed()
  }
}

extension PageHost {
  /// Begins a call of a phase that this host doesn't make itself.
  ///
  /// - Parameters:
  ///   - phase: The phase.
  ///   - page: The page, which need not be a ``Page``.
  ///   - type: The class to report if the page's class was created at run time; nil reports the
  ///     page's own.
  ///   - outer: The call around this one, if there is one.
  /// - Returns: The span to end; nil while the monitor has no observers, and then no clock is read.
  public func begin(
    _ phase: PagePhase, of page: AnyObject, as type: AnyClass? = nil, inside outer: PageSpan? = nil
  ) -> PageSpan? {
    guard monitor.isObserved else { return nil }
    let watch = monitor.watch(for: page, as: type ?? Swift.type(of: page), in: phase)
    return PageSpan(phase, watch, in: monitor, inside: outer, lane)
  }
}
