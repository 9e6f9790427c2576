// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleBuilder {
  /// States that the module hears the named events of one name.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func on(
    named event: String, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M, NamedEvent, ModuleContext) async throws -> Void
  ) {
    let declaration = HandlerDeclaration(
      named: event, name: function, options: options, declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .background(declaration, NamedEvent.self) { try await body(module, $0, context) }
    }
  }

  /// States that the module hears the named events of one name on the main actor.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func onMain(
    named event: String, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (M, NamedEvent, ModuleContext) throws -> Void
  ) {
    let declaration = HandlerDeclaration(
      named: event, name: function, options: options, declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .mailedToMain(declaration, NamedEvent.self, Self.bind(body, module, context))
    }
  }

  /// States that the module hears the named events of one name as a macro knows it: where it runs,
  /// its own type tells.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared, as `file:line`.
  ///   - isolation: The type of the unapplied function.
  ///   - main: The work on the main actor.
  ///   - background: The work elsewhere.
  public mutating func on(
    named event: String, _ function: String, _ options: HandlerOptions, at location: String,
    isolation: Any.Type,
    main: @escaping @MainActor @Sendable (M, NamedEvent, ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (M, NamedEvent, ModuleContext) async throws -> Void
  ) {
    if MacroSupport.isMainActor(isolation) {
      onMain(named: event, function, options, at: location, main)
    } else {
      on(named: event, function, options, at: location, background)
    }
  }

  /// Refused: an event is delivered asynchronously, and nothing waits for an answer.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared, as `file:line`.
  ///   - body: The work.
  @available(*, unavailable, message: "a named event has no answer: return nothing")
  public mutating func on<Answer>(
    named event: String, _ function: String, _ options: HandlerOptions, at location: String,
    answering body: @escaping @MainActor @Sendable (M, NamedEvent, ModuleContext) throws -> Answer
  ) {}
}
