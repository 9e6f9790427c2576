// SPDX-License-Identifier: Apache-2.0

public import GantryEvents
public import GantryRouting
internal import GantryServices
internal import GantrySupport

/// Collects a module's tasks, handlers, routes and services, in source order.
///
/// `@Module` fills it from the annotated members; without macros, you call its functions yourself.
public struct ModuleBuilder<ModuleType: Sendable>: Sendable {
  package let name: ModuleName
  var tasks: [ModuleManifest.LaunchTask] = []
  var handlers: [HandlerDeclaration] = []
  var services: [ServiceDeclaration] = []
  var injections: [ServiceRequest] = []
  /// The closures that look for each injection, in the same order.
  var obtainers: [ServiceObtainer] = []
  /// Whether reading the module's services may suspend.
  var mayProvisionsSuspend = false
  var routes: [RouteDeclaration] = []
  var interceptors: [InterceptorDeclaration] = []
  var runs: [ModuleManifest.Work] = []
  var shutdown: ModuleManifest.Shutdown?
  var bindings = ModuleBindings()

  /// The type of the module's `init`, which determines the lane of its functions; for macro
  /// expansions.
  public let isolation: Any.Type

  init(name: ModuleName, isolation: Any.Type? = nil) {
    self.name = name
    self.isolation = isolation ?? Void.self
  }

  /// Declares the function that shuts the module down.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: The longest time that it may take.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work.
  public mutating func shutdown(
    _ function: String, _ options: ShutdownOptions = ShutdownOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleType) async throws -> Void
  ) {
    shutdown(function, options, fileID: fileID, line: line) { module, _ in
      try await body(module)
    }
  }

  /// Declares the function that shuts the module down, with its context.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: The longest time that it may take.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work.
  public mutating func shutdown(
    _ function: String, _ options: ShutdownOptions = ShutdownOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleType, ModuleContext) async throws -> Void
  ) {
    shutdown = ModuleManifest.Shutdown(
      function: function, options: options, declaredAt: "\(fileID):\(line)")
    bindings.add { receiver, context, instance in
      Self.cast(receiver) { module in
        instance.shutdown = { try await body(module, context) }
      }
    }
  }

  /// Declares supervised work that lasts as long as the module: it begins when the module has
  /// launched, and ends before the module is shut down.
  ///
  /// - Parameters:
  ///   - function: The name of the work.
  ///   - options: When the work runs again, and how often.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work; it ends when its task is cancelled.
  public mutating func run(
    _ function: String, _ options: RunOptions = RunOptions(),
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleType, ModuleContext) async throws -> Void
  ) {
    runs.append(
      ModuleManifest.Work(
        function: function, options: options, declaredAt: "\(fileID):\(line)"))
    bindings.runs.append { receiver, context in
      var work: ModuleRuns.Work?
      Self.cast(receiver) { module in
        work = ModuleRuns.Work(name: function, options: options) { try await body(module, context) }
      }
      return work
    }
  }

  /// Calls a function with a module, cast to the type of its declaration; the cast always succeeds.
  ///
  /// A `switch` casts without an optional of the type, which the runtime would build for each
  /// module of an app.
  @inline(__always)
  static func cast(_ receiver: any Sendable, _ body: (ModuleType) -> Void) {
    switch receiver {
    case let module as ModuleType: body(module)
    default: break
    }
  }
}

