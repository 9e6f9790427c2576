// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleBuilder {
  /// Adds a launch task.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, and where it runs.
  public mutating func launch(
    _ function: String, _ options: TaskOptions = TaskOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line, body: TaskBody<M>
  ) {
    let task = ModuleManifest.Task(
      M.self == Void.self ? nil : function, of: name, options: options, form: body.form,
      declaredAt: location ?? "\(fileID):\(line)")
    tasks.append(task)
    bindings.tasks.append { [bind = body.bind] in bind($0, $1.performing(task)) }
  }

  /// Adds a handler of an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The function's name.
  ///   - options: How often it hears the event, and its priority.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, and where it runs.
  public mutating func on<E: Sendable>(
    _ event: E.Type, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    body: HandlerBody<M, E>
  ) {
    add(body, body.declare(function, options, location ?? "\(fileID):\(line)"))
  }

  /// Adds a handler of the named events of one name.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - function: The function's name.
  ///   - options: How often it hears the event, and its priority.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, and where it runs.
  public mutating func on(
    named event: String, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    body: HandlerBody<M, NamedEvent>
  ) {
    add(
      body,
      HandlerDeclaration(
        named: event, name: function, options: options,
        declaredAt: location ?? "\(fileID):\(line)"))
  }

  /// Adds a handler of a typed route.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - function: The function's name, the last part of the route's.
  ///   - options: From where the route may be called.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The handler, and where it runs.
  public mutating func route<R: TypedRoute>(
    _ route: R.Type, _ function: String, _ options: RouteOptions = RouteOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    body: RouteBody<M, R>
  ) {
    add(
      RouteDeclaration(
        R.self, name: routeName(function), owner: name.rawValue, options, isAsync: body.isAsync,
        declaredAt: location ?? "\(fileID):\(line)"),
      body.bind)
  }

  /// Adds a handler of the routes that match a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - function: The function's name, the last part of the route's.
  ///   - parameters: The parameters that it takes; nil for a handler that reads the request itself.
  ///   - options: From where the route may be called.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The handler, and where it runs.
  public mutating func route(
    _ pattern: String, _ function: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line, body: RouteBody<M, RouteCall>
  ) {
    add(
      RouteDeclaration(
        pattern: pattern, parameters: parameters, output: body.output, name: routeName(function),
        owner: name.rawValue, options, isAsync: body.isAsync,
        declaredAt: location ?? "\(fileID):\(line)"),
      body.bind)
  }

  /// The same name for the module and a function everywhere: `Orders/show`.
  private func routeName(_ function: String) -> String {
    M.self == Void.self ? name.rawValue : "\(name)/\(function)"
  }

  private mutating func add<E>(_ body: HandlerBody<M, E>, _ declaration: HandlerDeclaration) {
    handlers.append(ModuleManifest.Handler(declaration: declaration))
    bindings.handlers.append { [bind = body.bind] in bind(declaration, $0, $1) }
  }

  private mutating func add(
    _ declaration: RouteDeclaration,
    _ bind: @escaping @Sendable (RouteDeclaration, M, ModuleContext) -> RouteHandler
  ) {
    routes.append(declaration)
    bindings.routes.append { module, context in
      bind(declaration, module, context).owned(by: context.name.rawValue)
    }
  }
}
