// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// A handler of some event, with its type erased; a listener attaches it once it exists.
package struct EventHandler: Sendable {
  /// The part that is known without the listener.
  package let declaration: HandlerDeclaration
  let body: Body

  /// How the handler is called.
  enum Body: Sendable {
    /// On the main actor, in the sender's call: a `MainBody` of the event's type.
    case main(any Sendable)
    /// On the main actor, without suspending, when the listener's mailbox comes to it.
    case mailedToMain(@MainActor @Sendable (any Sendable) throws -> Void)
    /// On the main actor, suspending: it begins there, so that two begin in the order of sending.
    case startedOnMain(@MainActor @Sendable (any Sendable) async throws -> Void)
    /// Off the main actor, suspending.
    case background(@concurrent @Sendable (any Sendable) async throws -> Void)
  }

  /// Creates the handler of a declaration that runs on the main actor and gives no answer.
  package static func main<EventType: LifecycleEvent>(
    _ declaration: HandlerDeclaration, _ event: EventType.Type,
    _ body: @escaping @MainActor @Sendable (EventType) throws -> Void
  ) -> Self {
    Self(declaration: declaration, body: .main(MainBody<EventType>.silent(body)))
  }

  /// Creates the handler of a declaration that runs on the main actor and may answer.
  package static func answering<EventType: LifecycleEvent>(
    _ declaration: HandlerDeclaration, _ event: EventType.Type,
    _ body: @escaping @MainActor @Sendable (EventType) throws -> EventType.Response?
  ) -> Self {
    Self(declaration: declaration, body: .main(MainBody<EventType>.answering(body)))
  }

  /// Creates the handler of a declaration that suspends and begins on the main actor.
  ///
  /// - Parameter body: The handler's code, which gets only events of the declared type.
  package static func startedOnMain(
    _ declaration: HandlerDeclaration,
    erased body: @escaping @MainActor @Sendable (any Sendable) async throws -> Void
  ) -> Self {
    Self(declaration: declaration, body: .startedOnMain(body))
  }

  /// Creates the handler of a declaration that suspends, off the main actor.
  ///
  /// - Parameter body: The handler's code, which gets only events of the declared type.
  package static func background(
    _ declaration: HandlerDeclaration,
    erased body: @escaping @concurrent @Sendable (any Sendable) async throws -> Void
  ) -> Self {
    Self(declaration: declaration, body: .background(body))
  }

  /// Creates the handler of a declaration that goes through the mailbox to the main actor.
  ///
  /// - Parameter body: The handler's code, which gets only events of the declared type.
  package static func mailedToMain(
    _ declaration: HandlerDeclaration,
    erased body: @escaping @MainActor @Sendable (any Sendable) throws -> Void
  ) -> Self {
    Self(declaration: declaration, body: .mailedToMain(body))
  }

  /// Creates a handler of a lifecycle event that runs on the main actor and gives no answer.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - site: Where it is declared.
  ///   - body: The handler's code.
  /// - Returns: The handler.
  package static func main<EventType: LifecycleEvent>(
    _ event: EventType.Type, name: String, options: HandlerOptions = HandlerOptions(),
    site: DeclarationSite? = nil, _ body: @escaping @MainActor @Sendable (EventType) throws -> Void
  ) -> Self {
    Self(
      declaration: HandlerDeclaration(EventType.self, name: name, options: options, site: site),
      body: .main(MainBody<EventType>.silent(body)))
  }

  /// Creates a handler of a lifecycle event that runs on the main actor and may answer.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - site: Where it is declared.
  ///   - body: The handler's code; nil gives no answer.
  /// - Returns: The handler.
  package static func answering<EventType: LifecycleEvent>(
    _ event: EventType.Type, name: String, options: HandlerOptions = HandlerOptions(),
    site: DeclarationSite? = nil,
    _ body: @escaping @MainActor @Sendable (EventType) throws -> EventType.Response?
  ) -> Self {
    Self(
      declaration: HandlerDeclaration(
        EventType.self, name: name, options: options, answers: true, site: site),
      body: .main(MainBody<EventType>.answering(body)))
  }

  /// Creates a handler of an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - site: Where it is declared.
  ///   - body: The handler's code.
  /// - Returns: The handler.
  package static func background<EventType: Event>(
    _ event: EventType.Type, name: String, options: HandlerOptions = HandlerOptions(),
    site: DeclarationSite? = nil,
    _ body: @escaping @concurrent @Sendable (EventType) async throws -> Void
  ) -> Self {
    Self(
      declaration: HandlerDeclaration(EventType.self, name: name, options: options, site: site),
      body: .background(erase(body)))
  }

  /// Creates a handler of the named events of one name.
  ///
  /// - Parameters:
  ///   - eventName: The name of the events.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - site: Where it is declared.
  ///   - body: The handler's code.
  /// - Returns: The handler.
  package static func named(
    _ eventName: String, name: String, options: HandlerOptions = HandlerOptions(),
    site: DeclarationSite? = nil,
    _ body: @escaping @concurrent @Sendable (NamedEvent) async throws -> Void
  ) -> Self {
    Self(
      declaration: HandlerDeclaration(
        named: eventName, name: name, options: options, site: site),
      body: .background(erase(body)))
  }

  private static func erase<EventType: Sendable>(
    _ body: @escaping @concurrent @Sendable (EventType) async throws -> Void
  ) -> @concurrent @Sendable (any Sendable) async throws -> Void {
    { @concurrent event in
      // Handlers are found by the event's type, so the cast always succeeds.
      guard let event = event as? EventType else { return }
      try await body(event)
    }
  }
}

