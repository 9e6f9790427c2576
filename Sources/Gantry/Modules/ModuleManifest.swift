// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Everything the framework knows about a module before it exists: plain data, and how to make it.
///
/// `@Module` writes it; by hand it looks like this, with the same result:
///
/// ```swift
/// final class OrdersModule: Module {
///   static var manifest: ModuleManifest {
///     ModuleManifest(of: OrdersModule.self, ModuleOptions(after: "Analytics")) { module in
///       module.inject((any StorageService).self)
///       module.launch("openDatabase") { orders, _ in try await orders.openDatabase() }
///       module.on(SignedIn.self, "signedIn") { orders, event, _ in await orders.signedIn(event) }
///       module.provides((any OrderHistory).self, "history") { $0.history }
///     }
///   }
/// }
/// ```
public struct ModuleManifest: Sendable {
  /// The module's name, unique in an application: where several share one, it begins with the target,
  /// `Crash/setUp`.
  public private(set) var name: ModuleName
  /// The name that was given to it, which others may have, too.
  public let shortName: ModuleName
  /// What tells a function from others of its name in its file, as it is written: `(_: OpenURL)`.
  public let signature: String?
  /// Whether this is a module, a free function, or a closure of the app.
  public let kind: Kind
  /// The name of the module's type with its Swift module; nil for functions and closures.
  public let typeName: String?
  /// What was said about the module as a whole; a ``ModuleList`` may change it.
  public internal(set) var options: ModuleOptions
  /// Its launch tasks, in source order.
  public internal(set) var tasks: [Task]
  /// Its event handlers, in source order.
  public let handlers: [Handler]
  /// The services it offers.
  public private(set) var services: [ServiceDeclaration]
  /// The services it asks for.
  public private(set) var injections: [ServiceRequest]
  /// The shared values it provides.
  public private(set) var values: [SharedValueClaim]
  /// The routes that the module handles.
  public private(set) var routes: [RouteDeclaration]
  /// Its shutdown function, if it has one.
  public let shutdown: Shutdown?
  /// Where it is declared, as `file:line`.
  public let declaredAt: String

  /// Where the module is created: the isolation of its `init`.
  public let lane: LaunchLane
  /// Whether the `init` may suspend: then it takes no place of its lane.
  let mayInitSuspend: Bool
  /// Whether the `init` is known to suspend, and so does not block its thread.
  let isInitAsynchronous: Bool
  /// Whether reading what the module provides may suspend.
  let mayProvisionsSuspend: Bool
  /// What looks for each injection, in the same order.
  let obtainers: [ServiceObtainer]
  /// Binds a function at once: it has nothing to create. Nil for modules.
  let bindFunction: (@Sendable (ModuleContext) -> ModuleInstance)?
  /// Looks for the files of its target.
  let resources: @Sendable () -> ModuleResources
  let instantiate: @concurrent @Sendable (ModuleContext) async throws -> ModuleInstance

  /// Describes a module type.
  ///
  /// - Parameters:
  ///   - type: The module's type.
  ///   - options: What holds for the module as a whole.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - isolation: The type of the module's `init`, which tells its lane, and whether it suspends; nil
  ///     is the background, where it may.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - build: States tasks, handlers, services and injections, in source order.
  public init<M: Module>(
    of type: M.Type, _ options: ModuleOptions = ModuleOptions(), at location: String? = nil,
    isolation: Any.Type? = nil, fileID: String = #fileID, line: Int = #line,
    _ build: (inout ModuleBuilder<M>) -> Void
  ) {
    let name = options.name ?? ModuleName(typeName: String(describing: type))
    var builder = ModuleBuilder<M>(name: name)
    build(&builder)
    self.init(
      name: name, kind: .module, typeName: String(reflecting: type), isolation: isolation,
      options: options,
      declaredAt: location ?? "\(fileID):\(line)", builder: builder,
      resources: { ModuleResources(of: type) }
    ) { [isNamed = builder.tasks.contains { $0.options.stage == .blocking }] context in
      do {
        let module = try await M(context: context)
        return (module, module)
      } catch let error where !isNamed && !(error is CancellationError) {
        // Without blocking tasks there is no node `Orders.init`, whose name would say it.
        throw InitializerFailure(message: "\(error)")
      }
    }
  }

