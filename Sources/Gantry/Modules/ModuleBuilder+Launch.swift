// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension ModuleBuilder {
  /// States a launch task that runs off the main actor without suspending, and may block its
  /// thread.
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
    _ body: @escaping @Sendable (M, ModuleContext) throws -> Void
  ) {
    add(function, options, .worker, at: location ?? "\(fileID):\(line)") {
      module, context in .worker { try body(module, context) }
    }
  }

  /// States a launch task that suspends: it runs off the main actor, or hops to where it belongs.
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
    add(function, options, .background, at: location ?? "\(fileID):\(line)") {
      module, context in .background { try await body(module, context) }
    }
  }

  /// States a launch task that ends when its token is completed, for example by a callback.
  ///
  /// ```swift
  /// module.launch("start") { maps, _, token in maps.sdk.start { token.complete() } }
  /// ```
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work, which hands the token to the code that knows the end.
  public mutating func launch(
    _ function: String, _ options: TaskOptions = TaskOptions(), at location: String? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M, ModuleContext, LaunchToken) async throws -> Void
  ) {
    add(function, options, .callback, at: location ?? "\(fileID):\(line)") {
      module, context in .callback { token in try await body(module, context, token) }
    }
  }

  /// States a launch task that runs synchronously on the main actor.
  ///
  /// It has a name of its own: as an overload, a trailing closure that does not suspend would
  /// silently move to the main actor.
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
    add(function, options, .main, at: location ?? "\(fileID):\(line)") {
      module, context in .main { try body(module, context) }
    }
  }

  /// States a launch task whose lane is the isolation of a function, as the compiler sees it.
  ///
  /// Expansions call this for synchronous functions: they cannot see an isolation that is inherited.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: Stage, edges, bounds and conditions.
  ///   - location: Where it is declared, as `file:line`.
  ///   - isolation: The type of the unapplied function.
  ///   - main: The work, if the function belongs to the main actor.
  ///   - background: The work, if it does not; it may block its thread.
  public mutating func launch(
    _ function: String, _ options: TaskOptions, at location: String, isolation: Any.Type,
    main: @escaping @MainActor @Sendable (M, ModuleContext) throws -> Void,
    background: @escaping @concurrent @Sendable (M, ModuleContext) async throws -> Void
  ) {
    if MacroSupport.isMainActor(isolation) {
      launchOnMain(function, options, at: location, main)
    } else {
      add(function, options, .worker, at: location) { module, context in
        .worker { try await background(module, context) }
      }
    }
  }

  private mutating func add(
    _ function: String, _ options: TaskOptions, _ form: ModuleManifest.Task.Form,
    at location: String,
    _ binder: @escaping @Sendable (M, ModuleContext) -> LaunchBody
  ) {
    let task = ModuleManifest.Task(
      M.self == Void.self ? nil : function, of: name, options: options, form: form,
      declaredAt: location)
    tasks.append(task)
    bindings.tasks.append { module, context in binder(module, context.performing(task)) }
  }
}
