// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension RunningModules {
  /// The launches that have not ended, and the application's own; the oldest first.
  var launches: [LaunchRun] { state.withLock { $0.launches.compactMap(\.run) } }

  /// Takes the application's own launch, which is going to run the bodies.
  func begin(_ launch: LaunchRun) {
    let order = state.withLock { state in
      state.launches.append(Launch(number: 0, run: launch))
      return state.lives.table.places
    }
    services.prepare(order: order) { [weak self] type, consumer throws(ServiceError) in
      try await self?.start(type, for: consumer)
    }
    router.onDemand { [weak self] owner in self?.expectRoutes(of: owner) ?? .allowed {} }
    startAtEvents()
  }

  /// The number of a launch that is going to be made.
  func nextLaunch() -> Int {
    state.withLock { state in
      state.lastLaunch += 1
      return state.lastLaunch
    }
  }

  /// Takes a launch of modules that come back or were added: they are on from now on, and others may
  /// wait for them.
  func add(_ launch: LaunchRun, number: Int, of modules: [Int]) {
    let (actions, table) = state.withLock { state in
      let (table, own) = (state.lives.table, Set(modules))
      state.launches.removeAll { $0.run == nil }
      state.launches.append(Launch(number: number, run: launch))
      for module in modules { state.named.subtract(table.nodes(of: module)) }
      let nodes = launch.plan.tasks.compactMap { table[$0.name] }
        .filter { table.module(of: $0).map(own.contains) == true }
      return (state.lives.handle(.relaunched(launch: number, modules, nodes: nodes)), table)
    }
    perform(actions, table)
    for module in modules { router.expect(owner: table.manifest(module).name.rawValue) }
    startAtEvents()
  }

  /// Carries a launch out that was added; it ends with the run at the latest.
  func execute(_ launch: LaunchRun) {
    let overrides = ServiceOverrides.current
    let execution = Task.detached { await overrides.apply { await launch.execute() } }
    state.withLock { state in
      guard let index = state.launches.firstIndex(where: { $0.run === launch }) else { return }
      state.launches[index].execution = execution
    }
  }

  /// Waits for the end of the launches that were added.
  func waitUntilExecuted() async {
    let executions = state.withLock { $0.launches.compactMap(\.execution) }
    for execution in executions { await execution.value }
  }

  /// The wait that holds a node up, in the launch that has a say in it.
  func launchWait(for name: String) -> LaunchWait? {
    let launch = state.withLock { state -> LaunchRun? in
      guard let node = state.lives.table[name] else { return nil }
      let number = state.lives.launch(of: node)
      return state.launches.first { $0.number == number }?.run
    }
    return launch?.wait(for: name)
  }

  /// Whether a node waits for something that may never come: a demand, or a milestone.
  func isDormant(_ name: String) -> Bool {
    switch launchWait(for: name)?.state {
    case .stage(.onDemand), .milestone: true
    default: false
    }
  }

  /// Whether a node was handed to another launch than the application's own.
  func isRelaunched(_ name: String) -> Bool {
    state.withLock { state in
      state.lives.table[name].map { state.lives.launch(of: $0) != 0 } ?? false
    }
  }

  /// Starts the tasks that wait for a milestone.
  ///
  /// - Returns: The tasks that need nothing but this milestone any more, in launch order.
  func reach(_ milestone: Milestone) -> [NodeID] {
    let caller = RunningNode.current(in: self)
    let (others, actions, table) = state.withLock { state in
      let others = state.lives.reached
      return (others, state.lives.handle(.reached(milestone)), state.lives.table)
    }
    let names = launches.flatMap {
      $0.tasks(
        behind: milestone, after: others, reachedBy: caller.map { table.name(of: $0) })
    }
    perform(actions, table)
    return names.compactMap { table[$0] }
  }

  /// Starts a task or a module that waits to be asked for, with its requirements.
  func demand(_ name: String) {
    if let node = table[name] { handle(.demanded(node)) }
  }

  /// Takes in that a node has settled in a launch.
  ///
  /// - Returns: Whether that launch has a say in the node: it was not switched off since, or handed
  ///   to a later launch.
  func settled(_ name: String, _ outcome: LaunchOutcome, in launch: Int) -> Bool {
    let (actions, table) = state.withLock {
      state -> ([ModuleLives.Action]?, NodeTable) in
      let table = state.lives.table
      guard let node = table[name], state.lives.has(launch, sayIn: node) else {
        return (nil, table)
      }
      return (state.lives.handle(.settled(node, outcome, launch: launch)), table)
    }
    guard let actions else { return false }
    perform(actions, table)
    return true
  }

  /// Whether the log names a failed node of a launch at once; until ready is announced, it names none.
  func isAnnounced(in launch: Int) -> Bool { launch > 0 || state.withLock(\.isAnnounced) }

  func announce() { state.withLock { $0.isAnnounced = true } }

  /// Whether the log has not named a node as not started in its launch; from now on it has.
  func isNews(_ name: ModuleName) -> Bool {
    state.withLock { state in
      state.lives.table[name.rawValue].map { state.named.insert($0).inserted } ?? true
    }
  }
}
