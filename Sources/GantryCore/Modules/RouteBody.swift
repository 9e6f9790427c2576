// SPDX-License-Identifier: Apache-2.0

public import GantryRouting

/// The work of a route's handler, and where it runs.
///
/// ```swift
/// module.route(OrderPage.self, "show", body: .main { orders, page, _ in orders.screen(page.id) })
/// module.route("orders/:id", "read", body: .background { orders, call, _ in await orders.read(call) })
/// ```
///
/// The input is a typed route, or the `RouteCall` of a pattern.
public struct RouteBody<ModuleType: Sendable, Input>: Sendable {
  let output: Any.Type
  let isAsync: Bool
  let bind: @Sendable (RouteDeclaration, ModuleType, ModuleContext) -> RouteHandler
}

extension RouteBody where Input: TypedRoute {
  /// Runs on the main actor, and is called there without `await`.
  ///
  /// - Parameter body: The handler.
  public static func main(
    _ body: @escaping @MainActor @Sendable (ModuleType, Input, ModuleContext) throws -> Input.Output
  ) -> Self {
    Self(output: Input.Output.self, isAsync: false) { declaration, module, context in
      .main(declaration, Input.self) { route in try body(module, route, context) }
    }
  }
}

extension RouteBody where Input: TypedRoute, Input.Output: Sendable {
  /// Belongs to no actor, and is called on the main actor without `await`.
  ///
  /// - Parameter body: The handler.
  public static func anywhere(
    _ body: @escaping @Sendable (ModuleType, Input, ModuleContext) throws -> Input.Output
  ) -> Self {
    Self(output: Input.Output.self, isAsync: false) { declaration, module, context in
      .anywhere(declaration, Input.self) { route in try body(module, route, context) }
    }
  }

  /// Runs off the main actor.
  ///
  /// - Parameter body: The handler.
  public static func background(
    _ body:
      @escaping @concurrent @Sendable (ModuleType, Input, ModuleContext) async throws ->
      Input.Output
  ) -> Self {
    Self(output: Input.Output.self, isAsync: true) { declaration, module, context in
      .background(declaration, Input.self) { route in try await body(module, route, context) }
    }
  }

  /// Runs on the main actor or in the background, as a function's isolation says; for macro
  /// expansions.
  ///
  /// - Parameters:
  ///   - function: The type of the unapplied function.
  ///   - main: The handler, if the function belongs to the main actor.
  ///   - background: The handler, if it does not.
  @inline(never)
  public static func isolated(
    like function: Any.Type,
    main: @escaping @MainActor @Sendable (ModuleType, Input, ModuleContext) throws -> Input.Output,
    background:
      @escaping @concurrent @Sendable (ModuleType, Input, ModuleContext) async throws ->
      Input.Output
  ) -> Self {
    // Inlined into every registration of a module, this choice would be more code than the call.
    MacroSupport.isMainActor(function) ? .main(main) : .background(background)
  }
}

extension RouteBody where Input: ObjectRoute {
  /// Runs on the main actor, and is called there without `await`.
  ///
  /// - Parameter body: The handler.
  public static func main(
    _ body: @escaping @MainActor @Sendable (ModuleType, Input, ModuleContext) throws -> Input.Output
  ) -> Self {
    Self(output: Input.Output.self, isAsync: false) { declaration, module, context in
      .main(declaration, Input.self) { route in try body(module, route, context) }
    }
  }

  /// Routes with objects are handled on the main actor.
  ///
  /// - Parameter body: The handler.
  /// - Returns: Nothing; it doesn't compile.
  @available(
    *, unavailable, message: "a route with @NotFromURL needs a synchronous @MainActor handler"
  )
  public static func anywhere(
    _ body: @escaping (ModuleType, Input, ModuleContext) throws -> Input.Output
  ) -> Self { .main { _, _, _ in throw RouteError.unknownName("", near: []) } }

  /// Routes with objects are handled on the main actor.
  ///
  /// - Parameter body: The handler.
  /// - Returns: Nothing; it doesn't compile.
  @available(
    *, unavailable, message: "a route with @NotFromURL needs a synchronous @MainActor handler"
  )
  public static func background(
    _ body: @escaping (ModuleType, Input, ModuleContext) async throws -> Input.Output
  ) -> Self { .main { _, _, _ in throw RouteError.unknownName("", near: []) } }

  /// Runs on the main actor, to which the function must belong; for macro expansions.
  ///
  /// - Parameters:
  ///   - function: The type of the unapplied function.
  ///   - main: The handler.
  ///   - background: Isn't used.
  /// - Returns: Nothing; it doesn't compile.
  @available(
    *, unavailable, message: "a route with @NotFromURL needs a synchronous @MainActor handler"
  )
  public static func isolated(
    like function: Any.Type,
    main: @escaping @MainActor (ModuleType, Input, ModuleContext) throws -> Input.Output,
    background: @escaping (ModuleType, Input, ModuleContext) async throws -> Input.Output
  ) -> Self { .main { _, _, _ in throw RouteError.unknownName("", near: []) } }
}

extension RouteBody where Input == RouteCall {
  /// Runs on the main actor, and is called there without `await`.
  ///
  /// - Parameter body: The handler.
  public static func main<Output>(
    _ body: @escaping @MainActor @Sendable (ModuleType, RouteCall, ModuleContext) throws -> Output
  ) -> Self {
    Self(output: Output.self, isAsync: false) { declaration, module, context in
      .main(declaration) { call in try body(module, call, context) }
    }
  }

  /// Belongs to no actor, and is called on the main actor without `await`.
  ///
  /// - Parameter body: The handler.
  public static func anywhere<Output: Sendable>(
    _ body: @escaping @Sendable (ModuleType, RouteCall, ModuleContext) throws -> Output
  ) -> Self {
    Self(output: Output.self, isAsync: false) { declaration, module, context in
      .anywhere(declaration) { call in try body(module, call, context) }
    }
  }

  /// Runs off the main actor.
  ///
  /// - Parameter body: The handler.
  public static func background<Output: Sendable>(
    _ body:
      @escaping @concurrent @Sendable (ModuleType, RouteCall, ModuleContext) async throws -> Output
  ) -> Self {
    Self(output: Output.self, isAsync: true) { declaration, module, context in
      .background(declaration) { call in try await body(module, call, context) }
    }
  }

  /// Runs on the main actor or in the background, as a function's isolation says; for macro
  /// expansions.
  ///
  /// - Parameters:
  ///   - function: The type of the unapplied function.
  ///   - main: The handler, if the function belongs to the main actor.
  ///   - background: The handler, if it does not.
  @inline(never)
  public static func isolated<Output: Sendable>(
    like function: Any.Type,
    main: @escaping @MainActor @Sendable (ModuleType, RouteCall, ModuleContext) throws -> Output,
    background:
      @escaping @concurrent @Sendable (ModuleType, RouteCall, ModuleContext) async throws -> Output
  ) -> Self {
    // Inlined into every registration of a module, this choice would be more code than the call.
    MacroSupport.isMainActor(function) ? .main(main) : .background(background)
  }
}
