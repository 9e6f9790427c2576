// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Called by expansions for a function whose isolation only the compiler knows.
extension ModuleBuilder {
  /// States that the module hears a lifecycle event; a synchronous handler runs on the main actor.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared, as `file:line`.
  ///   - isolation: The type of the unapplied function.
  ///   - main: The work.
  ///   - background: Not used: lifecycle events are delivered on the main actor.
  public mutating func on<E: LifecycleEvent>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions, at location: String,
    isolation: Any.Type,
    main: @escaping @MainActor @Sendable (M, E, ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (M, E, ModuleContext) async throws -> Void
  ) {
    onMain(event, function, options, at: location, main)
  }

  /// States that the module hears an event as a macro sees it: its type decides where it runs.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared, as `file:line`.
  ///   - isolation: The type of the unapplied function.
  ///   - main: The work on the main actor.
  ///   - background: The work elsewhere.
  public mutating func on<E: Event>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions, at location: String,
    isolation: Any.Type,
    main: @escaping @MainActor @Sendable (M, E, ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (M, E, ModuleContext) async throws -> Void
  ) {
    if MacroSupport.isMainActor(isolation) {
      onMain(event, function, options, at: location, main)
    } else {
      on(event, function, options, at: location, background)
    }
  }

  /// Refused: an event is delivered asynchronously, and its sender waits for no answer.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The handler's function name.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared, as `file:line`.
  ///   - body: The work.
  @available(
    *, unavailable,
    message: "an Event has no answer: return nothing, or make it a LifecycleEvent with a Response"
  )
  public mutating func on<E: Event, Answer>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions, at location: String,
    answering body: @escaping @MainActor @Sendable (M, E, ModuleContext) throws -> Answer
  ) {}

  /// Adds a handler of a typed route as a macro sees it: its type decides where it runs.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - function: The name of the route within the module.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared.
  ///   - isolation: The type of the function.
  ///   - main: The call on the main actor.
  ///   - background: The call from elsewhere.
  public mutating func route<R: TypedRoute>(
    _ route: R.Type, _ function: String, _ options: RouteOptions, at location: String,
    isolation: Any.Type,
    main: @escaping @MainActor @Sendable (M, R, ModuleContext) throws -> R.Output,
    background: @escaping @concurrent @Sendable (M, R, ModuleContext) async throws -> R.Output
  ) where R.Output: Sendable {
    if MacroSupport.isMainActor(isolation) {
      routeSyncOnMain(route, function, options, at: location, main)
    } else {
      self.route(route, function, options, at: location, background)
    }
  }

  /// Adds a handler of a pattern as a macro sees it: its type decides where it runs.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers.
  ///   - function: The name of the route within the module.
  ///   - parameters: The handler's parameters; nil for a handler that reads the request itself.
  ///   - options: From where it may be called.
  ///   - location: Where it was declared.
  ///   - isolation: The type of the function.
  ///   - main: The call on the main actor.
  ///   - background: The call from elsewhere.
  public mutating func route<Output: Sendable>(
    _ pattern: String, _ function: String, _ parameters: [RouteParameter]?,
    _ options: RouteOptions, at location: String, isolation: Any.Type,
    main: @escaping @MainActor @Sendable (M, RouteCall, ModuleContext) throws -> Output,
    background:
      @escaping @concurrent @Sendable (M, RouteCall, ModuleContext) async throws -> Output
  ) {
    if MacroSupport.isMainActor(isolation) {
      routeSyncOnMain(pattern, function, parameters, options, at: location, main)
    } else {
      route(pattern, function, parameters, options, at: location, background)
    }
  }
}
