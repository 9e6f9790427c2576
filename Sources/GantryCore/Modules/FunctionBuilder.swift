// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// Collects the task, handlers, routes and interceptors of a free function, or of a closure of the app.
///
/// It is for `ModuleManifest(function:)`; an ``ApplicationBuilder`` adds tasks and services to one
/// application. Its bodies look like a module's, but without a module value:
/// `.main { _, event, context in … }`.
public struct FunctionBuilder: Sendable {
  var base: ModuleBuilder<Void>
  /// The dependencies of a handler or a route; those of a task are in its options.
  package var dependencies: [ModuleDependency] = []
  /// The conditions of a handler or a route; those of a task are in its options.
  package var conditions: [Condition] = []
  /// The faults that only show when the program runs.
  package var faults: [Fault] = []

  init(name: ModuleName) { base = ModuleBuilder(name: name) }

  /// Makes the function a launch task.
  ///
  /// - Parameters:
  ///   - options: The stage, dependencies, limits and conditions.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work, and where it runs.
  public mutating func launch(
    _ options: TaskOptions = TaskOptions(), fileID: String = #fileID, line: Int = #line,
    body: TaskBody<Void>
  ) {
    base.launch(name, options, fileID: fileID, line: line, body: body)
  }

  /// Makes the function a handler of an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - options: How often the handler hears the event, and its priority.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work, and where it runs.
  public mutating func on<EventType: Sendable>(
    _ event: EventType.Type, _ options: HandlerOptions = HandlerOptions(),
    fileID: String = #fileID, line: Int = #line, body: HandlerBody<Void, EventType>
  ) {
    base.on(event, name, options, fileID: fileID, line: line, body: body)
  }

  /// Makes the function a handler of the named events with one name.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - options: How often the handler hears the event, and its priority.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work, and where it runs.
  public mutating func on(
    named event: String, _ options: HandlerOptions = HandlerOptions(), fileID: String = #fileID,
    line: Int = #line, body: HandlerBody<Void, NamedEvent>
  ) {
    base.on(named: event, name, options, fileID: fileID, line: line, body: body)
  }

  /// Makes the function the handler of a typed route; the route has the function's name.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - options: Where the route may be called from.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The handler, and where it runs.
  public mutating func route<RouteType: PatternRoute>(
    _ route: RouteType.Type, _ options: RouteOptions = RouteOptions(), fileID: String = #fileID,
    line: Int = #line, body: RouteBody<Void, RouteType>
  ) {
    base.route(route, name, options, fileID: fileID, line: line, body: body)
  }

  /// Makes the function the handler of the routes that match a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - parameters: The parameters that the handler takes; nil if it reads the request itself.
  ///   - options: Where the route may be called from.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The handler, and where it runs.
  public mutating func route(
    _ pattern: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(), fileID: String = #fileID, line: Int = #line,
    body: RouteBody<Void, RouteCall>
  ) {
    base.route(
      pattern, name, parameters, options, fileID: fileID, line: line, body: body)
  }

  /// Makes the function an interceptor, which the router asks before the calls of some routes; the
  /// interceptor has the function's name.
  ///
  /// - Parameters:
  ///   - paths: The patterns of the paths that it is asked about; none, or `*all` alone, means all
  ///     paths.
  ///   - options: Its priority, and whether it asks a person.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The decision about a call, and where it runs.
  public mutating func intercept(
    _ paths: [String] = [], _ options: InterceptorOptions = InterceptorOptions(),
    fileID: String = #fileID, line: Int = #line,
    body: InterceptorBody<Void>
  ) {
    base.intercept(name, paths, options, fileID: fileID, line: line, body: body)
  }

  /// Makes the function supervised, long-running work: it begins when its requirements have
  /// launched, and ends with the app.
  ///
  /// - Parameters:
  ///   - options: When the work runs again, and how often.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - body: The work; it ends when its task is cancelled.
  public mutating func run(
    _ options: RunOptions = RunOptions(), fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleContext) async throws -> Void
  ) {
    base.run(name, options, fileID: fileID, line: line) { _, context in
      try await body(context)
    }
  }

  private var name: String { base.name.rawValue }
}
