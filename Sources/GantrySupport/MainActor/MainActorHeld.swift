// SPDX-License-Identifier: Apache-2.0

/// A warning that code has held the main actor for longer than the threshold, and still holds it.
///
/// An application logs each one as a warning, and sends it as an event that modules handle with
/// `@On`:
///
/// ```swift
/// @On func held(_ event: MainActorHeld) { count(event.code?.module) }
/// ```
///
/// There is one warning for each hold. Of nested calls, it names the innermost one that exceeds the
/// threshold by itself.
public struct MainActorHeld: Hashable, Sendable {
  /// The kinds of code that a report can name.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// A handler of an event.
    case handler
    /// A launch task.
    case task
    /// The handler of a route.
    case route
    /// A phase of a page.
    case page
  }

  /// A piece of code on the main actor.
  public struct Code: Hashable, Sendable {
    /// The kind of code.
    public let kind: Kind
    /// The module that it belongs to; for a page, the target of its class; nil if unknown.
    public let module: ModuleName?
    /// The name of the handler, task or route, or the page with its phase.
    public let name: String
    /// The event that a handler hears; nil for all other code.
    public let event: String?
    /// The source location of the declaration, as `file:line`; nil if unknown.
    public let declaredAt: String?

    /// Creates a description of code.
    ///
    /// - Parameters:
    ///   - kind: The kind of code.
    ///   - module: The module that it belongs to; nil if unknown.
    ///   - name: The name of the handler, task or route, or the page with its phase.
    ///   - event: The event that a handler hears; nil for all other code.
    ///   - declaredAt: The source location of the declaration, as `file:line`; nil if unknown.
    public init(
      _ kind: Kind, module: ModuleName? = nil, name: String, event: String? = nil,
      declaredAt: String? = nil
    ) {
      self.kind = kind
      self.module = module
      self.name = name
      self.event = event
      self.declaredAt = declaredAt
    }
  }

  /// The code that holds the main actor; nil if Gantry doesn't call that code.
  public let code: Code?
  /// The calls around that code, outermost first.
  public let callers: [Code]
  /// The launch tasks that need the main actor meanwhile; empty if ``code`` is known. Tasks that
  /// suspend may hold it themselves.
  public let waiting: [Code]
  /// How long the hold was observed: a lower bound, since the main actor is sampled.
  public let duration: Duration

  /// Creates a report about known code.
  ///
  /// - Parameters:
  ///   - code: The code that holds the main actor.
  ///   - callers: The calls around it, outermost first.
  ///   - duration: How long the hold was observed.
  public init(by code: Code, callers: [Code] = [], for duration: Duration) {
    self.code = code
    self.callers = callers
    waiting = []
    self.duration = duration
  }

  /// Creates a report about unknown code.
  ///
  /// - Parameters:
  ///   - waiting: The launch tasks that need the main actor meanwhile.
  ///   - duration: How long it has not responded.
  package init(from waiting: [Code], for duration: Duration) {
    code = nil
    callers = []
    self.waiting = waiting
    self.duration = duration
  }

  /// The metadata for a log line, under the keys that all of Gantry's log lines use.
  package var metadata: [String: String] {
    var metadata: [String: String] = [:]
    if let code = code ?? waiting.first {
      metadata["gantry.\(code.kind.rawValue)"] = code.name
      metadata["gantry.module"] = code.module?.rawValue
      metadata["gantry.event"] = code.event
    }
    if !callers.isEmpty { metadata["gantry.chain"] = chain }
    return metadata
  }

  /// The callers in one line.
  package var chain: String { callers.map(\.description).joined(separator: " > ") }
}

extension MainActorHeld: CustomStringConvertible {
  /// The code that holds the main actor, its callers, and how long it was held.
  public var description: String {
    let time = Wording.duration(duration)
    guard let code else {
      let silence = "the main actor has not responded for over \(time)"
      let tasks = Wording.list(waiting.map(\.description))
      return waiting.isEmpty
        ? silence : "\(silence), and \(tasks) \(waiting.count == 1 ? "needs" : "need") it"
    }
    let place = code.declaredAt.map { " (\($0))" } ?? ""
    let cause = code.event.map { " on \($0)" } ?? ""
    let outer = callers.isEmpty ? "" : ", inside \(chain)"
    return "\(code)\(place) has held the main actor\(cause) for over \(time)\(outer)"
  }
}

extension MainActorHeld.Code: CustomStringConvertible {
  /// The kind and the name: `handler Shop.woke`.
  public var description: String {
    // The names of all other kinds include the module.
    let owner = kind == .handler ? module.map { "\($0)." } ?? "" : ""
    return "\(kind.rawValue) \(owner)\(name)"
  }
}
