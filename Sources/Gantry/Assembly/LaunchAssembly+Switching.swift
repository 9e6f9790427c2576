// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

extension LaunchAssembly {
  /// The module that a node belongs to.
  func module(of node: String) -> Int? {
    switch work[node] {
    case .create(let module, _), .finish(let module), .listen(let module), .task(let module, _):
      module
    case nil: nil
    }
  }

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
