// SPDX-License-Identifier: Apache-2.0

/// The handlers of an event in the order they hear it, and why others do not hear it.
public struct EventExplanation: Hashable, Sendable, CustomStringConvertible {
  /// One handler of the event.
  public struct Handler: Hashable, Sendable {
    /// The listener that the handler belongs to.
    public let listener: ModuleName
    /// The handler's name.
    public let name: String
    /// How often it hears the event, and when among the others.
    public let options: HandlerOptions
    /// Before or after the modules; nil for a module's handler.
    public let place: SubscriptionPlace?
    /// `file:line` of the handler; nil when unknown.
    public let declaredAt: String?
    /// Whether it hears the event now.
    public let state: State
    /// How many events of all kinds wait in its listener's mailbox.
    public let waiting: Int
    /// How many events its ``EventBacklog`` has dropped.
    public let dropped: Int
  }

  /// Whether a handler hears its event now.
  public enum State: Hashable, Sendable {
    /// It does.
    case hears
    /// Its module has not launched; this many events are held for the module.
    case notLaunched(held: Int)
    /// It hears one delivery only, and has had it.
    case onceUsed
    /// Its module failed, was skipped, or has stopped.
    case silent(reason: String)
  }

  /// The event's name.
  public let event: String
  /// All handlers in the order in which they hear the event.
  public let handlers: [Handler]

  /// The handlers that hear the event now, in order.
  public var heard: [Handler] { handlers.filter { $0.state == .hears } }

  /// The handlers that do not hear the event now.
  public var unheard: [Handler] { handlers.filter { $0.state != .hears } }

  /// One line for each handler.
  public var description: String {
    guard !handlers.isEmpty else { return "\(event): no listeners" }
    let heard = heard.enumerated().map { "  \($0 + 1). \($1)" }
    let unheard = unheard.map { "  - \($0)" }
    return (["\(event):"] + heard + unheard).joined(separator: "\n")
  }
}

extension EventExplanation.Handler: CustomStringConvertible {
  /// The handler's module, where it is declared, and its state.
  public var description: String {
    var text = "\(listener).\(name)"
    if let declaredAt { text += " (\(declaredAt))" }
    switch place {
    case .beforeModules?: text += ", before the modules"
    case .afterModules?: text += ", after the modules"
    case nil: break
    }
    if let priority = options.priority { text += ", priority \(priority)" }
    if options.repetition == .once { text += ", once" }
    if waiting > 0 { text += ", \(waiting) waiting" }
    if dropped > 0 { text += ", \(dropped) dropped" }
    return state == .hears ? text : "\(text): \(state)"
  }
}

extension EventExplanation.State: CustomStringConvertible {
  /// The state in a few words.
  public var description: String {
    switch self {
    case .hears: "hears it"
    case .notLaunched(let held): "has not launched, \(held) held"
    case .onceUsed: "was for one delivery and had it"
    case .silent(let reason): "does not hear it, \(reason)"
    }
  }
}
