// SPDX-License-Identifier: Apache-2.0

public import GantryEvents
package import GantryLaunch
package import GantryRouting
internal import GantryServices
package import GantrySupport

/// Everything the framework knows about a module before it exists: plain data, and a way to create
/// it.
///
/// An ``AppManifest`` has of it what can be in a file: names in place of types and closures.
///
/// `@Module` writes it. You can also write it by hand, with the same result:
///
/// ```swift
/// final class OrdersModule: Module {
///   static var manifest: ModuleManifest {
///     ModuleManifest(of: OrdersModule.self, ModuleOptions(after: "Analytics")) { module in
///       module.inject((any StorageService).self)
///       module.launch("openDatabase", body: .background { orders, _ in … })
///       module.on(SignedIn.self, "signedIn", body: .background { orders, event, _ in … })
///       module.provide((any OrderHistory).self, "history") { $0.history }
///     }
///   }
/// }
/// ```
public struct ModuleManifest: Sendable {
  private var box: Box

  /// The module's name, unique in an application.
  public var name: ModuleName { box.facts.name }
  /// Whether this is a module, a free function, or a closure of the app.
  package var kind: Kind { box.facts.kind }
  /// The name of the module's type with its Swift module; nil for functions and closures.
  package var typeName: String? { box.facts.type.map { Wording.name(of: $0) } }
  /// The options of the module as a whole; a ``ModuleList`` may change them.
  package internal(set) var options: ModuleOptions {
    get { box.facts.options }
    set { box = box.changed { $0.options = newValue } }
  }
  /// Its launch tasks, in source order.
  package internal(set) var tasks: [LaunchTask] {
    get { box.facts.tasks }
    set { box = box.changed { $0.tasks = newValue } }
  }
  /// Whether the app cannot run without the module, or without one of its tasks. Reads the options
  /// in place, since a copy of them takes longer than the rest of a module's health.
  var isEssential: Bool {
    box.facts.options.isEssential
      || box.facts.tasks.indices.contains { box.facts.tasks[$0].options.isEssential }
  }
  /// Its event handlers, in source order.
  package var handlers: [HandlerDeclaration] { box.facts.handlers }
  /// The services it offers.
  package var services: [ServiceDeclaration] { box.facts.services }
  /// The services it asks for.
  package var injections: [ServiceRequest] { box.facts.injections }
  /// The routes that the module handles.
  package var routes: [RouteDeclaration] { box.facts.routes }
  /// The interceptors that the module declares, in source order.
  package var interceptors: [InterceptorDeclaration] { box.facts.interceptors }
  /// Whether the router knows the module.
  var hasRoutes: Bool { !routes.isEmpty || !interceptors.isEmpty }
  /// Its long-running work, in source order.
  package var runs: [Work] { box.facts.runs }
  /// Its shutdown function, if it has one.
  package var shutdown: Shutdown? { box.facts.shutdown.first }
  /// Where it is declared, as `file:line`.
  public var declaredAt: String { box.facts.declaredAt }
  /// Where the module is created: the isolation of its `init`.
  package var lane: LaunchLane { box.facts.lane }
  /// Whether `init` can suspend. If so, it doesn't occupy a worker.
  var mayInitSuspend: Bool { box.facts.mayInitSuspend }
  /// Whether the `init` is known to suspend, and so does not block its thread.
  var isInitAsynchronous: Bool { box.facts.isInitAsynchronous }
  /// Whether reading the module's services may suspend.
  var mayProvisionsSuspend: Bool { box.facts.mayProvisionsSuspend }
  /// The closures that look for each injection, in the same order.
  var obtainers: [ServiceObtainer] { box.facts.obtainers }
  /// Binds a function at once, since there is nothing to create; nil for modules.
  var bindFunction: (@Sendable (ModuleContext) -> ModuleInstance)? { box.facts.bindFunction }
  /// The faults of a declaration in another language.
  var faults: [Fault] { box.facts.faults }
  /// Looks for the files of its target.
  func resources() -> ModuleResources {
    (box.facts.type as? any Module.Type).map { ModuleResources(of: $0) }
      ?? ModuleResources(target: target)
  }
  var instantiate: @concurrent @Sendable (ModuleContext) async throws -> ModuleInstance {
    box.facts.instantiate
  }

