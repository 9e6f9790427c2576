// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices

/// The launch graph of an application, made from its manifests; pure data.
///
/// A module with before-ready tasks has three kinds of nodes: `Orders.init` creates it, its tasks
/// follow, and `Orders` stands for "Orders has launched". So has one with nothing but on-demand
/// tasks, which launches with these. Without either, `Orders` is all.
final class LaunchAssembly: Sendable {
  /// The work of a node of the graph.
  enum Work: Sendable, Equatable {
    case create(module: Int, finishes: Bool)
    case task(module: Int, index: Int)
    case finish(module: Int)
    /// Lets a module handle events whose after-ready tasks have succeeded.
    case listen(module: Int)

    /// The module that the work is done for.
    var module: Int {
      switch self {
      case .create(let module, _), .finish(let module), .listen(let module), .task(let module, _):
        module
      }
    }
  }

  let manifests: [ModuleManifest]
  let wiring: ServiceWiring
  let results: ResultWiring
  /// The types of which a module provides a service that is made for each consumer.
  let made: Set<ObjectIdentifier>
  /// The shared values that enabled modules provide.
  let values: [SharedValueClaim]
  let graph: LaunchGraph
  let work: [String: Work]
  /// Why a module or task is not enabled, by name.
  let skipped: [ModuleName: OffReason]
  /// The services of the application itself.
  let provided: [ServiceDeclaration]
  /// For a service type's name, the provider that a list chose.
  let choices: [String: ModuleName]

  /// Assembles the graph.
  ///
  /// - Parameters:
  ///   - manifests: Modules with distinct names, sorted by name.
  ///   - skipped: Why a module or task is not enabled, by name.
  ///   - provided: The services of the application itself.
  ///   - choices: For a service type's name, the provider that a list chose.
  ///   - milestones: The milestones that the app declares.
  init(
    _ manifests: [ModuleManifest], skipped: [ModuleName: OffReason],
    provided: [ServiceDeclaration] = [], choices: [String: ModuleName], milestones: [Milestone]
  ) {
    self.manifests = manifests
    self.skipped = skipped
    self.provided = provided
    self.choices = choices
    let off = Self.closure(of: skipped, in: manifests)
    wiring = Self.wire(manifests, off: off, provided: provided, choices: choices)
    made = Set(
      manifests.flatMap(\.services).filter { $0.scope != .shared }.map(\.type.id))
    results = ResultWiring(manifests, off: off, services: wiring.providers)
    values = manifests.filter { !off.contains($0.name) }.flatMap(\.values)
    var draft = Draft(manifests: manifests, skipped: skipped)
    for index in manifests.indices { draft.add(index) }
    draft.add(wiring.bindings)
    draft.add(results.edges)
    draft.addListOrder()
    graph = LaunchGraph(
      nodes: draft.nodes, milestones: Self.milestones(of: manifests, declared: milestones))
    work = draft.work
  }

  /// The milestones of the app, and others that tasks wait for: a module may reach that, or nothing.
  private static func milestones(
    of manifests: [ModuleManifest], declared: [Milestone]
  ) -> [Milestone] {
    var known = Set(declared)
    return declared
      + manifests.lazy.flatMap(\.tasks).compactMap(\.options.milestone)
      .filter { known.insert($0).inserted }
  }

  /// The faults of services, shared values and results, before there is a graph.
  var faults: [ApplicationFault] {
    (wiring.faults + SharedValueClaim.check(values)).map(ApplicationFault.wiring) + results.faults
  }

  /// A module that is off gives way to one that is on; where there is no other, one stands for all
  /// that are off, so that its consumers are skipped with it instead of missing a provider.
  private static func wire(
    _ manifests: [ModuleManifest], off: Set<ModuleName>, provided: [ServiceDeclaration],
    choices: [String: ModuleName]
  ) -> ServiceWiring {
    let present =
      provided + manifests.filter { !off.contains($0.name) }.flatMap(\.services)
    let absent = manifests.filter { off.contains($0.name) }.flatMap(\.services)
    var types = Set(present.map(\.type))
    let chosen = Set(choices.values)
    let substitutes = (absent.filter { chosen.contains($0.provider) } + absent)
      .filter { types.insert($0.type).inserted }
    return ServiceWiring.wire(
      present + substitutes,
      manifests.flatMap { manifest in
        // A module that injects all of a type lets it have several providers, also while it is off.
        manifest.injections.filter { $0.kind == .all || !off.contains(manifest.name) }
      }, choices: choices)
  }

  /// The modules that are off, and those that require one of them.
  static func closure(
    of skipped: [ModuleName: OffReason], in manifests: [ModuleManifest]
  ) -> Set<ModuleName> {
    guard !skipped.isEmpty else { return [] }
    var dependents: [ModuleName: [ModuleName]] = [:]
    for manifest in manifests {
      for edge in manifest.options.dependencies where edge.kind == .requires {
        dependents[edge.target, default: []].append(manifest.name)
      }
    }
    return Set(reachedFrom: skipped.keys, by: dependents)
  }

  /// The node that lets a module handle events, where that waits for after-ready tasks, or a
  /// function, whose task comes first.
  static func listening(of manifest: ModuleManifest) -> String { "\(manifest.name).handlers" }

