// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// The work of a launch task, and where it runs.
///
/// ```swift
/// module.launch("open", body: .background { storage, _ in try storage.open() })
/// module.launch("show", TaskOptions(.afterReady), body: .main { screen, _ in screen.show() })
/// ```
///
/// Handlers, routes and interceptors have bodies of their own, since they take an event, a route or a
/// request, and answer it.
public struct TaskBody<ModuleType: Sendable>: Sendable {
  let form: ModuleManifest.LaunchTask.Form
  let bind: @Sendable (ModuleType, ModuleContext) -> LaunchBody

  /// Runs synchronously on the main actor.
  ///
  /// - Parameter body: The work on the module.
  public static func main(
    _ body: @escaping @MainActor @Sendable (ModuleType, ModuleContext) throws -> Void
  ) -> Self {
    Self(form: .main) { module, context in .main { try body(module, context) } }
  }

  /// Runs synchronously off the main actor; it may block its thread.
  ///
  /// - Parameter body: The work on the module.
  public static func background(
    _ body: @escaping @Sendable (ModuleType, ModuleContext) throws -> Void
  ) -> Self {
    Self(form: .worker) { module, context in .worker { try body(module, context) } }
  }

  /// Runs asynchronously off the main actor, or hops to the actor that it belongs to.
  ///
  /// - Parameter body: The work on the module.
  public static func background(
    _ body: @escaping @concurrent @Sendable (ModuleType, ModuleContext) async throws -> Void
  ) -> Self {
    Self(form: .background) { module, context in .background { try await body(module, context) } }
  }

  /// Ends when its token is completed, for example by a callback.
  ///
  /// ```swift
  /// module.launch("start", body: .callback { maps, _, token in maps.sdk.start { token.complete() } })
  /// ```
  ///
  /// - Parameter body: The work on the module, which passes the token on.
  public static func callback(
    _ body:
      @escaping @concurrent @Sendable (ModuleType, ModuleContext, LaunchToken) async throws -> Void
  ) -> Self {
    Self(form: .callback) { module, context in
      .callback { token in try await body(module, context, token) }
    }
  }

  /// Runs on the lane of a function's isolation, as the compiler sees it.
  ///
  /// Macro expansions call this for synchronous functions, since they cannot see an inherited
  /// isolation.
  ///
  /// - Parameters:
  ///   - function: The type of the unapplied function.
  ///   - main: The work, if the function belongs to the main actor.
  ///   - background: The work, if it does not; it may block its thread.
  @inline(never)
  public static func isolated(
    like function: Any.Type,
    main: @escaping @MainActor @Sendable (ModuleType, ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (ModuleType, ModuleContext) async throws -> Void
  ) -> Self {
    // Inlined into every registration of a module, this choice would be more code than the call.
    if MacroSupport.isMainActor(function) { return .main(main) }
    return Self(form: .worker) { module, context in
      .worker { try await background(module, context) }
    }
  }
}

/// The same for closures of the app, which have no module; many need no context either.
extension TaskBody where ModuleType == Void {
  /// Runs synchronously on the main actor.
  ///
  /// - Parameter body: The work.
  public static func main(_ body: @escaping @MainActor @Sendable () throws -> Void) -> Self {
    .main { _, _ in try body() }
  }

  /// Runs synchronously off the main actor; it may block its thread.
  ///
  /// - Parameter body: The work.
  public static func background(_ body: @escaping @Sendable () throws -> Void) -> Self {
    .background { _, _ in try body() }
  }

  /// Runs asynchronously off the main actor, or hops to the actor that it belongs to.
  ///
  /// - Parameter body: The work.
  public static func background(
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) -> Self {
    .background { _, _ in try await body() }
  }

  /// Runs synchronously on the main actor.
  ///
  /// - Parameter body: The work.
  public static func main(
    _ body: @escaping @MainActor @Sendable (ModuleContext) throws -> Void
  ) -> Self {
    .main { _, context in try body(context) }
  }

  /// Runs synchronously off the main actor; it may block its thread.
  ///
  /// - Parameter body: The work.
  public static func background(
    _ body: @escaping @Sendable (ModuleContext) throws -> Void
  ) -> Self {
    .background { _, context in try body(context) }
  }

  /// Runs asynchronously off the main actor, or hops to the actor that it belongs to.
  ///
  /// - Parameter body: The work.
  public static func background(
    _ body: @escaping @concurrent @Sendable (ModuleContext) async throws -> Void
  ) -> Self {
    .background { _, context in try await body(context) }
  }

  /// Ends when its token is completed, for example by a callback.
  ///
  /// - Parameter body: The work, which passes the token on.
  public static func callback(
    _ body: @escaping @concurrent @Sendable (ModuleContext, LaunchToken) async throws -> Void
  ) -> Self {
    .callback { _, context, token in try await body(context, token) }
  }
}
