// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A token that keeps an event subscription alive.
///
/// Store it for as long as you want to receive events. The subscription ends when you call
/// ``cancel()`` or release the token; events that are still waiting are dropped. The closure of a lifecycle event is released when the main actor is free.
public final class EventSubscription: Sendable {
  /// Taken out before it is called, so that it runs once.
  private let ending: LockedBox<@Sendable () -> Void>

  /// Creates a token with the closure that ends the subscription.
  package init(ending: @escaping @Sendable () -> Void) { self.ending = LockedBox(ending) }

  deinit { cancel() }

  /// Ends the subscription; a second call does nothing.
  public func cancel() { ending.take()?() }
}

extension EventBus {
  /// Observes a lifecycle event from outside the modules, on the main actor.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The listener's name, for reports and explanations.
  ///   - beforeModules: Whether it hears the event before every module, regardless of priority, or
  ///     after every module.
  ///   - options: How often the handler hears the event, and its order among other subscriptions.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The handler.
  /// - Returns: The token that keeps it alive.
  public func observe<EventType: LifecycleEvent>(
    _ event: EventType.Type, as name: ModuleName = "subscriber",
    beforeModules: Bool = false, _ options: HandlerOptions = HandlerOptions(),
    fileID: String = #fileID, line: Int = #line,
    body: @escaping @MainActor @Sendable (EventType) throws -> Void
  ) -> EventSubscription {
    let site = DeclarationSite(fileID, line: line)
    return observe(
      .main(EventType.self, name: "subscription", options: options, site: site, body), name,
      beforeModules: beforeModules)
  }

  /// Observes a lifecycle event from outside the modules, and may answer it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The listener's name, for reports and explanations.
  ///   - beforeModules: Whether it hears the event before every module, regardless of priority, or
  ///     after every module.
  ///   - options: How often the handler hears the event, and its order among other subscriptions.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The handler; nil gives no answer.
  /// - Returns: The token that keeps it alive.
  public func observe<EventType: LifecycleEvent>(
    answering event: EventType.Type, as name: ModuleName = "subscriber",
    beforeModules: Bool = false, _ options: HandlerOptions = HandlerOptions(),
    fileID: String = #fileID, line: Int = #line,
    body: @escaping @MainActor @Sendable (EventType) throws -> EventType.Response?
  ) -> EventSubscription {
    let site = DeclarationSite(fileID, line: line)
    return observe(
      .answering(EventType.self, name: "subscription", options: options, site: site, body), name,
      beforeModules: beforeModules)
  }

  /// Observes an event from outside the modules, through its own mailbox.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The listener's name, for reports and explanations.
  ///   - options: How often the handler hears the event, and how many events may wait for it.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The handler.
  /// - Returns: The token that keeps it alive.
  public func observe<EventType: Event>(
    _ event: EventType.Type, as name: ModuleName = "subscriber",
    _ options: HandlerOptions = HandlerOptions(),
    fileID: String = #fileID, line: Int = #line,
    body: @escaping @concurrent @Sendable (EventType) async throws -> Void
  ) -> EventSubscription {
    let site = DeclarationSite(fileID, line: line)
    return observe(
      .background(EventType.self, name: "subscription", options: options, site: site, body), name)
  }

  /// Observes the named events of one name from outside the modules.
  ///
  /// - Parameters:
  ///   - eventName: The name of the events.
  ///   - name: The listener's name, for reports and explanations.
  ///   - options: How often the handler hears the event, and how many events may wait for it.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The handler.
  /// - Returns: The token that keeps it alive.
  public func observe(
    named eventName: String, as name: ModuleName = "subscriber",
    _ options: HandlerOptions = HandlerOptions(),
    fileID: String = #fileID, line: Int = #line,
    body: @escaping @concurrent @Sendable (NamedEvent) async throws -> Void
  ) -> EventSubscription {
    let site = DeclarationSite(fileID, line: line)
    return observe(
      .named(eventName, name: "subscription", options: options, site: site, body), name)
  }

  /// Returns the events of one type as an asynchronous sequence with a bounded buffer.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - count: The number of events kept for a slow reader, at least one; older events are
  ///     dropped.
  /// - Returns: The sequence; it ends with the bus.
  public func stream<EventType: Event>(
    of event: EventType.Type, bufferingNewest count: Int
  ) -> EventStream<EventType> {
    let stream = EventStream<EventType>.Storage(bufferingNewest: count)
    let handler = EventHandler.background(EventType.self, name: "stream") { stream.yield($0) }
    return EventStream(stream, observe(handler, "stream", ending: { stream.finish() }))
  }

