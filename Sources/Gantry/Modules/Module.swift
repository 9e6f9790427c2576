// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices

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
  var tasks: [LaunchBody] = []
  /// Until the bus has them.
  var handlers: [EventHandler] = []
  /// Until the module has launched, as the values.
  var provisions:
    [@concurrent @Sendable (ServiceDeclaration, ServiceRegistry, Bool) async throws -> Void] = []
  var values: [@concurrent @Sendable (SharedValues) async throws -> Void] = []
  /// Until the router has them; then only those whose objects a stop looks after.
  var routes: [RouteHandler] = []
  var shutdown: (@concurrent @Sendable () async throws -> Void)?
  /// Nil for a module without long-running work.
  var runs: ModuleRuns?

  init(_ module: (any Module)?) { self.module = module }
}

/// A module's functions, not yet bound to an instance.
///
/// No type in here has the module's type in it: the runtime would build it for each module of an
/// app, arrays of functions above all.
struct ModuleBindings: Sendable {
  /// A struct, since an array would wrap each bare function in another one.
  private struct Part: Sendable {
    let bind: @Sendable (any Sendable, ModuleContext, inout ModuleInstance) -> Void
  }

  private var parts: [Part] = []
  var runs: [@Sendable (any Sendable, ModuleContext) -> ModuleRuns.Work?] = []

  /// Adds one function.
  ///
  /// - Parameter bind: Is given the module that it was declared for, and an empty tuple for a
  ///   function of the app.
  mutating func add(
    _ bind: @escaping @Sendable (any Sendable, ModuleContext, inout ModuleInstance) -> Void
  ) {
    parts.append(Part(bind: bind))
  }

  /// Binds all functions.
  ///
  /// - Parameters:
  ///   - module: The module; nil for a function.
  ///   - context: Its context.
  ///   - counts: How many handlers and routes there will be.
  func bind(
    _ module: (any Module)?, _ context: ModuleContext, counts: (handlers: Int, routes: Int)
  ) -> ModuleInstance {
    let receiver: any Sendable = module.map { $0 as any Sendable } ?? ()
    var instance = ModuleInstance(module)
    instance.handlers.reserveCapacity(counts.handlers)
    instance.routes.reserveCapacity(counts.routes)
    for part in parts { part.bind(receiver, context, &instance) }
    let work = runs.compactMap { $0(receiver, context) }
    if !work.isEmpty { instance.runs = ModuleRuns(work) }
    return instance
  }
}
