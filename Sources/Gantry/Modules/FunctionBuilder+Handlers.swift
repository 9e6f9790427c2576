// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension FunctionBuilder {
  /// States that the function hears a lifecycle event, synchronously on the main actor.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func onMain<E: LifecycleEvent>(
    _ event: E.Type, _ options: HandlerOptions = HandlerOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (E, ModuleContext) throws -> Void
  ) {
    base.onMain(event, base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, value, context in try body(value, context)
    }
  }

  /// States that the function hears an event, synchronously on the main actor when its turn comes.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func onMain<E: Event>(
    _ event: E.Type, _ options: HandlerOptions = HandlerOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (E, ModuleContext) throws -> Void
  ) {
    base.onMain(event, base.name.rawValue, options, at: location, fileID: fileID, line: line) {
      _, value, context in try body(value, context)
    }
  }

  /// States that the function hears the named events of one name.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func on(
    named event: String, _ options: HandlerOptions = HandlerOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (NamedEvent, ModuleContext) async throws -> Void
  ) {
    base.on(
      named: event, base.name.rawValue, options, at: location, fileID: fileID, line: line
    ) { _, value, context in try await body(value, context) }
  }

  /// States that the function hears the named events of one name on the main actor.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func onMain(
    named event: String, _ options: HandlerOptions = HandlerOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (NamedEvent, ModuleContext) throws -> Void
  ) {
    base.onMain(
      named: event, base.name.rawValue, options, at: location, fileID: fileID, line: line
    ) { _, value, context in try body(value, context) }
  }

  /// States that the function hears the named events of one name; its type decides where it runs.
  ///
  /// - Parameters:
  ///   - event: The name of the events.
  ///   - options: How often, and in which place.
  ///   - location: Where it is declared, as `file:line`.
  ///   - isolation: The function's type.
  ///   - main: The work on the main actor.
  ///   - background: The work elsewhere.
  public mutating func on(
    named event: String, _ options: HandlerOptions, at location: String, isolation: Any.Type,
    main: @escaping @MainActor @Sendable (NamedEvent, ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (NamedEvent, ModuleContext) async throws -> Void
  ) {
    base.on(
      named: event, base.name.rawValue, options, at: location, isolation: isolation,
      main: { _, value, context in try main(value, context) },
      background: { _, value, context in try await background(value, context) })
  }
}
