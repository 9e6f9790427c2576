// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices

/// The launch graph of an application, built from its manifests; pure data.
///
/// A module with before-ready tasks has three kinds of nodes: `Orders.init` creates it, its tasks
/// follow, and `Orders` means "Orders has launched". A module with only on-demand tasks, which
/// launches with them, also has all three. Any other module has a single node, `Orders`.
final class LaunchAssembly: Sendable {
  /// The work of a node of the graph.
  enum Work: Sendable, Equatable {
    case create(module: Int, finishes: Bool)
    case task(module: Int, index: Int)
    case finish(module: Int)
    /// Lets a module handle events, once its after-ready tasks have succeeded.
    case listen(module: Int)
    /// Waits until a module reports that its long-running work is ready.
    case report(module: Int)

    /// The module that the work belongs to.
    var module: Int {
      switch self {
      case .create(let module, _), .finish(let module), .listen(let module), .report(let module),
        .task(let module, _):
        module
      }
    }
  }

  let manifests: [ModuleManifest]
  let wiring: ServiceWiring
  /// The types of services that a module creates for each consumer.
  let made: Set<ObjectIdentifier>
  let graph: LaunchGraph
  let work: [String: Work]
  /// The reasons why modules and tasks are off, by name.
  let skipped: [ModuleName: OffReason]
  /// The services of the application itself.
  let provided: [ServiceDeclaration]

  /// Assembles the graph.
  ///
  /// - Parameters:
  ///   - manifests: Modules with distinct names, sorted by name.
  ///   - skipped: The reasons why modules and tasks are off, by name.
  ///   - provided: The services of the application itself.
  ///   - milestones: The milestones that the app declares.
  init(
    _ manifests: [ModuleManifest], skipped: [ModuleName: OffReason],
    provided: [ServiceDeclaration] = [], milestones: [Milestone]
  ) {
    self.manifests = manifests
    self.skipped = skipped
    self.provided = provided
    let off = Self.closure(of: skipped, in: manifests)
    wiring = Self.wire(manifests, off: off, provided: provided)
    made = Set(
      manifests.flatMap(\.services).filter { $0.scope != .shared }.map(\.type.id))
    var draft = Draft(manifests: manifests, skipped: skipped)
    for index in manifests.indices { draft.add(index) }
    draft.add(wiring.bindings)
    draft.addListOrder()
    graph = LaunchGraph(
      nodes: draft.nodes, milestones: Self.milestones(of: manifests, declared: milestones))
    work = draft.work
  }

  /// Returns the milestones that the app declares, and others that tasks wait for; a module may
  /// reach those, or nothing may.
  private static func milestones(
    of manifests: [ModuleManifest], declared: [Milestone]
  ) -> [Milestone] {
    var known = Set(declared)
    return declared
      + manifests.lazy.flatMap(\.tasks).compactMap(\.options.milestone)
      .filter { known.insert($0).inserted }
  }

  /// Wires the services of modules and the results of tasks.
  ///
  /// Modules and tasks that are on take precedence over those that are off. If all providers of a
  /// type are off, one of them represents the others. Its consumers are then skipped with it,
  /// instead of missing a provider.
  private static func wire(
    _ manifests: [ModuleManifest], off: Set<ModuleName>, provided: [ServiceDeclaration]
  ) -> ServiceWiring {
    var present = provided
    var absent: [ServiceDeclaration] = []
    var requests: [ServiceRequest] = []
    for manifest in manifests {
      let isOff = off.contains(manifest.name)
      if isOff { absent += manifest.services } else { present += manifest.services }
      // A module that injects all services of a type allows several providers, even while it is
      // off.
      requests += isOff ? manifest.injections.filter { $0.kind == .all } : manifest.injections
      for task in manifest.tasks {
        let isOff = isOff || off.contains(task.name)
        let result = task.result.map { [$0] } ?? []
        if isOff { absent += result } else { present += result }
        if !isOff { requests += task.requests }
      }
    }
    var types = Set(present.map(\.type))
    let substitutes = absent.filter { types.insert($0.type).inserted }
    return ServiceWiring.wire(present + substitutes, requests)
  }

  /// Returns the modules that are off, and those that require one of them.
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