  /// Returns the lifecycle events of one type as an asynchronous sequence with a bounded buffer.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - count: The number of events kept for a slow reader, at least one; older events are
  ///     dropped.
  /// - Returns: The sequence; it ends with the bus.
  public func stream<EventType: LifecycleEvent>(
    of event: EventType.Type, bufferingNewest count: Int
  )
    -> EventStream<EventType>
  {
    let stream = EventStream<EventType>.Storage(bufferingNewest: count)
    let handler = EventHandler.main(EventType.self, name: "stream") { stream.yield($0) }
    return EventStream(stream, observe(handler, "stream", ending: { stream.finish() }))
  }

  func observe(
    _ handler: EventHandler, _ name: ModuleName, beforeModules: Bool = false,
    posting bridge: BridgedName? = nil, ending: (@Sendable () -> Void)? = nil
  ) -> EventSubscription {
    let added = registry.withLock { registry -> Int? in
      guard !registry.isClosed else { return nil }
      let rank = beforeModules ? -1 : 1
      let id = registry.addListener(name, rank: rank, order: nil, phase: .live, bridge: bridge)
      _ = registry.setHandlers([(handler.declaration, handler.body)], of: id)
      registry.endings[id] = ending
      return id
    }
    guard let id = added else {
      ending?()
      return EventSubscription {}
    }
    changed()
    return EventSubscription { [weak self] in
      self?.unsubscribe(id)
      ending?()
    }
  }

  private func unsubscribe(_ id: Int) {
    let (old, mail, waiters) = registry.withLock { registry in
      let mail = registry.dropMail(of: id)
      let old = registry.setHandlers([], of: id)
      registry.endings[id] = nil
      // It stays while it handles an event, so that `waitUntilHandled()` waits for it to finish.
      registry.listeners[id]?.phase = .removed("cancelled")
      _ = registry.removeIfDone(id)
      return (old, mail, registry.takeWaiters())
    }
    changed()
    scheduleRelease()
    waiters.forEach { $0.resolve() }
    extendLifetime((old, mail))
  }
}

extension EventBus {
  /// Observes every event that is sent, in the sender's context and before delivery.
  ///
  /// - Parameter body: A closure that is called with each event; it must not wait.
  /// - Returns: The token that keeps it alive.
  package func observeAll(_ body: @escaping @Sendable (AnySentEvent) -> Void) -> EventSubscription {
    watch { $0.taps[$1] = $2 ? body : nil }
  }

  /// Measures every handler while the observer is attached, at the cost of two clock reads each.
  ///
  /// - Parameters:
  ///   - carrier: A closure that is called in the context of each sender. Handlers in mailboxes, which
  ///     otherwise know nothing of the sender's task, run in the surroundings that it returns.
  ///   - body: A closure that is called after each handler, in the handler's context.
  /// - Returns: The token that keeps it alive.
  package func observeTimings(
    carrying carrier: (@Sendable () -> (any EventSurroundings)?)? = nil,
    _ body: @escaping @Sendable (HandlerTiming) -> Void
  ) -> EventSubscription {
    watch {
      $0.observers[$1] = $2 ? body : nil
      $0.carriers[$1] = $2 ? carrier : nil
    }
  }

  private func watch(
    _ update: @escaping @Sendable (inout EventRegistry, Int, Bool) -> Void
  )
    -> EventSubscription
  {
    let id = registry.withLock { registry -> Int? in
      guard !registry.isClosed else { return nil }
      let id = registry.nextWaiter()
      isObserved.store(true, ordering: .releasing)
      update(&registry, id, true)
      return id
    }
    guard let id else { return EventSubscription {} }
    changed()
    // The token holds `update` and with it the closure, which therefore outlives the lock.
    return EventSubscription { [weak self] in
      guard let self else { return }
      registry.withLock { registry in
        update(&registry, id, false)
        isObserved.store(registry.isObserved, ordering: .releasing)
      }
      changed()
    }
  }
}

/// The surroundings of the sender of an event, such as a span, carried to handlers in mailboxes.
package protocol EventSurroundings: AnyObject, Sendable {
  /// Runs the handlers of a listener inside of it.
  func run(_ handlers: () async -> Void) async
}

/// An event as an observer of all events sees it: its name and the event itself.
package struct AnySentEvent: Sendable {
  /// The name of the event's type, or of the ``NamedEvent``.
  package let name: String
  /// The event as sent.
  package let event: any Sendable
  /// Whether it is a ``LifecycleEvent``.
  package let isLifecycle: Bool
}
