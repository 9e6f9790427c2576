// SPDX-License-Identifier: Apache-2.0

/// Collects the part of a free function, or of a closure of the app, in an application's life.
///
/// Its bodies are those of a module without a value: `.main { _, event, context in … }`.
public struct FunctionBuilder: Sendable {
  var base: ModuleBuilder<Void>

  init(name: ModuleName) { base = ModuleBuilder(name: name) }

  /// Makes the function a launch task.
  ///
  /// - Parameters:
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, and where it runs.
  public mutating func launch(
    _ options: TaskOptions = TaskOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line, body: TaskBody<Void>
  ) {
    base.launch(name, options, at: location, fileID: fileID, line: line, body: body)
  }

  /// Makes the function a handler of an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - options: How often it hears the event, and its priority.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, and where it runs.
  public mutating func on<E: Sendable>(
    _ event: E.Type, _ options: HandlerOptions = HandlerOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line, body: HandlerBody<Void, E>
  ) {
    base.on(event, name, options, at: location, fileID: fileID, line: line, body: body)
  }

  /// Makes the function a handler of the named events of one name.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - options: How often it hears the event, and its priority.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, and where it runs.
  public mutating func on(
    named event: String, _ options: HandlerOptions = HandlerOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line, body: HandlerBody<Void, NamedEvent>
  ) {
    base.on(named: event, name, options, at: location, fileID: fileID, line: line, body: body)
  }

  /// Makes the function the handler of a typed route, which has the function's name.
  ///
  /// - Parameters:
  ///   - route: The route's type.
  ///   - options: From where the route may be called.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The handler, and where it runs.
  public mutating func route<R: TypedRoute>(
    _ route: R.Type, _ options: RouteOptions = RouteOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line, body: RouteBody<Void, R>
  ) {
    base.route(route, name, options, at: location, fileID: fileID, line: line, body: body)
  }

  /// Makes the function the handler of the routes that match a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The paths that it answers, such as `orders/:id`.
  ///   - parameters: The parameters that it takes; nil for a handler that reads the request itself.
  ///   - options: From where the route may be called.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The handler, and where it runs.
  public mutating func route(
    _ pattern: String, _ parameters: [RouteParameter]? = nil,
    _ options: RouteOptions = RouteOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line, body: RouteBody<Void, RouteCall>
  ) {
    base.route(
      pattern, name, parameters, options, at: location, fileID: fileID, line: line, body: body)
  }

  /// Makes the function work that lasts: it begins when the requirements have launched, is
  /// supervised, and ends with the app.
  ///
  /// - Parameters:
  ///   - options: When it runs again, and how often.
  ///   - location: The place of its declaration; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work; it ends when its task is cancelled.
  public mutating func run(
    _ options: RunOptions = RunOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (ModuleContext) async throws -> Void
  ) {
    base.run(name, options, at: location, fileID: fileID, line: line) { _, context in
      try await body(context)
    }
  }

  private var name: String { base.name.rawValue }
}