  /// Returns the name of the node that waits until a module reports that it is ready, which is that
  /// of its work; nil if nothing waits for that.
  ///
  /// A module that launches on demand has none, since nobody would demand it.
  static func report(of manifest: ModuleManifest) -> String? {
    guard manifest.stage != .onDemand else { return nil }
    return manifest.runs.first { $0.options.ready == .whenReported }
      .map { manifest.name(of: $0).rawValue }
  }

  /// Returns the name of the node that creates a module, or binds the handlers of a function.
  static func creation(of manifest: ModuleManifest) -> String {
    manifest.kind == .function && !manifest.tasks.isEmpty
      ? manifest.name.listening.rawValue : head(of: manifest)
  }

  /// Returns the name of the node that starts a module; for a function, its own name.
  static func head(of manifest: ModuleManifest) -> String {
    manifest.launchesWithTasks && manifest.kind == .module
      ? manifest.name.creation.rawValue : manifest.name.rawValue
  }
}

extension ModuleManifest {
  /// The stage in which the module is created; if it only has on-demand tasks, at first use.
  var stage: LaunchStage { isOnDemand ? .onDemand : options.stage }

  private var isOnDemand: Bool {
    !tasks.isEmpty && tasks.allSatisfy { $0.options.stage == .onDemand }
  }

  /// Whether the module's launch includes a task.
  ///
  /// This is so for its before-ready tasks. If the module launches at first use, it is also so for
  /// its on-demand tasks that wait for no milestone.
  func launches(with task: LaunchTask) -> Bool {
    task.options.stage <= .beforeReady || isOnDemand && task.options.milestone == nil
  }

  /// Whether a step of the launch runs on the launch's own threads, since it may block one.
  ///
  /// This applies to reading provided services, and to an `init` that is not known to suspend.
  func mayBlock(creates: Bool, finishes: Bool) -> Bool {
    lane == .background && (creates && !isInitAsynchronous || finishes && !services.isEmpty)
  }

  /// Whether the module's launch includes tasks of its own.
  var launchesWithTasks: Bool { tasks.contains(where: launches(with:)) }
}

extension LaunchAssembly {
  /// The edges that order nothing in this launch, by node: to services that are used lazily, and
  /// from modules and tasks that do not run.
  var idleEdges: [String: [LaunchEdge]] {
    var edges: [String: [LaunchEdge]] = [:]
    for binding in wiring.bindings where binding.request.kind == .lazy {
      guard let module = index(of: binding.request.consumer) else { continue }
      add(binding.request, binding.provider, to: Self.head(of: manifests[module]), &edges)
    }
    guard !skipped.isEmpty else { return edges }
    let off = Self.closure(of: skipped, in: manifests)
    for manifest in manifests {
      let isOff = off.contains(manifest.name)
      // Requests for all services of a type are bound, whether the module runs or not.
      for request in manifest.injections where isOff && request.kind != .all {
        add(request, wiring.providers[request.type], to: Self.head(of: manifest), &edges)
      }
      for task in manifest.tasks where isOff || off.contains(task.name) {
        for request in task.requests {
          add(request, wiring.providers[request.type], to: task.name.rawValue, &edges)
        }
      }
    }
    return edges
  }

  private func add(
    _ request: ServiceRequest, _ provider: ServiceDeclaration?, to node: String,
    _ edges: inout [String: [LaunchEdge]]
  ) {
    guard let provider, provider.provider != ApplicationService.provider else { return }
    edges[node, default: []].append(request.edge(to: provider, from: work[node]))
  }
}

extension LaunchAssembly {
  /// Returns the module that a node belongs to.
  func module(of node: String) -> Int? { work[node]?.module }

  /// Returns the index of a module, by name.
  func index(of name: ModuleName) -> Int? {
    // A module with a node of its own is found by its node.
    if let module = module(of: name.rawValue), manifests[module].name == name { return module }
    return manifests.firstIndex { $0.name == name }
  }

  /// Returns the modules that each module cannot run without, each once.
  ///
  /// Requirements of later tasks don't count, since the module can run without those tasks.
  ///
  /// - Parameter plan: The plan of the graph.
  func requirements(in plan: LaunchPlan) -> [Int: Set<Int>] {
    var requirements: [Int: Set<Int>] = [:]
    for task in plan.tasks {
      let node = task.name.rawValue
      guard let module = module(of: node), isPartOfLaunch(node) else { continue }
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
}
