// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import Synchronization

extension RunningModules {
  /// The launch that runs the bodies, and takes modules back; nil before it has begun, and once it
  /// is gone.
  var launch: LaunchRun? { state.withLock(\.launch) }

  /// Connects the modules with the launch that is going to run their bodies.
  func begin(_ launch: LaunchRun) {
    state.withLock { $0.launch = launch }
    services.prepare(order: table.places) { [weak self] type, consumer throws(ServiceError) in
      try await self?.start(type, for: consumer)
    } finding: { [weak self] type, provider in
      self?.end(of: provider, providing: type)
    }
    router.onDemand { [weak self] owner in self?.expectRoutes(of: owner) ?? .allowed {} }
    startAtEvents()
  }

  /// Lets modules launch that come back. They are on from now on, and others may wait for them.
  ///
  /// - Parameters:
  ///   - modules: The modules.
  ///   - isInside: Whether a task of the launch waits for them.
  /// - Returns: Their part of the launch, to wait for; nil if the run has ended.
  func takeBack(_ modules: [Int], isInside: Bool) -> LaunchPart? {
    let overrides = ServiceOverrides.current
    hasReturned.store(true, ordering: .releasing)
    let (actions, launch) = state.withLock { state in
      for node in modules.flatMap(table.nodes(of:)) {
        state.named.remove(node)
        state.overrides[node] = overrides
      }
      return (state.lives.handle(.returned(modules)), state.launch)
    }
    perform(actions)
    guard let launch, case .takeBack(let nodes, let missing)? = actions.last else { return nil }
    for module in modules { router.expect(owner: table.manifest(module).name) }
    let part = launch.takeBack(
      nodes.map(\.place), missing: Set(missing.map(\.place)), isInside: isInside)
    // These nodes were demanded before the launch took them back.
    let demanded = state.withLock { $0.lives.demanded.intersection(nodes) }
    for node in demanded.sorted() { launch.demand(table.name(of: node)) }
    startAtEvents()
    supervision.healthChanged()
    return part
  }

  /// Returns the wait that delays a node.
  func launchWait(for name: String) -> LaunchWait? { launch?.wait(for: name) }

  /// Whether a node waits for something that may never come: a demand or a milestone.
  func isDormant(_ name: String) -> Bool {
    switch launchWait(for: name)?.state {
    case .stage(.onDemand), .milestone: true
    default: false
    }
  }

  /// Whether the launch has taken a node back.
  func hasReturned(_ name: String) -> Bool {
    table[name].map { node in state.withLock { $0.lives.returned.contains(node) } } ?? false
  }

  /// Starts the tasks that wait for a milestone.
  ///
  /// - Returns: The tasks that only waited for this milestone, in launch order.
  func reach(_ milestone: Milestone) -> [NodeID] {
    let caller = RunningNode.current(in: self)
    let (others, actions, launch) = state.withLock { state in
      let others = state.lives.reached
      return (others, state.lives.handle(.reached(milestone)), state.launch)
    }
    let names = launch?.tasks(
      behind: milestone, after: others, reachedBy: caller.map { table.name(of: $0) })
    perform(actions)
    return names?.compactMap { table[$0] } ?? []
  }

  /// Starts an on-demand task or module, with its requirements.
  func demand(_ name: String) {
    if let node = table[name] { handle(.demanded(node)) }
  }

  /// Records the outcome of a node in the launch.
  ///
  /// - Returns: Whether its module is on, so that the outcome counts.
  func settled(_ name: String, _ outcome: LaunchOutcome) -> Bool {
    guard let node = table[name] else { return false }
    let (actions, output) = state.withLock { state in
      (
        state.lives.isOff(node) ? nil : state.lives.handle(.settled(node, outcome)),
        state.outputs.removeValue(forKey: node)
      )
    }
    // First, since the actions resume those that wait for the value.
    if let output { end(output, of: node, hasSucceeded: outcome == .succeeded) }
    guard let actions else { return false }
    perform(actions)
    guard table.isWhole(node) else { return true }
    if outcome == .succeeded, let module = table.module(of: node) { startRuns(of: module) }
    supervision.healthChanged()
    return true
  }

  /// Whether the log reports a failed node at once. Until ready is announced, this only applies to
  /// nodes that were taken back.
  func isNamedAtOnce(_ name: String) -> Bool {
    state.withLock(\.isAnnounced) || hasReturned(name)
  }

  func announce() { state.withLock { $0.isAnnounced = true } }

  /// Whether the log has yet to report that a node did not start; further calls return false.
  func isNews(_ name: ModuleName) -> Bool {
    guard let node = table[name.rawValue] else { return true }
    return state.withLock { $0.named.insert(node).inserted }
  }
}
