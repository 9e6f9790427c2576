// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

extension ModuleHost {
  /// The health of the modules, and of closures with long-running work, sorted by name.
  ///
  /// - Complexity: O(V + E) of the launch. Nothing is copied for a module that is well.
  var health: [ApplicationHealth.Module] {
    guard let (facts, ends) = driver?.read({ ($0.moduleFacts(), ends(in: $0)) }) else { return [] }
    let (runs, reports) = state.withLock { state in
      // An instance is large, and most modules have no long-running work.
      let runs = assembly.manifests.indices.map { module in
        assembly.manifests[module].runs.isEmpty ? nil : state.instances[module]?.runs
      }
      return (runs, state.reports)
    }
    return facts.indices.compactMap { module in
      guard assembly.manifests[module].hasHealth, let launch = wiring.modules[module].launch
      else { return nil }
      let condition = LaunchedCondition(
        facts[module].flaws, runs[module], reports[module], leftOut[module])
      return ApplicationHealth.Module(
        name: wiring.modules[module].name,
        state: ends[module] ?? state(of: module, facts[module], condition),
        isEssential: assembly.manifests[module].isEssential,
        isPartOfReady: wiring.plan.tasks[launch].stage <= .beforeReady)
    }
  }

  /// Returns the state of a module that launches, has launched or was shut down.
  private func state(
    of module: Int, _ facts: Machine.ModuleFacts, _ condition: LaunchedCondition
  ) -> ModuleState {
    if facts.isOver { return .stopped }
    if facts.outcome == .succeeded { return state(ofLaunched: module, condition) }
    return facts.isDormant ? .waiting : .launching
  }

  /// Returns the state of a module that has launched, for its health and its explanation.
  func state(ofLaunched module: Int, _ condition: LaunchedCondition) -> ModuleState {
    let health = condition.health
    return health == .good && awaitsReport(of: module) ? .launching : .launched(health)
  }

  /// Returns the states of the modules that did not launch, as explanations have them.
  private func ends(in machine: Machine) -> [Int: ModuleState] {
    var search: LaunchExplainer<LaunchPlan.Task>?
    var ends: [Int: ModuleState] = [:]
    for (number, module) in wiring.modules.enumerated() {
      guard let launch = module.launch, let outcome = machine.nodes[launch].outcome,
        outcome != .succeeded
      else { continue }
      var own = search ?? LaunchExplainer("", in: machine)
      own.name = module.name
      ends[number] = own.explanation().state
      search = own
    }
    return ends
  }

  /// Returns the condition of a module that has launched.
  func condition(of module: Int, _ machine: Machine) -> LaunchedCondition {
    let (runs, report) = state.withLock { ($0.instances[module]?.runs, $0.reports[module]) }
    return LaunchedCondition(machine.flaws(of: module), runs, report, leftOut[module])
  }
}

extension ModuleManifest {
  /// Whether it is a module, or lives as long as one.
  var hasHealth: Bool { kind == .module || !runs.isEmpty }
}
