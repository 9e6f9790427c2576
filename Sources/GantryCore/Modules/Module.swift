// SPDX-License-Identifier: Apache-2.0

public import GantryEvents
internal import GantryLaunch
internal import GantryRouting
internal import GantryServices

/// A part of an app that the framework creates, launches, notifies of events and stops.
///
/// Write an actor or a final class, which may be on the main actor, and mark it `@Module`. To make
/// it part of a program, link it:
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
/// The macro writes this conformance. Without macros, write ``manifest`` yourself with
/// ``ModuleManifest/init(of:_:fileID:line:isolation:on:_:)``, and list the type in ``Application``'s
/// modules; the result is the same.
public protocol Module: AnyObject, Sendable {
  /// The module's name, dependencies, tasks, handlers and services.
  static var manifest: ModuleManifest { get }

  /// Creates the module when everything that it requires has launched.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: Any error; the module has then failed, and modules that require it do not run.
  init(context: ModuleContext) async throws
}

extension ModuleName {
  /// Creates the name of a module's type: by default, the type's name without a trailing `Module`.
  ///
  /// - Parameter type: A module type; its manifest says whether `@Module(name:)` gave it another
  ///   name.
  public init(of type: any Module.Type) { self = type.manifest.name }

  /// The default name for a type's name: `OrdersModule` gives `Orders`.
  package init(typeName: String) {
    let suffix = "Module"
    let trimmed = typeName.hasSuffix(suffix) ? String(typeName.dropLast(suffix.count)) : typeName
    self.init(trimmed.isEmpty ? typeName : trimmed)
  }
}

/// An instance of a module, with the functions that are bound to it.
struct ModuleInstance: Sendable {
  /// Kept alive for as long as the module runs; nil for functions and closures.
  let module: (any Module)?
  /// In the order of the manifest's tasks.
  var tasks: [LaunchBody] = []
  /// The outputs of the tasks that return a value, by the task's index.
  var outputs: [Int: TaskOutput] = [:]
  /// Kept until the bus has them.
  var handlers: [EventHandler] = []
  /// Kept until the module has launched.
  var provisions: [@concurrent @Sendable (ServiceProvision, ServiceRegistry) async throws -> Void] =
    []
  /// Kept until the router has them; after that, only those whose objects a stop looks after.
  var routes: [RouteHandler] = []
  /// Kept until the router has them.
  var interceptors: [(InterceptorDeclaration, InterceptorCall)] = []
  var shutdown: (@concurrent @Sendable () async throws -> Void)?
  /// Nil for a module without long-running work.
  var runs: ModuleRuns?

  init(_ module: (any Module)?) { self.module = module }
}

/// A module's functions, not yet bound to an instance.
///
/// No type in here depends on the module's type: the runtime would build one for each module of an
/// app, above all arrays of functions.
struct ModuleBindings: Sendable {
  /// A struct, since an array would wrap each bare function in another one.
  private struct Part: Sendable {
    let bind: @Sendable (any Sendable, ModuleContext, inout ModuleInstance) -> Void
  }

  private var parts: [Part] = []
  var runs: [@Sendable (any Sendable, ModuleContext) -> ModuleRuns.Work?] = []

  /// Adds one function.
  ///
  /// - Parameter bind: Takes the module that it was declared for, or an empty tuple for a function
  ///   of the app.
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