/// The closure of a handler that runs on the main actor.
@usableFromInline
enum MainBody<EventType: LifecycleEvent>: Sendable {
  case silent(@MainActor @Sendable (EventType) throws -> Void)
  case answering(@MainActor @Sendable (EventType) throws -> EventType.Response?)
}

/// A body whose event's type isn't known.
private protocol AnyMainBody {
  func bracketed(
    begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void
  ) -> any Sendable
}

extension MainBody: AnyMainBody {
  fileprivate func bracketed(
    begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void
  ) -> any Sendable {
    switch self {
    case .silent(let body):
      MainBody.silent { event in
        begin()
        defer { end() }
        try body(event)
      }
    case .answering(let body):
      MainBody.answering { event in
        begin()
        defer { end() }
        return try body(event)
      }
    }
  }
}

extension EventHandler {
  /// Returns the same handler with a call before and after each of its calls.
  package func bracketed(
    begin: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void
  ) -> EventHandler {
    let bracketed: Body =
      switch body {
      case .main(let body):
        .main((body as? any AnyMainBody)?.bracketed(begin: begin, end: end) ?? body)
      case .mailedToMain(let body):
        .mailedToMain { event in
          begin()
          defer { end() }
          try body(event)
        }
      case .startedOnMain(let body):
        .startedOnMain { event in
          begin()
          defer { end() }
          try await body(event)
        }
      case .background(let body):
        .background { @concurrent event in
          begin()
          defer { end() }
          try await body(event)
        }
      }
    return EventHandler(declaration: declaration, body: bracketed)
  }
}

extension EventHandler {
  /// Returns the same handler, with its calls after the send inside of others. A handler that runs in
  /// the sender's call stays as it is.
  package func mailed(
    toMain main: @escaping @MainActor @Sendable (@MainActor () throws -> Void) throws -> Void,
    toBackground background:
      @escaping @Sendable (() async throws -> Void) async throws -> Void
  ) -> EventHandler {
    let wrapped: Body =
      switch body {
      case .main: body
      case .mailedToMain(let body): .mailedToMain { event in try main { try body(event) } }
      case .startedOnMain(let body):
        .startedOnMain { event in try await background { try await body(event) } }
      case .background(let body):
        .background { @concurrent event in try await background { try await body(event) } }
      }
    return EventHandler(declaration: declaration, body: wrapped)
  }
}

/// The key under which handlers are found: the event's type, and the name of a named event.
struct EventKey: Hashable, Sendable {
  let type: ObjectIdentifier
  let name: String?

  init(_ type: Any.Type, name: String? = nil) {
    self.type = ObjectIdentifier(type)
    self.name = name
  }

  /// The key of all named events, independent of their names.
  static let anyNamed = EventKey(NamedEvent.self)

  /// The other key under which handlers of this event may be found.
  var wider: EventKey? { name == nil ? nil : .anyNamed }
}
