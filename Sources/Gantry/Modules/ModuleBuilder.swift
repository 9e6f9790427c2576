// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Collects a module's tasks, handlers, routes and services, in source order.
///
/// `@Module` fills it from the annotated members; without macros, its functions are called by hand.
public struct ModuleBuilder<M: Sendable>: Sendable {
  package let name: ModuleName
  var tasks: [ModuleManifest.Task] = []
  var handlers: [ModuleManifest.Handler] = []
  var services: [ServiceDeclaration] = []
  var injections: [ServiceRequest] = []
  /// The closures that look for each injection, in the same order.
  var obtainers: [ServiceObtainer] = []
  var values: [SharedValueClaim] = []
  /// Whether reading the module's services may suspend.
  var mayProvisionsSuspend = false
  var routes: [RouteDeclaration] = []
  var runs: [ModuleManifest.Run] = []
  var shutdown: ModuleManifest.Shutdown?
  var bindings = ModuleBindings<M>()

  init(name: ModuleName) { self.name = name }

  /// States the function that runs at the end of the module's life.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: The longest time it may take.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func shutdown(
    _ function: String, _ options: ShutdownOptions = ShutdownOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M) async throws -> Void
  ) {
    shutdown(function, options, at: location, fileID: fileID, line: line) { module, _ in
      try await body(module)
    }
  }

  /// States the function that runs at the end of the module's life, with its context.
  ///
  /// - Parameters:
  ///   - function: The function's name.
  ///   - options: The longest time it may take.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work.
  public mutating func shutdown(
    _ function: String, _ options: ShutdownOptions = ShutdownOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M, ModuleContext) async throws -> Void
  ) {
    shutdown = ModuleManifest.Shutdown(
      function: function, options: options, declaredAt: location ?? "\(fileID):\(line)")
    bindings.shutdown = body
  }

  /// States work that lasts as long as the module: it begins when the module has launched, is
  /// supervised, and has ended before the module is shut down.
  ///
  /// - Parameters:
  ///   - function: The name of the work.
  ///   - options: When it runs again, and how often.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - body: The work; it ends when its task is cancelled.
  public mutating func run(
    _ function: String, _ options: RunOptions = RunOptions(),
    at location: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @concurrent @Sendable (M, ModuleContext) async throws -> Void
  ) {
    runs.append(
      ModuleManifest.Run(
        function: function, options: options, declaredAt: location ?? "\(fileID):\(line)"))
    bindings.runs.append { module, context in
      ModuleRuns.Work(name: function, options: options) { try await body(module, context) }
    }
  }
}
