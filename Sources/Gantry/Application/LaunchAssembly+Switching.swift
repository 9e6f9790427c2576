// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchAssembly {
  /// The module that a node belongs to.
  func module(of node: String) -> Int? {
    switch work[node] {
    case .create(let module, _), .finish(let module), .listen(let module), .task(let module, _):
      module
    case nil: nil
    }
  }

  /// The position of a module, by name.
  func index(of name: ModuleName) -> Int? {
    // Whatever has a node of its own is found by that.
    if let module = module(of: name.rawValue), manifests[module].name == name { return module }
    return manifests.firstIndex { $0.name == name }
  }

  /// For each module, those that it cannot run without, each once.
  ///
  /// What only a later task of a module requires is nothing that the module cannot run without.
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
      || manifests[module].tasks[index].options.stage == .beforeReady
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

  /// The nodes of some modules, as a graph of their own: what they need beside it has launched.
  ///
  /// - Parameters:
  ///   - modules: The modules that are to launch again.
  ///   - reached: Milestones that nobody waits for any more.
  ///   - isOpen: Whether a node still belongs to a launch that goes on.
  func graph(
    of modules: Set<Int>, reached: Set<Milestone>, leavingOut isOpen: (String) -> Bool
  ) -> LaunchGraph {
    let own = graph.nodes.filter { node in
      module(of: node.name).map(modules.contains) == true && !isOpen(node.name)
    }
    let milestones = graph.milestones.filter { !reached.contains($0) }
    let names = Set(own.map(\.name)).union(milestones.map(\.name))
    let nodes = own.map { node in
      var node = node
      node.edges.removeAll { !names.contains($0.target) }
      return node
    }
    return LaunchGraph(nodes: nodes, milestones: milestones)
  }

  /// The nodes of modules that came later, as a graph of their own.
  ///
  /// What one of them waits for and has not succeeded has a stand-in there, of the same name. It is
  /// too late for what wants to come before others that have launched.
  ///
  /// - Parameters:
  ///   - modules: The modules that came later.
  ///   - reached: Milestones that nothing waits for any more.
  ///   - standIn: Makes a node for one that is to be waited for; nil where it has succeeded.
  func graph(
    adding modules: Range<Int>, reached: Set<Milestone>,
    standIn: (LaunchNode) -> LaunchNode?
  ) -> (graph: LaunchGraph, standIns: [String]) {
    let isNew = { (name: String) in self.module(of: name).map(modules.contains) == true }
    let milestones = graph.milestones.filter { !reached.contains($0) }
    var own = graph.nodes.filter { isNew($0.name) }
    var names = Set(own.map(\.name)).union(milestones.map(\.name))
    let awaited = Set(own.flatMap(\.edges).filter { !$0.kind.isReversed }.map(\.target))
      .subtracting(names)
    let standIns = graph.nodes.filter { awaited.contains($0.name) }.compactMap(standIn)
    names.formUnion(standIns.map(\.name))
    for index in own.indices {
      own[index].edges.removeAll { edge in
        !names.contains(edge.target) || edge.kind.isReversed && !isNew(edge.target)
      }
    }
    return (
      LaunchGraph(nodes: own + standIns, milestones: milestones), standIns.map(\.name)
    )
  }

  /// The same application with some modules off.
  func without(_ reasons: [ModuleName: String]) -> LaunchAssembly {
    LaunchAssembly(
      manifests, skipped: skipped.merging(reasons) { own, _ in own }, provided: provided,
      choices: choices,
      milestones: graph.milestones)
  }
}
