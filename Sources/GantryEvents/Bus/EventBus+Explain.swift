// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension EventBus {
  /// Whether any listener hears an event now, or will when it has launched.
  ///
  /// - Parameter event: The event's type.
  /// - Returns: False when no listener is declared, attached or subscribed.
  public func isHandled<E: LifecycleEvent>(_ event: E.Type) -> Bool { isHandled(EventKey(E.self)) }

  /// Whether any listener hears an event now, or will when it has launched.
  ///
  /// - Parameter event: The event's type.
  /// - Returns: False when no listener is declared, attached or subscribed.
  public func isHandled<E: Event>(_ event: E.Type) -> Bool { isHandled(EventKey(E.self)) }

  /// Whether any listener hears the named events of one name now, or will when it has launched.
  ///
  /// Handlers of every ``NamedEvent`` do not count: nothing tells which names they know.
  ///
  /// - Parameter name: The event's name.
  /// - Returns: False when no listener is declared, attached or subscribed for this name.
  public func isHandled(named name: String) -> Bool {
    isHandled(EventKey(NamedEvent.self, name: name))
  }

  /// A number that grows with each change after which ``isHandled(_:)`` may have another answer.
  package var changes: Int { version.load(ordering: .acquiring) }

  /// The listeners of an event in the order they hear it, and why others do not hear it.
  ///
  /// - Parameter event: The event's type.
  /// - Returns: A value to print or to test.
  public func explain<E: LifecycleEvent>(_ event: E.Type) -> EventExplanation {
    explain(EventKey(E.self), "\(E.self)")
  }

  /// The listeners of an event in the order they hear it, and why others do not hear it.
  ///
  /// - Parameter event: The event's type.
  /// - Returns: A value to print or to test.
  public func explain<E: Event>(_ event: E.Type) -> EventExplanation {
    explain(EventKey(E.self), "\(E.self)")
  }

  /// The listeners of the named events of one name, and why others do not hear them.
  ///
  /// - Parameter name: The event's name.
  /// - Returns: A value to print or to test.
  public func explain(named name: String) -> EventExplanation {
    explain(EventKey(NamedEvent.self, name: name), name)
  }

  /// The listeners with waiting or held events, the longest wait first; empty when no event waits.
  public var backlogs: [MailboxBacklog] {
    let now = elapsed()
    let all = registry.withLock { registry in
      registry.listeners.ids.compactMap { registry.backlog(of: $0, at: now) }
    }
    return all.sorted { ($1.count, $0.listener) < ($0.count, $1.listener) }
  }

  private func isHandled(_ key: EventKey) -> Bool {
    registry.withLock { registry in
      (registry.index[key] ?? []).contains { listener in
        (registry.listeners[listener]?.handlers ?? []).contains { record in
          guard record.declaration.key == key else { return false }
          return switch registry.state(of: record) {
          case .hears, .notLaunched: true
          case .onceUsed, .silent: false
          }
        }
      }
    }
  }

  private func explain(_ key: EventKey, _ event: String) -> EventExplanation {
    let handlers = registry.withLock { registry in
      registry.records(for: key).map { record in
        EventExplanation.Handler(
          listener: record.listenerName, name: record.declaration.name,
          options: record.declaration.options, place: record.place,
          declaredAt: record.declaration.declaredAt, state: registry.state(of: record),
          waiting: registry.listeners[record.listener]?.mail.count ?? 0,
          dropped: registry.listeners[record.listener]?.dropped ?? 0)
      }
    }
    return EventExplanation(event: event, handlers: handlers)
  }
}

extension HandlerRecord {
  fileprivate var place: SubscriptionPlace? {
    rank == 0 ? nil : rank < 0 ? .beforeModules : .afterModules
  }
}

extension EventRegistry {
  fileprivate func state(of record: HandlerRecord) -> EventExplanation.State {
    if record.isUsed { return .onceUsed }
    guard let listener = listeners[record.listener] else { return .silent(reason: "gone") }
    return switch listener.phase {
    case .declared, .created: .notLaunched(held: listener.held.count)
    case .live: .hears
    case .silenced(let reason): .silent(reason: reason)
    }
  }
}