  /// Describes a free function, or a closure of the app, that takes part like a module.
  ///
  /// - Parameters:
  ///   - name: The function's name; another file or another signature may have it, too.
  ///   - signature: Its parameters as they are written, `(_: OpenURL)`; nil for a closure.
  ///   - location: Where it is declared; nil takes the place of this call.
  ///   - fileID: The file of this call.
  ///   - line: The line of this call.
  ///   - build: States its task or its handler.
  public init(
    function name: ModuleName, signature: String? = nil, at location: String? = nil,
    fileID: String = #fileID, line: Int = #line, _ build: (inout FunctionBuilder) -> Void
  ) {
    var builder = FunctionBuilder(name: name)
    build(&builder)
    var options = ModuleOptions(name: name)
    if let task = builder.base.tasks.first {
      options.priority = task.options.priority
      options.isEssential = task.options.isEssential
      options.conditions = task.options.conditions
    }
    let place = location ?? "\(fileID):\(line)"
    let target = String(place.prefix { $0 != "/" })
    self.init(
      name: name, kind: .function, typeName: nil, isolation: nil, options: options,
      declaredAt: place, signature: signature,
      builder: builder.base, resources: { ModuleResources(target: target) }
    ) { _ in (nil, ()) }
  }

  private init<M: Sendable>(
    name: ModuleName, kind: Kind, typeName: String?, isolation: Any.Type?,
    options: ModuleOptions, declaredAt: String, signature: String? = nil,
    builder: ModuleBuilder<M>, resources: @escaping @Sendable () -> ModuleResources,
    make: @escaping @concurrent @Sendable (ModuleContext) async throws -> ((any Module)?, M)
  ) {
    self.name = name
    shortName = name
    self.signature = signature
    self.kind = kind
    self.typeName = typeName
    lane = isolation.map(MacroSupport.isMainActor) == true ? .main : .background
    isInitAsynchronous = isolation.map(MacroSupport.isAsynchronous) == true
    mayInitSuspend = isolation == nil || isInitAsynchronous
    mayProvisionsSuspend = builder.mayProvisionsSuspend
    self.options = options
    self.declaredAt = declaredAt
    tasks = builder.tasks
    handlers = builder.handlers
    services = builder.services
    injections = builder.injections
    obtainers = builder.obtainers
    values = builder.values
    routes = builder.routes
    shutdown = builder.shutdown
    self.resources = resources
    let bindings = builder.bindings
    if let function = bindings as? ModuleBindings<Void> {
      bindFunction = { context in function.bind((), module: nil, context: context) }
    } else {
      bindFunction = nil
    }
    instantiate = { context in
      let (module, receiver) = try await make(context)
      return bindings.bind(receiver, module: module, context: context)
    }
  }

  /// The Swift target that declares the module.
  public var target: String { String(declaredAt.prefix { $0 != "/" }) }

  /// Under which name its configuration stands: a function's is its short one, whoever shares it.
  var section: ModuleName { kind == .module ? name : shortName }

  /// The same under another name, which all that it declares bears, too.
  func named(_ name: ModuleName) -> ModuleManifest {
    var manifest = self
    let owner = name.rawValue
    manifest.name = name
    manifest.options.name = name
    manifest.tasks = tasks.map { $0.owned(by: name) }
    manifest.services = services.map { $0.provided(by: owner) }
    manifest.injections = injections.map {
      ServiceRequest($0.type, for: owner, kind: $0.kind, declaredAt: $0.declaredAt)
    }
    manifest.values = values.map { $0.provided(by: owner) }
    manifest.routes = routes.map { $0.owned(by: owner) }
    return manifest
  }

  /// The same with edges that lead elsewhere.
  func redirected(
    _ redirect: (ModuleDependency, _ declaredAt: String) -> ModuleDependency
  ) -> ModuleManifest {
    var manifest = self
    for index in options.dependencies.indices {
      manifest.options.dependencies[index] = redirect(options.dependencies[index], declaredAt)
    }
    for task in tasks.indices {
      let place = tasks[task].declaredAt
      for (index, edge) in tasks[task].options.dependencies.enumerated() {
        manifest.tasks[task].options.dependencies[index] = redirect(edge, place)
      }
    }
    return manifest
  }
}

/// The `init` of a module threw an error, and not what it provides.
private struct InitializerFailure: Error, CustomStringConvertible {
  let message: String
  var description: String { "init(context:) failed: \(message)" }
}
