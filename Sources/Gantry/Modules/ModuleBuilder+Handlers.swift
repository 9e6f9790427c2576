// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleBuilder {
  /// States that the module hears a lifecycle event, synchronously on the main actor.
  ///
  /// A name of its own, as a closure that does not suspend would fit ``on(_:_:_:at:fileID:line:_:)``
  /// as well.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func onMain<E: LifecycleEvent>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (M, E, ModuleContext) throws -> Void
  ) {
    let declaration = HandlerDeclaration(
      event, name: function, options: options, declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .main(declaration, event, Self.bind(body, module, context))
    }
  }

  /// States that the module answers a lifecycle event, synchronously on the main actor.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: Gives the answer; nil gives none.
  public mutating func on<E: LifecycleEvent>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    answering body: @escaping @MainActor @Sendable (M, E, ModuleContext) throws -> E.Response?
  ) {
    let declaration = HandlerDeclaration(
      event, name: function, options: options, answers: true,
      declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .answering(declaration, event, Self.bind(answering: body, module, context))
    }
  }

  /// States that the module hears a lifecycle event in the background, in the order sent.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work; an answer cannot be waited for.
  public mutating func on<E: LifecycleEvent>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M, E, ModuleContext) async throws -> Void
  ) {
    let declaration = HandlerDeclaration(
      event, name: function, options: options, declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .background(declaration, event) { try await body(module, $0, context) }
    }
  }

  /// States that the module hears an event; the body hops to wherever it belongs.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func on<E: Event>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M, E, ModuleContext) async throws -> Void
  ) {
    let declaration = HandlerDeclaration(
      event, name: function, options: options, declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .background(declaration, event) { try await body(module, $0, context) }
    }
  }

  /// States that the module hears an event, synchronously on the main actor when its turn comes.
  ///
  /// A handler that holds the main actor too long is then reported by name, unlike a body that hops
  /// to it.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func onMain<E: Event>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (M, E, ModuleContext) throws -> Void
  ) {
    let declaration = HandlerDeclaration(
      event, name: function, options: options, declaredAt: location ?? "\(fileID):\(line)")
    add(declaration) { module, context in
      .mailedToMain(declaration, event, Self.bind(body, module, context))
    }
  }

  // Functions of their own: inside another closure, the closure looks up its actor at each call.
  // And not one that is generic in the answer: calls would go through two thunks more.

  static func bind<E>(
    _ body: @escaping @MainActor @Sendable (M, E, ModuleContext) throws -> Void,
    _ module: M, _ context: ModuleContext
  ) -> @MainActor @Sendable (E) throws -> Void {
    { try body(module, $0, context) }
  }

  private static func bind<E: LifecycleEvent>(
    answering body: @escaping @MainActor @Sendable (M, E, ModuleContext) throws -> E.Response?,
    _ module: M, _ context: ModuleContext
  ) -> @MainActor @Sendable (E) throws -> E.Response? {
    { try body(module, $0, context) }
  }

  mutating func add(
    _ declaration: HandlerDeclaration,
    _ binder: @escaping @Sendable (M, ModuleContext) -> EventHandler
  ) {
    handlers.append(ModuleManifest.Handler(declaration: declaration))
    bindings.handlers.append(binder)
  }
}
