// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices

extension LaunchAssembly {
  /// The nodes of a graph that is being built.
  struct Draft {
    let manifests: [ModuleManifest]
    let skipped: [ModuleName: OffReason]
    private let heads: [String: String]
    var nodes: [LaunchNode] = []
    private(set) var work: [String: Work] = [:]
    /// The first node of each module, and each task that takes something.
    private(set) var headIndices: [String: Int] = [:]

    init(manifests: [ModuleManifest], skipped: [ModuleName: OffReason]) {
      self.manifests = manifests
      self.skipped = skipped
      heads = Dictionary(
        manifests.map { ($0.name.rawValue, LaunchAssembly.head(of: $0)) },
        uniquingKeysWith: { first, _ in first })
      let count = manifests.reduce(0) { $0 + ($1.tasks.isEmpty ? 1 : $1.tasks.count + 2) }
      nodes.reserveCapacity(count)
      work.reserveCapacity(count)
      headIndices.reserveCapacity(manifests.count)
    }

    mutating func add(_ index: Int) {
      let manifest = manifests[index]
      if manifest.kind == .function {
        addFunction(manifest, index)
      } else if manifest.launchesWithTasks {
        addModule(manifest, index)
      } else {
        var node = creationNode(
          manifest, named: manifest.name.rawValue, as: .launch, finishes: true)
        node.edges = edges(manifest.options.dependencies, at: manifest.declaredAt)
        append(node, .create(module: index, finishes: true), isHeadOf: manifest)
        addTasks(manifest, index)
      }
      addListening(manifest, index)
      addReport(manifest, index)
    }

    /// Adds a node that waits until the module reports that it is ready.
    private mutating func addReport(_ manifest: ModuleManifest, _ index: Int) {
      guard let name = LaunchAssembly.report(of: manifest) else { return }
      var node = moduleNode(manifest, named: name, as: .task)
      node.edges = [
        LaunchEdge(
          .requires, manifest.name.rawValue, declaredAt: manifest.declaredAt, reason: .part)
      ]
      append(node, .report(module: index))
    }

    /// Adds a node that lets a module handle events, if its after-ready tasks must succeed first.
    private mutating func addListening(_ manifest: ModuleManifest, _ index: Int) {
      let tasks = manifest.tasksBeforeEvents
      guard !tasks.isEmpty else { return }
      var node = moduleNode(
        manifest, named: manifest.name.listening.rawValue, as: .handlers)
      node.stage = max(.afterReady, manifest.stage)
      node.isEssential = false
      let enabled = tasks.filter { skipped[$0.name] == nil }.map(\.name.rawValue)
      node.edges = ([manifest.name.rawValue] + enabled).map {
        LaunchEdge(.requires, $0, declaredAt: manifest.declaredAt, reason: .part)
      }
      append(node, .listen(module: index))
    }

    /// For each request, adds an edge from the consumer's start to the provider: from a module or
    /// task to the launch of a module, or to the task that returns the value.
    mutating func add(_ bindings: [ServiceBinding]) {
      for binding in bindings {
        let request = binding.request
        // A service that is used lazily is resolved when it is requested; the application always
        // exists.
        guard request.kind != .lazy,
          binding.provider?.provider != ApplicationService.provider,
          let provider = binding.provider,
          let head = headIndices[request.consumer.rawValue]
        else { continue }
        nodes[head].edges.append(request.edge(to: provider, from: work[nodes[head].name]))
      }
    }

    private mutating func addFunction(_ manifest: ModuleManifest, _ index: Int) {
      guard let task = manifest.tasks.first else {
        var node = moduleNode(manifest, named: manifest.name.rawValue, as: .launch)
        node.isJoin = true
        node.edges = edges(manifest.options.dependencies, at: manifest.declaredAt)
        append(node, .create(module: index, finishes: true), isHeadOf: manifest)
        return
      }
      var node = taskNode(task, of: manifest)
      node.name = manifest.name.rawValue
      // A list stores its options for a function in the options of the whole manifest.
      node.priority = manifest.options.priority
      node.edges += edges(manifest.options.dependencies, at: manifest.declaredAt)
      append(node, .task(module: index, index: 0), isHeadOf: manifest)
      if !manifest.handlers.isEmpty || !manifest.routes.isEmpty {
        addHandlers(of: manifest, index, node)
      }
    }