  /// The node that creates a module, or binds the handlers of a function.
  static func creation(of manifest: ModuleManifest) -> String {
    manifest.kind == .function && !manifest.tasks.isEmpty
      ? listening(of: manifest) : head(of: manifest)
  }

  /// The node that stands for the start of a module; its name, where it isn't a module.
  static func head(of manifest: ModuleManifest) -> String {
    manifest.launchesWithTasks && manifest.kind == .module
      ? manifest.name.creation.rawValue : manifest.name.rawValue
  }
}

extension ModuleName {
  /// The node that creates a module, where tasks come between that and the end of its launch.
  package var creation: ModuleName { ModuleName("\(self).init") }
}

extension ModuleManifest {
  /// The stage in which the module is created: with nothing but on-demand tasks, at first use.
  var stage: LaunchStage { isOnDemand ? .onDemand : options.stage }

  private var isOnDemand: Bool {
    !tasks.isEmpty && tasks.allSatisfy { $0.options.stage == .onDemand }
  }

  /// Whether the module has launched only when a task of its own has ended: one before ready; of a
  /// module that launches at first use, also an on-demand one that waits for no milestone.
  func launches(with task: Task) -> Bool {
    task.options.stage == .beforeReady || isOnDemand && task.options.milestone == nil
  }

  /// Whether the module provides a service or a shared value.
  var providesAny: Bool { !services.isEmpty || !values.isEmpty }

  /// Whether a step of the launch runs on the launch's own threads, since it may block one: reading
  /// provided services, and an `init` that is not known to suspend.
  func mayBlock(creates: Bool, finishes: Bool) -> Bool {
    lane == .background && (creates && !isInitAsynchronous || finishes && providesAny)
  }

  /// Whether the module has launched only when tasks of its own have ended.
  var launchesWithTasks: Bool { tasks.contains(where: launches(with:)) }
}

extension LaunchAssembly {
  /// Edges that order nothing in this launch, by node: to services that are used lazily, and from
  /// modules and tasks that do not run.
  var idleEdges: [String: [LaunchEdge]] {
    var edges = results.idle
    for binding in wiring.bindings where binding.request.kind == .lazy {
      add(binding.request, binding.provider, to: &edges)
    }
    guard !skipped.isEmpty else { return edges }
    let off = Self.closure(of: skipped, in: manifests)
    for manifest in manifests where off.contains(manifest.name) {
      // Those that inject all of a type are bound, whether they run or not.
      for request in manifest.injections where request.kind != .all {
        add(request, wiring.providers[request.type], to: &edges)
      }
    }
    return edges
  }

  private func add(
    _ request: ServiceRequest, _ provider: ServiceDeclaration?,
    to edges: inout [String: [LaunchEdge]]
  ) {
    guard let provider, provider.provider != ApplicationService.provider,
      let module = index(of: request.consumer)
    else { return }
    edges[Self.head(of: manifests[module]), default: []].append(request.edge(to: provider))
  }
}

extension LaunchAssembly {
  /// The module that a node belongs to.
  func module(of node: String) -> Int? { work[node]?.module }

  /// The name by which a user knows a node: the creation of a module is the module.
  func part(_ node: String) -> String {
    guard case .create(let module, finishes: false)? = work[node] else { return node }
    return manifests[module].name.rawValue
  }

  /// The position of a module, by name.
  func index(of name: ModuleName) -> Int? {
    // A module with a node of its own is found by that.
    if let module = module(of: name.rawValue), manifests[module].name == name { return module }
    return manifests.firstIndex { $0.name == name }
  }

  /// For each module, those that it cannot run without, each once.
  ///
  /// A requirement of a later task alone isn't one that the module can't run without.
  ///
  /// - Parameter plan: The plan of the graph.
  func requirements(in plan: LaunchPlan) -> [Int: Set<Int>] {
    var requirements: [Int: Set<Int>] = [:]
    for task in plan.tasks {
      guard let module = module(of: task.name), isPartOfLaunch(task.name) else { continue }
      for dependency in task.dependencies where dependency.kind == .requires {
        guard let other = self.module(of: dependency.name), other != module else { continue }
        requirements[module, default: []].insert(other)
      }
    }
    return requirements
  }

  private func isPartOfLaunch(_ node: String) -> Bool {
    guard case .task(let module, let index) = work[node] else { return true }
    return manifests[module].kind == .function
      || manifests[module].launches(with: manifests[module].tasks[index])
  }

  /// A module and all that requires it, each with the one by which it was reached.
  func dependents(of module: Int, in plan: LaunchPlan) -> [Int: Int] {
    var dependents: [Int: [Int]] = [:]
    for (other, needs) in requirements(in: plan) {
      for need in needs { dependents[need, default: []].append(other) }
    }
    var reached = [module: module]
    var open = [module]
    while let next = open.popLast() {
      for other in dependents[next, default: []].sorted() where reached[other] == nil {
        reached[other] = next
        open.append(other)
      }
    }
    return reached
  }

  /// The same application with some modules off.
  func without(_ reasons: [ModuleName: OffReason]) -> LaunchAssembly {
    LaunchAssembly(
      manifests, skipped: skipped.merging(reasons) { own, _ in own }, provided: provided,
      choices: choices,
      milestones: graph.milestones)
  }
}
