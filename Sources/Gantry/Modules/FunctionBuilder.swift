// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Collects the tasks, handlers and routes of a free function, or of a closure of the app.
public struct FunctionBuilder: Sendable {
  var base: ModuleBuilder<Void>

  init(name: ModuleName) { base = ModuleBuilder(name: name) }

  /// States that the function is a launch task off the main actor, which may block its thread.
  ///
  /// - Parameters:
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func launch(
    _ options: TaskOptions = TaskOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (ModuleContext) throws -> Void
  ) {
    base.launch(base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, context in try body(context)
    }
  }

  /// States that the function is a launch task that runs synchronously on the main actor.
  ///
  /// - Parameters:
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func launchOnMain(
    _ options: TaskOptions = TaskOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (ModuleContext) throws -> Void
  ) {
    base.launchOnMain(base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, context in try body(context)
    }
  }

  /// States that the function is a launch task that suspends, off the main actor.
  ///
  /// - Parameters:
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func launch(
    _ options: TaskOptions = TaskOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleContext) async throws -> Void
  ) {
    base.launch(base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, context in try await body(context)
    }
  }

  /// States that the function is a launch task that ends when its token is completed.
  ///
  /// - Parameters:
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, which hands the token to the code that knows the end.
  public mutating func launch(
    _ options: TaskOptions = TaskOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleContext, LaunchToken) async throws -> Void
  ) {
    base.launch(base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, context, token in try await body(context, token)
    }
  }

  /// States that the function, a synchronous one, is a launch task on the lane of its isolation.
  ///
  /// - Parameters:
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared, as `file:line`.
  ///   - isolation: The function's type.
  ///   - main: The work, if the function belongs to the main actor.
  ///   - background: The work, if it does not; it may block its thread.
  public mutating func launch(
    _ options: TaskOptions, at location: String, isolation: Any.Type,
    main: @escaping @MainActor @Sendable (ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (ModuleContext) async throws -> Void
  ) {
    base.launch(
      base.name.rawValue, options, at: location, isolation: isolation,
      main: { _, context in try main(context) },
      background: { _, context in try await background(context) })
  }

  /// States that the function hears a lifecycle event on the main actor.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared, as `file:line`.
  ///   - isolation: The function's type.
  ///   - main: The work.
  ///   - background: Not used for lifecycle events, which are delivered on the main actor.
  public mutating func on<E: LifecycleEvent>(
    _ event: E.Type, _ options: HandlerOptions, at location: String, isolation: Any.Type,
    main: @escaping @MainActor @Sendable (E, ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (E, ModuleContext) async throws -> Void
  ) {
    base.onMain(event, base.name.rawValue, options, at: location) { _, value, context in
      try main(value, context)
    }
  }

  /// States that the function answers a lifecycle event on the main actor.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: Gives the answer; nil gives none.
  public mutating func on<E: LifecycleEvent>(
    _ event: E.Type, _ options: HandlerOptions = HandlerOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    answering body: @escaping @MainActor @Sendable (E, ModuleContext) throws -> E.Response?
  ) {
    base.on(
      event, base.name.rawValue, options, at: location, fileID: fileID, line: line,
      answering: { _, value, context in try body(value, context) })
  }

  /// States that the function hears a lifecycle event in the background, one at a time.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func on<E: LifecycleEvent>(
    _ event: E.Type, _ options: HandlerOptions = HandlerOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (E, ModuleContext) async throws -> Void
  ) {
    base.on(event, base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, value, context in try await body(value, context)
    }
  }

  /// States that the function hears an event; its type decides where it runs.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared, as `file:line`.
  ///   - isolation: The function's type.
  ///   - main: The work on the main actor.
  ///   - background: The work elsewhere.
  public mutating func on<E: Event>(
    _ event: E.Type, _ options: HandlerOptions, at location: String, isolation: Any.Type,
    main: @escaping @MainActor @Sendable (E, ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (E, ModuleContext) async throws -> Void
  ) {
    base.on(
      event, base.name.rawValue, options, at: location, isolation: isolation,
      main: { _, value, context in try main(value, context) },
      background: { _, value, context in try await background(value, context) })
  }

  /// States that the function hears an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func on<E: Event>(
    _ event: E.Type, _ options: HandlerOptions = HandlerOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (E, ModuleContext) async throws -> Void
  ) {
    base.on(event, base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, value, context in try await body(value, context)
    }
  }
}
