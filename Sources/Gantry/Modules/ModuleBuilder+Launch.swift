// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleBuilder {
  /// States a launch task that runs off the main actor, or hops to wherever it belongs.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func launch(
    _ function: String, _ options: TaskOptions = TaskOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M, ModuleContext) async throws -> Void
  ) {
    add(function, options, lane: .background, at: location ?? "\(fileID):\(line)") {
      module, context in .background { try await body(module, context) }
    }
  }

  /// States a launch task that runs synchronously on the main actor.
  ///
  /// It has a name of its own: as an overload, a trailing closure that does not suspend would move
  /// to the main actor without a word.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func launchOnMain(
    _ function: String, _ options: TaskOptions = TaskOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @MainActor @Sendable (M, ModuleContext) throws -> Void
  ) {
    add(function, options, lane: .main, at: location ?? "\(fileID):\(line)") {
      module, context in .main { try body(module, context) }
    }
  }

  /// States a launch task whose lane is the isolation of a function, as the compiler sees it.
  ///
  /// Expansions call this: they cannot see an isolation that is inherited.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared, as `file:line`.
  ///   - isolation: The type of the unapplied function.
  ///   - main: The work, if the function belongs to the main actor.
  ///   - background: The work, if it does not.
  public mutating func launch(
    _ function: String, _ options: TaskOptions, at location: String, isolation: Any.Type,
    main: @escaping @MainActor @Sendable (M, ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (M, ModuleContext) async throws -> Void
  ) {
    if MacroSupport.isMainActor(isolation) {
      launchOnMain(function, options, at: location, main)
    } else {
      launch(function, options, at: location, background)
    }
  }

  private mutating func add(
    _ function: String, _ options: TaskOptions, lane: LaunchLane, at location: String,
    _ binder: @escaping @Sendable (M, ModuleContext) -> LaunchBody
  ) {
    let taskName = M.self == Void.self ? name : ModuleName("\(name).\(function)")
    let task = ModuleManifest.Task(
      name: taskName, options: options, lane: lane, declaredAt: location)
    tasks.append(task)
    bindings.tasks.append { module, context in binder(module, context.performing(task)) }
  }
}