  /// Creates the manifest of a module type.
  ///
  /// - Parameters:
  ///   - type: The module's type.
  ///   - options: The options of the module as a whole.
  ///   - isolation: The type of the module's `init`, which determines its lane and whether it
  ///     suspends; nil means the background, where it may suspend.
  ///   - actor: The global actor of an asynchronous `init`, which is created there; nil leaves that
  ///     to the `init` itself.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - build: Declares tasks, handlers, services and injections, in source order.
  public init<ModuleType: Module>(
    of type: ModuleType.Type, _ options: ModuleOptions = ModuleOptions(),
    fileID: String = #fileID, line: Int = #line,
    isolation: Any.Type? = nil, on actor: (any Actor)? = nil,
    _ build: (inout ModuleBuilder<ModuleType>) -> Void
  ) {
    var options = options
    let name = options.name ?? ModuleName(typeName: String(describing: type))
    var faults: [Fault] = []
    if options.stage == .first {
      faults.append(.firstModule(name, at: "\(fileID):\(line)"))
      options.stage = .beforeReady
    }
    var builder = ModuleBuilder<ModuleType>(name: name, isolation: isolation)
    build(&builder)
    self.init(
      name: name, kind: .module, type: type, isolation: isolation,
      isOnMainActor: actor === MainActor.shared, options: options,
      fileID: fileID, line: line, builder: builder, faults: faults
    ) { [isNamed = builder.tasks.contains { $0.options.stage <= .beforeReady }] context in
      do {
        guard let actor else { return try await ModuleType(context: context) }
        return try await MacroSupport.run(on: actor) { try await ModuleType(context: context) }
      } catch let error where !isNamed && !(error is CancellationError) {
        // Without before-ready tasks there is no node `Orders.init`, whose name would say so.
        throw InitializerFailure(message: Wording.text(of: error))
      }
    }
  }

  /// Creates the manifest of a module whose class Swift doesn't know.
  ///
  /// - Parameters:
  ///   - options: The options of the module as a whole, with its name.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - faults: The faults that only show when the program runs.
  ///   - make: Creates the module on the main actor.
  ///   - build: Declares tasks and handlers, in source order.
  package init<ModuleType: Module>(
    foreign options: ModuleOptions, fileID: String, line: Int, faults: [Fault],
    make: @escaping @MainActor @Sendable (ModuleContext) throws -> ModuleType,
    _ build: (inout ModuleBuilder<ModuleType>) -> Void
  ) {
    let (name, isolation) = (options.name ?? "", (@MainActor () -> Void).self)
    var builder = ModuleBuilder<ModuleType>(name: name, isolation: isolation)
    build(&builder)
    self.init(
      name: name, kind: .module, type: nil, isolation: isolation, options: options,
      fileID: fileID, line: line, builder: builder, faults: faults
    ) { try await make($0) }
  }

  /// Creates the manifest of a free function, or of a closure of the app, that takes part like a
  /// module.
  ///
  /// - Parameters:
  ///   - name: The name, which no other function and no module of the application has.
  ///   - fileID: The file of the declaration.
  ///   - line: The line of the declaration.
  ///   - build: Declares its task or its handler.
  public init(
    function name: ModuleName, fileID: String = #fileID,
    line: Int = #line, _ build: (inout FunctionBuilder) -> Void
  ) {
    var builder = FunctionBuilder(name: name)
    build(&builder)
    var options = ModuleOptions(name: name)
    options.dependencies = builder.dependencies
    options.conditions = builder.conditions
    if let task = builder.base.tasks.first {
      options.priority = task.options.priority ?? 0
      options.isEssential = task.options.isEssential
      options.conditions = task.options.conditions
    }
    self.init(
      name: name, kind: .function, type: nil, isolation: nil, options: options,
      fileID: fileID, line: line, builder: builder.base, faults: builder.faults
    ) { _ in nil }
  }

