// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The handlers of an event in the order they hear it, and why others do not hear it.
///
/// An explanation of the application is about a module or a task instead: its state, and the reason.
public struct EventExplanation: Hashable, Sendable, CustomStringConvertible {
  /// One handler of the event.
  package struct Handler: Hashable, Sendable {
    /// The listener that the handler belongs to.
    package let listener: ModuleName
    /// The handler's name.
    package let name: String
    /// How often it hears the event, and when among the others.
    package let options: HandlerOptions
    /// Whether it hears the event before the modules or after them; nil for a module's handler.
    package let isBeforeModules: Bool?
    /// `file:line` of the handler; nil when unknown.
    package let declaredAt: String?
    /// Whether it hears the event now.
    package let state: State
    /// The number of events of all kinds that wait in its listener's mailbox.
    package let waiting: Int
    /// The number of events that its ``EventBacklog`` has dropped.
    package let dropped: Int
  }

  /// Whether a handler hears its event now.
  package enum State: Hashable, Sendable {
    /// It hears the event.
    case hears
    /// Its module has not launched; the value is the number of events held for the module.
    case notLaunched(held: Int)
    /// It hears the event only once, and already has.
    case onceUsed
    /// Its module failed, was skipped, or has stopped.
    case silent(reason: String)
  }

  /// The event's name.
  package let event: String
  /// All handlers in the order in which they hear the event.
  package let handlers: [Handler]
  /// Names of events with listeners that were probably meant, if this one has none.
  package var near: [String] = []

  /// The handlers that hear the event now, in order.
  package var heard: [Handler] { handlers.filter { $0.state == .hears } }

  /// The handlers that do not hear the event now.
  package var unheard: [Handler] { handlers.filter { $0.state != .hears } }

  /// One line for each handler.
  public var description: String {
    guard !handlers.isEmpty else {
      return near.isEmpty
        ? "\(event): no listeners" : "\(event): no listeners.\(Wording.near(near))"
    }
    let heard = heard.enumerated().map { "  \($0 + 1). \($1)" }
    let unheard = unheard.map { "  - \($0)" }
    return (["\(event):"] + heard + unheard).joined(separator: "\n")
  }
}

extension EventExplanation.Handler: CustomStringConvertible {
  /// The handler's module, where it is declared, and its state.
  package var description: String {
    var text = listener.handler(name)
    if let declaredAt { text += " (\(declaredAt))" }
    switch isBeforeModules {
    case true?: text += ", before the modules"
    case false?: text += ", after the modules"
    case nil: break
    }
    if let priority = options.priority { text += ", priority \(priority)" }
    if options.repetition == .once { text += ", once" }
    let tasks = options.backgroundTasks
    if !tasks.isEmpty { text += ", only for \(Wording.list(tasks, "and"))" }
    if waiting > 0 { text += ", \(waiting) waiting" }
    if dropped > 0 { text += ", \(dropped) dropped" }
    return state == .hears ? text : "\(text): \(state)"
  }
}

extension EventExplanation.State: CustomStringConvertible {
  /// The state in a few words.
  package var description: String {
    switch self {
    case .hears: "hears it"
    case .notLaunched(let held): "has not launched, \(held) held"
    case .onceUsed: "has run once, as declared"
    case .silent(let reason): "does not hear it, \(reason)"
    }
  }
}

extension EventBus {
  /// Whether any listener hears an event now, or will once it has launched.
  ///
  /// - Parameter event: The event's type.
  /// - Returns: False when no listener is declared, attached or subscribed.
  public func isHandled<EventType: LifecycleEvent>(_ event: EventType.Type) -> Bool {
    isHandled(EventKey(EventType.self))
  }

  /// Whether any listener hears an event now, or will once it has launched.
  ///
  /// - Parameter event: The event's type.
  /// - Returns: False when no listener is declared, attached or subscribed.
  public func isHandled<EventType: Event>(_ event: EventType.Type) -> Bool {
    isHandled(EventKey(EventType.self))
  }

  /// Whether any listener hears the named events of one name now, or will once it has launched.
  ///
  /// Handlers of every ``NamedEvent`` do not count, because nothing shows which names they handle.
  ///
  /// - Parameter name: The event's name.
  /// - Returns: False when no listener is declared, attached or subscribed for this name.
  public func isHandled(named name: String) -> Bool {
    isHandled(EventKey(NamedEvent.self, name: name))
  }

  /// A number that grows with each change that may affect the answer of ``isHandled(_:)``.
  package var changes: Int { version.load(ordering: .acquiring) }

  /// The listeners of an event in the order they hear it, and why others do not hear it.
  ///
  /// - Parameter event: The event's type.
  /// - Returns: A value to print or to test.
  public func explain<EventType: LifecycleEvent>(_ event: EventType.Type) -> EventExplanation {
    explain(EventKey(EventType.self), "\(EventType.self)")
  }

  /// The listeners of an event in the order they hear it, and why others do not hear it.
  ///
  /// - Parameter event: The event's type.
  /// - Returns: A value to print or to test.
  public func explain<EventType: Event>(_ event: EventType.Type) -> EventExplanation {
    explain(EventKey(EventType.self), "\(EventType.self)")
  }

  /// The listeners of the named events of one name, and why others do not hear them.
  ///
  /// - Parameter name: The event's name.
  /// - Returns: A value to print or to test.
  public func explain(named name: String) -> EventExplanation {
    var explanation = explain(EventKey(NamedEvent.self, name: name), name)
    if explanation.handlers.isEmpty {
      let heard = registry.withLock { registry in registry.index.keys.compactMap(\.name) }
      explanation.near = NearNames.of(name, among: heard.sorted())
    }
    return explanation
  }

  /// The listeners with waiting or held events, the longest wait first; empty when no event waits.
  package var backlogs: [MailboxBacklog] {
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
          options: record.declaration.options, isBeforeModules: record.isBeforeModules,
          declaredAt: record.declaration.declaredAt, state: registry.state(of: record),
          waiting: registry.listeners[record.listener]?.mailbox?.mail.count ?? 0,
          dropped: registry.listeners[record.listener]?.mailbox?.dropped ?? 0)
      }
    }
    return EventExplanation(event: event, handlers: handlers)
  }
}

extension HandlerRecord {
  fileprivate var isBeforeModules: Bool? {
    rank == 0 ? nil : rank < 0
  }
}

extension EventRegistry {
  fileprivate func state(of record: HandlerRecord) -> EventExplanation.State {
    if record.isUsed { return .onceUsed }
    guard let listener = listeners[record.listener] else { return .silent(reason: "gone") }
    return switch listener.phase {
    case .declared, .created: .notLaunched(held: listener.mailbox?.held.count ?? 0)
    case .live: .hears
    case .removed(let reason): .silent(reason: reason)
    }
  }
}