    /// Adds a node that lets a function hear events once its task has succeeded.
    private mutating func addHandlers(
      of manifest: ModuleManifest, _ index: Int, _ task: LaunchNode
    ) {
      var node = LaunchNode(
        manifest.name.listening.rawValue, owner: manifest.name, role: .handlers,
        stage: max(.beforeReady, task.stage), isAsynchronous: true, priority: task.priority,
        tieBreak: task.tieBreak,
        declaredAt: manifest.declaredAt, isJoin: true)
      node.edges = [
        LaunchEdge(.requires, task.name, declaredAt: manifest.declaredAt, reason: .part)
      ]
      append(node, .create(module: index, finishes: true))
    }

    private mutating func addModule(_ manifest: ModuleManifest, _ index: Int) {
      var head = creationNode(
        manifest, named: LaunchAssembly.head(of: manifest), as: .creation, finishes: false)
      head.edges = edges(
        manifest.options.dependencies.filter { !$0.kind.isReversed }, at: manifest.declaredAt)
      append(head, .create(module: index, finishes: false), isHeadOf: manifest)
      let own = addTasks(manifest, index)
      var launched = finishNode(manifest)
      launched.edges = edges(
        manifest.options.dependencies.filter(\.kind.isReversed), at: manifest.declaredAt)
      launched.edges += ([head.name] + own).map {
        LaunchEdge(.requires, $0, declaredAt: manifest.declaredAt, reason: .part)
      }
      append(launched, .finish(module: index))
    }

    /// Adds the module's tasks, each after the one above it in its stage.
    ///
    /// - Returns: The names of the enabled tasks that the module launches with.
    @discardableResult
    private mutating func addTasks(_ manifest: ModuleManifest, _ index: Int) -> [String] {
      var previous: [LaunchStage: String] = [:]
      var launching: [String] = []
      let head = LaunchAssembly.head(of: manifest)
      for (position, task) in manifest.tasks.enumerated() {
        var node = taskNode(task, of: manifest)
        // By its own stage: if the module was moved to a later one, its before-ready tasks still
        // have to end before it counts as launched.
        let own = task.options.stage
        let isPart = manifest.launches(with: task)
        let start = isPart ? head : manifest.name.rawValue
        node.edges.append(
          LaunchEdge(.requires, start, declaredAt: task.declaredAt, reason: .owner))
        if !task.options.isConcurrent {
          if let above = previous[own] {
            node.edges.append(
              LaunchEdge(.after, above, declaredAt: task.declaredAt, reason: .sequence))
          }
          previous[own] = node.name
        }
        if isPart && node.skipped == nil { launching.append(node.name) }
        if !task.options.takes.isEmpty { headIndices[node.name] = nodes.count }
        append(node, .task(module: index, index: position))
      }
      return launching
    }

    private mutating func append(
      _ node: LaunchNode, _ what: Work, isHeadOf manifest: ModuleManifest? = nil
    ) {
      if let manifest { headIndices[manifest.name.rawValue] = nodes.count }
      nodes.append(node)
      work[node.name] = what
    }

    /// Returns the node that creates a module. An `init` that is known not to suspend waits for its
    /// turn in the lane, like a task.
    private func creationNode(
      _ manifest: ModuleManifest, named name: String, as role: LaunchNode.Role, finishes: Bool
    ) -> LaunchNode {
      var node = moduleNode(manifest, named: name, as: role)
      node.lane = manifest.lane
      node.isAsynchronous =
        manifest.mayInitSuspend || (finishes && manifest.mayProvisionsSuspend)
      return node
    }

    /// Returns the node for "the module has launched": a join, unless the module provides something
    /// that must be read.
    private func finishNode(_ manifest: ModuleManifest) -> LaunchNode {
      var node = moduleNode(manifest, named: manifest.name.rawValue, as: .launch)
      if manifest.services.isEmpty {
        node.isJoin = true
      } else if manifest.lane == .main, !manifest.mayProvisionsSuspend {
        node.lane = .main
        node.isAsynchronous = false
      }
      return node
    }

    private func moduleNode(
      _ manifest: ModuleManifest, named name: String, as role: LaunchNode.Role
    ) -> LaunchNode {
      LaunchNode(
        name, owner: manifest.name, role: role, stage: manifest.stage, isAsynchronous: true,
        priority: manifest.options.priority,
        tieBreak: manifest.options.listPosition, isEssential: manifest.options.isEssential,
        declaredAt: manifest.declaredAt, skipped: skipped[manifest.name])
    }