/// Injections that every module can have without a provider.
extension ModuleBuilder {
  /// Declares that the module sends or observes events; the bus is always there, so nothing is
  /// required.
  ///
  /// - Parameters:
  ///   - type: The bus's type.
  ///   - line: The line of the declaration.
  public mutating func inject(_ type: EventBus.Type, line: Int = #line) {}

  /// Declares that the module calls routes; the router is always there, so nothing is required.
  ///
  /// - Parameters:
  ///   - type: The router's type.
  ///   - line: The line of the declaration.
  public mutating func inject(_ type: Router.Type, line: Int = #line) {}

  /// Declares that the module keeps its context.
  ///
  /// - Parameters:
  ///   - type: The context's type.
  ///   - line: The line of the declaration.
  public mutating func inject(_ type: ModuleContext.Type, line: Int = #line) {}
}

/// The same injections in the `init` of a module.
extension ModuleContext {
  /// Returns the bus on which the module sends and observes events.
  ///
  /// - Parameter type: The bus's type.
  /// - Returns: ``events``.
  /// - Throws: Nothing; this overload never throws.
  public func inject(_ type: EventBus.Type) throws(ServiceError) -> EventBus { events }

  /// Returns the router on which the module calls routes.
  ///
  /// - Parameter type: The router's type.
  /// - Returns: ``router``.
  /// - Throws: Nothing; this overload never throws.
  public func inject(_ type: Router.Type) throws(ServiceError) -> Router { router }

  /// Returns the context itself, for a module that keeps it.
  ///
  /// - Parameter type: The context's type.
  /// - Returns: The context, without the values that were created only for the module's `init`.
  /// - Throws: Nothing; this overload never throws.
  public func inject(_ type: ModuleContext.Type) throws(ServiceError) -> ModuleContext {
    with(nil)
  }
}

extension ModuleBuilder {
  /// Adds a launch task.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: The stage, dependencies, limits and conditions.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work, and where it runs.
  public mutating func launch(
    _ function: String, _ options: TaskOptions = TaskOptions(), fileID: String = #fileID,
    line: Int = #line, body: TaskBody<ModuleType>
  ) {
    let task = ModuleManifest.LaunchTask(
      ModuleType.self == Void.self ? nil : function, of: name, options: options, form: body.form,
      declaredAt: "\(fileID):\(line)")
    tasks.append(task)
    bindings.add { [bind = body.bind] receiver, context, instance in
      Self.cast(receiver) { module in
        let output = TaskOutput(task)
        instance.outputs[instance.tasks.count] = output
        instance.tasks.append(bind(module, output.map { context.with($0) } ?? context))
      }
    }
  }

  /// Adds a handler of an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - function: The function's name.
  ///   - options: How often the handler hears the event, and its priority.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work, and where it runs.
  public mutating func on<EventType: Sendable>(
    _ event: EventType.Type, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    fileID: String = #fileID, line: Int = #line,
    body: HandlerBody<ModuleType, EventType>
  ) {
    add(body, body.declare(function, options, DeclarationSite(fileID, line: line)))
  }

  /// Adds a handler of the named events with one name.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - function: The function's name.
  ///   - options: How often the handler hears the event, and its priority.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work, and where it runs.
  public mutating func on(
    named event: String, _ function: String, _ options: HandlerOptions = HandlerOptions(),
    fileID: String = #fileID, line: Int = #line,
    body: HandlerBody<ModuleType, NamedEvent>
  ) {
    add(
      body,
      HandlerDeclaration(
        named: event, name: function, options: options,
        site: DeclarationSite(fileID, line: line)))
  }

  /// Adds a handler of a typed route.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - function: The function's name, which is the last part of the route's name.
  ///   - options: Where the route may be called from.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The handler, and where it runs.
  public mutating func route<RouteType: PatternRoute>(
    _ route: RouteType.Type, _ function: String, _ options: RouteOptions = RouteOptions(),
    fileID: String = #fileID, line: Int = #line,
    body: RouteBody<ModuleType, RouteType>
  ) {
    add(
      RouteDeclaration(
        RouteType.self, name: routeName(of: function), owner: name, options, isAsync: body.isAsync,
        declaredAt: "\(fileID):\(line)"),
      body.bind)
  }

  /// Adds a handler of the routes that match a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - function: The function's name, which is the last part of the route's name.
  ///   - parameters: The parameters that the handler takes; nil if it reads the request itself.
  ///   - options: Where the route may be called from.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The handler, and where it runs.
  public mutating func route(
    _ pattern: String, _ function: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(), fileID: String = #fileID, line: Int = #line,
    body: RouteBody<ModuleType, RouteCall>
  ) {
    add(
      RouteDeclaration(
        pattern: pattern, parameters: parameters, output: body.output,
        name: routeName(of: function), owner: name, options, isAsync: body.isAsync,
        declaredAt: "\(fileID):\(line)"),
      body.bind)
  }

  /// A module's route or interceptor is named after the module and the function: `Orders/show`.
  func routeName(of function: String) -> String {
    ModuleType.self == Void.self ? name.rawValue : "\(name)/\(function)"
  }

  private mutating func add<EventType>(
    _ body: HandlerBody<ModuleType, EventType>, _ declaration: HandlerDeclaration
  ) {
    handlers.append(declaration)
    bindings.add { [bind = body.bind] receiver, context, instance in
      Self.cast(receiver) {
        let handler = bind(declaration, $0, context)
        instance.handlers.append(declaration.hearsLaunch ? context.recorded(handler) : handler)
      }
    }
  }

  private mutating func add(
    _ declaration: RouteDeclaration,
    _ bind: @escaping @Sendable (RouteDeclaration, ModuleType, ModuleContext) -> RouteHandler
  ) {
    routes.append(declaration)
    bindings.add { receiver, context, instance in
      Self.cast(receiver) {
        instance.routes.append(bind(declaration, $0, context))
      }
    }
  }
}
