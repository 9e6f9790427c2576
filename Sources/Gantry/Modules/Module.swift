// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A part of an app that is created, launched, told of events and stopped by the framework.
///
/// Write a final class (also one on the main actor) or an actor, and mark it `@Module`; linking it
/// into a program is all that is needed for it to take part:
///
/// ```swift
/// @Module(after: "Analytics")
/// public final class OrdersModule {
///   @Inject let storage: any StorageService
///   @Launch func openDatabase() async throws { … }
///   @On func signedIn(_ event: SignedIn) async { … }
/// }
/// ```
///
/// The macro writes this conformance. Without macros, state ``manifest`` by hand with
/// `ModuleManifest.init(of:_:at:_:)` and name the type in ``Application``'s module list; the
/// result is the same.
public protocol Module: AnyObject, Sendable {
  /// The module's name, edges, tasks, handlers and services.
  static var manifest: ModuleManifest { get }

  /// Makes the module when everything that it requires has launched.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: Any error; the module has then failed, and modules that require it do not run.
  init(context: ModuleContext) async throws
}

extension ModuleName {
  /// The name of a module's type: its own, without a trailing `Module`.
  ///
  /// - Parameter type: A module type; one that was given another name in `@Module(name:)` is
  ///   found under that name, since the manifest is asked.
  public init(of type: any Module.Type) { self = type.manifest.name }

  /// The default name for a type's name: `OrdersModule` gives `Orders`.
  package init(typeName: String) {
    let suffix = "Module"
    let trimmed = typeName.hasSuffix(suffix) ? String(typeName.dropLast(suffix.count)) : typeName
    self.init(trimmed.isEmpty ? typeName : trimmed)
  }
}

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
    // Loops instead of `map`, which looks up the types of generic functions each time.
    var boundProvisions:
      [@concurrent @Sendable (ServiceDeclaration, ServiceRegistry, Bool) async throws -> Void] = []
    for place in provisions.indices {
      let provide = provisions[place]
      boundProvisions.append { declaration, services, isAsked in
        try await provide(receiver, declaration, services, isAsked)
      }
    }
    var boundValues: [@concurrent @Sendable (SharedValues) async throws -> Void] = []
    for place in values.indices {
      let provide = values[place]
      boundValues.append { try await provide(receiver, $0) }
    }
    var boundTasks: [LaunchBody] = []
    boundTasks.reserveCapacity(tasks.count)
    for place in tasks.indices { boundTasks.append(tasks[place](receiver, context)) }
    var boundHandlers: [EventHandler] = []
    boundHandlers.reserveCapacity(handlers.count)
    for place in handlers.indices { boundHandlers.append(handlers[place](receiver, context)) }
    var boundRoutes: [RouteHandler] = []
    boundRoutes.reserveCapacity(routes.count)
    for place in routes.indices { boundRoutes.append(routes[place](receiver, context)) }
    var boundShutdown: (@concurrent @Sendable () async throws -> Void)?
    if let shutdown { boundShutdown = { try await shutdown(receiver, context) } }
    return ModuleInstance(
      module: module,
      tasks: boundTasks,
      handlers: boundHandlers,
      provisions: boundProvisions, values: boundValues,
      routes: boundRoutes, shutdown: boundShutdown,
      runs: runs.isEmpty ? nil : ModuleRuns(runs.map { $0(receiver, context) }))
  }
}