    private func taskNode(
      _ task: ModuleManifest.LaunchTask, of manifest: ModuleManifest
    ) -> LaunchNode {
      let options = task.options
      var edges = edges(options.dependencies, at: task.declaredAt)
      if let milestone = options.milestone {
        edges.append(.milestone(milestone, declaredAt: task.declaredAt))
      }
      return LaunchNode(
        task.name.rawValue, owner: manifest.name, role: .task,
        // A first task can't be moved to its module's stage: the graph finds that as a fault.
        stage: options.stage == .first ? .first : max(options.stage, manifest.options.stage),
        lane: task.lane,
        isAsynchronous: task.isAsynchronous,
        priority: options.priority ?? manifest.options.priority,
        tieBreak: manifest.options.listPosition, edges: edges,
        isEssential: options.isEssential || manifest.options.isEssential,
        timeout: options.timeout, retry: options.retry, declaredAt: task.declaredAt,
        skipped: skipped[task.name] ?? skipped[manifest.name])
    }

    /// Returns edges of the graph. One that holds up another module holds up its start, not the end
    /// of its launch.
    private func edges(_ list: [ModuleDependency], at location: String) -> [LaunchEdge] {
      list.map { edge in
        let target = edge.target.rawValue
        return LaunchEdge(
          edge.kind, edge.kind.isReversed ? heads[target] ?? target : target,
          declaredAt: edge.declaredAt ?? location)
      }
    }
  }
}

extension ServiceRequest {
  /// Returns the edge from the consumer to the provider of the service.
  ///
  /// - Parameters:
  ///   - provider: The module or task that provides it.
  ///   - consumer: The work of the consumer's node.
  func edge(
    to provider: ServiceDeclaration, from consumer: LaunchAssembly.Work?
  ) -> LaunchEdge {
    let injection: LaunchEdge.Injection =
      switch kind {
      case .required, .optional: .one
      case .all: .all
      case .lazy: .lazy
      }
    let isTask = if case .task? = consumer { true } else { false }
    return LaunchEdge(
      kind == .required ? .requires : .wants, provider.provider.rawValue, declaredAt: declaredAt,
      reason: isTask ? .result(type: type.name) : .service(type: type.name, injection))
  }
}

extension ModuleManifest {
  /// The services of the module and the results of its tasks.
  var offers: [ServiceDeclaration] { services + tasks.compactMap(\.result) }
}

extension ModuleManifest.LaunchTask {
  /// The value that the task returns, as a service; nil if it returns none.
  var result: ServiceDeclaration? {
    options.returns.map { ServiceDeclaration(result: $0, of: name, declaredAt: declaredAt) }
  }

  /// The values that the task takes, as requests for services.
  var requests: [ServiceRequest] {
    options.takes.map {
      ServiceRequest(
        $0.type, for: name, kind: $0.isOptional ? .optional : .required, declaredAt: declaredAt,
        isParameter: true)
    }
  }
}

extension LaunchAssembly.Draft {
  /// Adds the order of an ordered list: each entry that runs comes after the nearest one above it
  /// that runs. Call this when all other edges exist.
  mutating func addListOrder() {
    let listed = manifests.filter { $0.options.orderedAt != nil }
      .sorted { $0.options.listPosition < $1.options.listPosition }
    guard listed.count > 1 else { return }
    let off = skippedNodes()
    var above: [String] = []
    for manifest in listed where !off.contains(manifest.name.rawValue) {
      guard let head = headIndices[manifest.name.rawValue], let place = manifest.options.orderedAt
      else { continue }
      nodes[head].edges += above.map {
        LaunchEdge(.after, $0, declaredAt: place, reason: .list)
      }
      // Nothing waits for a module that may never be requested, so the order skips it.
      if nodes[head].stage != .onDemand { above = [] }
      above.append(manifest.name.rawValue)
    }
  }

  /// Returns the nodes that do not run: those that are off, and those with a requirement that does
  /// not run.
  private func skippedNodes() -> Set<String> {
    var dependents: [String: [String]] = [:]
    for node in nodes where node.skipped == nil {
      for edge in node.edges where edge.kind.needsTarget {
        let (first, later) =
          edge.kind.isReversed ? (node.name, edge.target) : (edge.target, node.name)
        dependents[first, default: []].append(later)
      }
    }
    return Set(reachedFrom: nodes.lazy.filter { $0.skipped != nil }.map(\.name), by: dependents)
  }
}
