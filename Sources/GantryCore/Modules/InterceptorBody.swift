// SPDX-License-Identifier: Apache-2.0

public import GantryRouting

/// The work of a module's interceptor, and where it runs.
///
/// ```swift
/// module.intercept("check", ["secret/:id"], body: .background { signIn, request, _ in
///   await signIn.check(request)
/// })
/// ```
public struct InterceptorBody<ModuleType: Sendable>: Sendable {
  let isAsync: Bool
  let bind: @Sendable (ModuleType, ModuleContext) -> InterceptorCall

  /// Runs on the main actor, where it can be asked without `await`.
  ///
  /// - Parameter body: The decision about a call.
  public static func main(
    _ body:
      @escaping @MainActor @Sendable (ModuleType, RouteRequest, ModuleContext) -> RouteDecision
  ) -> Self {
    Self(isAsync: false) { module, context in .main { body(module, $0, context) } }
  }

  /// Belongs to no actor, and is asked without `await`.
  ///
  /// - Parameter body: The decision about a call; it may be called from any thread.
  public static func anywhere(
    _ body: @escaping @Sendable (ModuleType, RouteRequest, ModuleContext) -> RouteDecision
  ) -> Self {
    Self(isAsync: false) { module, context in .anywhere { body(module, $0, context) } }
  }

  /// Runs off the main actor; calls of the routes that it is asked about need `await`.
  ///
  /// - Parameter body: The decision about a call.
  public static func background(
    _ body:
      @escaping @concurrent @Sendable (ModuleType, RouteRequest, ModuleContext) async ->
      RouteDecision
  ) -> Self {
    Self(isAsync: true) { module, context in .background { await body(module, $0, context) } }
  }

  /// Runs on the main actor or in the background, as a function's isolation says; for macro
  /// expansions.
  ///
  /// - Parameters:
  ///   - function: The type of the unapplied function.
  ///   - main: The decision, if the function belongs to the main actor.
  ///   - background: The decision, if it does not.
  @inline(never)
  public static func isolated(
    like function: Any.Type,
    main: @escaping @MainActor @Sendable (ModuleType, RouteRequest, ModuleContext) -> RouteDecision,
    background:
      @escaping @concurrent @Sendable (ModuleType, RouteRequest, ModuleContext) async ->
      RouteDecision
  ) -> Self {
    // Inlined into every registration of a module, this choice would be more code than the call.
    MacroSupport.isMainActor(function) ? .main(main) : .background(background)
  }
}

extension ModuleBuilder {
  /// Declares an interceptor, which the router asks before the calls of some routes.
  ///
  /// The router knows it before the launch. A path that it applies to waits for the module, and is
  /// refused if the module has failed, is left out or has stopped.
  ///
  /// - Parameters:
  ///   - function: The function's name, which is the last part of the interceptor's name.
  ///   - paths: The patterns of the paths that it is asked about; none, or `*all` alone, means all
  ///     paths.
  ///   - options: Its priority, and whether it asks a person.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The decision about a call, and where it runs.
  public mutating func intercept(
    _ function: String, _ paths: [String] = [],
    _ options: InterceptorOptions = InterceptorOptions(), fileID: String = #fileID,
    line: Int = #line, body: InterceptorBody<ModuleType>
  ) {
    let declaration = InterceptorDeclaration(
      routeName(of: function), owner: name, paths: paths, options, isAsync: body.isAsync,
      declaredAt: "\(fileID):\(line)")
    interceptors.append(declaration)
    bindings.add { [bind = body.bind] receiver, context, instance in
      Self.cast(receiver) {
        instance.interceptors.append((declaration, bind($0, context)))
      }
    }
  }
}
