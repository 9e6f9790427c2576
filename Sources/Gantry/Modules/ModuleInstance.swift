// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A module that exists: its functions, bound to it.
struct ModuleInstance: Sendable {
  /// Kept alive for as long as the module runs; nil for functions and closures.
  let module: (any Module)?
  /// In the order of the manifest's tasks.
  let tasks: [LaunchBody]
  /// Until the bus has them.
  var handlers: [EventHandler]
  /// Until the module has launched, as the values.
  var provisions:
    [@concurrent @Sendable (ServiceDeclaration, ServiceRegistry, Bool) async throws -> Void]
  var values: [@concurrent @Sendable (SharedValues) async throws -> Void]
  /// Until the router has them; then only those whose objects a stop looks after.
  var routes: [RouteHandler]
  let shutdown: (@concurrent @Sendable () async throws -> Void)?
  /// Nil for a module without long-running work.
  let runs: ModuleRuns?
}

/// A module's functions, not yet bound to an instance.
struct ModuleBindings<M: Sendable>: Sendable {
  var tasks: [@Sendable (M, ModuleContext) -> LaunchBody] = []
  var handlers: [@Sendable (M, ModuleContext) -> EventHandler] = []
  /// Each is told under which declaration, and whether its service is found only together with the others of its type.
  var provisions:
    [@concurrent @Sendable (M, ServiceDeclaration, ServiceRegistry, Bool) async throws -> Void] = []
  var values: [@concurrent @Sendable (M, SharedValues) async throws -> Void] = []
  var routes: [@Sendable (M, ModuleContext) -> RouteHandler] = []
  var shutdown: (@concurrent @Sendable (M, ModuleContext) async throws -> Void)?
  var runs: [@Sendable (M, ModuleContext) -> ModuleRuns.Work] = []

  func bind(_ receiver: M, module: (any Module)?, context: ModuleContext) -> ModuleInstance {
    var boundProvisions:
      [@concurrent @Sendable (ServiceDeclaration, ServiceRegistry, Bool) async throws -> Void] = []
    for provide in provisions {
      boundProvisions.append { try await provide(receiver, $0, $1, $2) }
    }
    var boundValues: [@concurrent @Sendable (SharedValues) async throws -> Void] = []
    for provide in values {
      boundValues.append { values in try await provide(receiver, values) }
    }
    var boundShutdown: (@concurrent @Sendable () async throws -> Void)?
    if let shutdown { boundShutdown = { try await shutdown(receiver, context) } }
    return ModuleInstance(
      module: module,
      tasks: tasks.map { $0(receiver, context) },
      handlers: handlers.map { $0(receiver, context) },
      provisions: boundProvisions, values: boundValues,
      routes: routes.map { $0(receiver, context) }, shutdown: boundShutdown,
      runs: runs.isEmpty ? nil : ModuleRuns(runs.map { $0(receiver, context) }))
  }
}