  private init<ModuleType: Sendable>(
    name: ModuleName, kind: Kind, type: Any.Type?, isolation: Any.Type?,
    isOnMainActor: Bool = false, options: ModuleOptions, fileID: String,
    line: Int,
    builder: ModuleBuilder<ModuleType>, faults: [Fault] = [],
    make: @escaping @concurrent @Sendable (ModuleContext) async throws -> (any Module)?
  ) {
    let isInitAsynchronous = isolation.map(MacroSupport.isAsynchronous) == true
    let bindings = builder.bindings
    var bindFunction: (@Sendable (ModuleContext) -> ModuleInstance)?
    let counts = (handlers: builder.handlers.count, routes: builder.routes.count)
    if kind == .function {
      bindFunction = { context in bindings.bind(nil, context, counts: counts) }
    }
    box = Box(
      Facts(
        name: name, kind: kind, type: type, options: options, tasks: builder.tasks,
        handlers: builder.handlers,
        services: builder.services, injections: builder.injections, routes: builder.routes,
        interceptors: builder.interceptors, runs: builder.runs,
        shutdown: builder.shutdown.map { [$0] } ?? [], declaredAt: "\(fileID):\(line)",
        target: String(fileID.prefix { $0 != "/" }),
        lane: isOnMainActor || isolation.map(MacroSupport.isMainActor) == true
          ? .main : .background,
        mayInitSuspend: isolation == nil || isInitAsynchronous,
        isInitAsynchronous: isInitAsynchronous,
        mayProvisionsSuspend: builder.mayProvisionsSuspend, obtainers: builder.obtainers,
        bindFunction: bindFunction, faults: faults
      ) { context in
        bindings.bind(try await make(context), context, counts: counts)
      })
  }

  /// The Swift target that declares the module.
  package var target: String { box.facts.target }
}

extension Fault {
  /// A module has a stage that is for tasks alone.
  fileprivate static func firstModule(_ name: ModuleName, at location: String) -> Fault {
    Fault(
      "firstModule",
      """
      \(name) (\(location)) has the stage `.first`, which only tasks have. Remove it, and write \
      `@Launch(.first)` at the task that runs first: the module's `init` then does, too.
      """, modules: [name], at: [location])
  }
}

/// An error of a module's `init`, as opposed to one of its services.
private struct InitializerFailure: Error, CustomStringConvertible {
  let message: String
  var description: String { "init(context:) failed: \(message)" }
}

extension ModuleManifest {
  /// The contents of a manifest; the type's name is built on first use.
  struct Facts: Sendable {
    let name: ModuleName
    let kind: Kind
    let type: Any.Type?
    var options: ModuleOptions
    var tasks: [LaunchTask]
    let handlers: [HandlerDeclaration]
    let services: [ServiceDeclaration]
    let injections: [ServiceRequest]
    let routes: [RouteDeclaration]
    let interceptors: [InterceptorDeclaration]
    let runs: [Work]
    /// One at most; most modules have none.
    let shutdown: [Shutdown]
    let declaredAt: String
    let target: String
    let lane: LaunchLane
    let mayInitSuspend: Bool
    let isInitAsynchronous: Bool
    let mayProvisionsSuspend: Bool
    let obtainers: [ServiceObtainer]
    var bindFunction: (@Sendable (ModuleContext) -> ModuleInstance)?
    var faults: [Fault]
    let instantiate: @concurrent @Sendable (ModuleContext) async throws -> ModuleInstance
  }

  /// Keeps the facts once, however many lists contain the manifest.
  final class Box: Sendable {
    let facts: Facts

    init(_ facts: Facts) { self.facts = facts }

    func changed(_ change: (inout Facts) -> Void) -> Box {
      var facts = facts
      change(&facts)
      return Box(facts)
    }
  }
}
