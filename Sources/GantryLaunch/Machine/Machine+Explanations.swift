// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Machine {
  /// Returns the tasks that a milestone releases, in launch order: those that wait for it, directly
  /// or through another task, and need no other milestone and no demand.
  ///
  /// - Parameters:
  ///   - milestone: The milestone that the app reaches.
  ///   - caller: The task that reaches the milestone, if any; tasks that wait for it are left out.
  /// - Returns: The tasks, without idle tasks, which start only when nothing else is left.
  /// - Complexity: O(V + E).
  package func tasks(behind milestone: String, reachedBy caller: Int?) -> [Int] {
    // Nothing after a milestone runs before *ready*, and *ready* waits for this caller.
    if let caller, !isReady, wiring.traits[caller].stage == .beforeReady { return [] }
    var isBehind = Array(repeating: false, count: nodes.count)
    var isHeld = isBehind
    for node in nodes.indices where nodes[node].outcome == nil {
      let task = wiring.plan.tasks[node]
      isBehind[node] = task.milestones.contains(milestone)
      isHeld[node] =
        node == caller || task.stage == .idle
        || task.stage == .onDemand && !nodes[node].isStageOpen
        || !task.milestones.allSatisfy { $0 == milestone || reached.contains($0) }
      for dependency in task.dependencies {
        isBehind[node] = isBehind[node] || isBehind[dependency.position]
        isHeld[node] = isHeld[node] || isHeld[dependency.position]
      }
    }
    return nodes.indices.filter { isBehind[$0] && !isHeld[$0] }
  }

  /// Finds the cause of a task's wait.
  ///
  /// Of several dependencies, the chain follows the one that has run the longest, then the first in
  /// launch order.
  ///
  /// - Parameters:
  ///   - node: The task.
  ///   - time: The time since the start of the launch.
  /// - Returns: The wait; nil if the task has settled.
  package func wait(of node: Int, at time: Duration = .zero) -> LaunchWait? {
    var ends = Array(repeating: -1, count: nodes.count)
    return wait(of: node, at: time, &ends)
  }

  /// Finds the causes of the waits of all tasks, as ``wait(of:at:)`` does.
  ///
  /// - Complexity: O(V + E), since many waits share the rest of their chain.
  package func waits(at time: Duration) -> [LaunchWait?] {
    var ends = Array(repeating: -1, count: nodes.count)
    return nodes.indices.map { wait(of: $0, at: time, &ends) }
  }

  /// Finds the cause of a task's wait.
  ///
  /// - Parameter ends: For each node, the end of its chain if that is known, otherwise -1.
  private func wait(of node: Int, at time: Duration, _ ends: inout [Int]) -> LaunchWait? {
    guard nodes[node].outcome == nil else { return nil }
    var path: [Int] = []
    var last = node
    while ends[last] < 0 {
      path.append(last)
      guard nodes[last].phase == .waiting, let next = holder(of: last) else {
        ends[last] = last
        break
      }
      last = next
    }
    last = ends[last]
    for step in path { ends[step] = last }
    let (chain, isShortened) = names(from: node, to: last)
    let began = nodes[last].phase == .running || nodes[last].phase == .resting
    let elapsed = began ? nodes[last].began.map { time - $0 } : nil
    return LaunchWait(
      chain: chain, isShortened: isShortened, state: state(of: last, hasBegun: elapsed != nil),
      lane: wiring.plan.tasks[last].lane, elapsed: elapsed)
  }

  /// Returns the names of a chain, and whether it is long and lacks those before its last one.
  private func names(from node: Int, to end: Int) -> ([ModuleName], isShortened: Bool) {
    var names: [ModuleName] = []
    var next: Int? = node
    while let step = next, step != end, names.count < LaunchChain.limit - 1 {
      names.append(wiring.name(of: step))
      next = holder(of: step)
    }
    return (names + [wiring.name(of: end)], next != end)
  }

  private func holder(of node: Int) -> Int? {
    var best: (node: Int, began: Duration)?
    for dependency in wiring.plan.tasks[node].dependencies {
      let first = dependency.position
      guard nodes[first].outcome == nil else { continue }
      let isUnderway = nodes[first].phase == .running || nodes[first].phase == .resting
      let began =
        isUnderway ? nodes[first].began ?? .seconds(Int64.max / 4) : .seconds(Int64.max / 2)
      if began < best?.began ?? .seconds(Int64.max) { best = (first, began) }
    }
    return best?.node
  }

  private func state(of node: Int, hasBegun: Bool) -> LaunchWait.State {
    switch nodes[node].phase {
    case .queued: return .queued
    case .resting:
      return .resting(attempt: Int(nodes[node].attempt) + 1, failure: nodes[node].failure ?? "")
    case .running, .settled: return hasBegun ? .running : .queued
    case .waiting: break
    }
    guard course != .waiting else { return .notStarted }
    let missing = wiring.plan.tasks[node].milestones.first { !reached.contains($0) }
    return missing.map { .milestone($0) } ?? .stage(wiring.plan.tasks[node].stage)
  }

  /// The waits of all tasks that have not returned, including bodies that have timed out and still
  /// run.
  package func openWaits(at time: Duration) -> [LaunchWait] {
    let late = Set(lateBodies.keys.map(\.node))
    let waits = waits(at: time)
    return nodes.indices.compactMap { node in
      if let wait = waits[node] { return wait }
      guard late.contains(node), let began = nodes[node].began else { return nil }
      return LaunchWait(
        chain: [wiring.name(of: node)], state: .running, lane: wiring.plan.tasks[node].lane,
        elapsed: time - began)
    }
  }
}
