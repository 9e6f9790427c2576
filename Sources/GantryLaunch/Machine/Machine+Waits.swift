// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

extension Machine {
  mutating func add(_ id: Int, _ goal: Goal, _ caller: Int?) -> Answer {
    if let answer = answer(to: goal, caller) {
      out.append(.resume(id, answer))
    } else if case .outcome(let node) = goal {
      outcomeWaits[node, default: []].append(id)
    } else {
      waits.append(Wait(id: id, goal: goal, caller: caller))
    }
    return .accepted
  }

  mutating func giveUp(_ id: Int) -> Answer {
    if let index = waits.firstIndex(where: { $0.id == id }) {
      waits.remove(at: index)
    } else if let node = outcomeWaits.first(where: { $0.value.contains(id) })?.key {
      outcomeWaits[node]?.removeAll { $0 == id }
    } else {
      return .refused(.stale)
    }
    out.append(.resume(id, .nothing))
    return .accepted
  }

  /// Answers the waits for the outcome of a node.
  mutating func answerOutcome(_ node: Int, _ outcome: LaunchOutcome) {
    for id in outcomeWaits.removeValue(forKey: node) ?? [] {
      out.append(.resume(id, .outcome(outcome)))
    }
  }

  /// Answers the waits for anything else whose goal is reached; those for outcomes are answered as
  /// the nodes settle, unless the run is over.
  mutating func answerWaits() {
    for wait in waits {
      guard let answer = answer(to: wait.goal, wait.caller) else { continue }
      waits.removeAll { $0.id == wait.id }
      out.append(.resume(wait.id, answer))
    }
    guard course == .closed, !outcomeWaits.isEmpty else { return }
    for id in outcomeWaits.values.joined().sorted() { out.append(.resume(id, .nothing)) }
    outcomeWaits = [:]
  }

  private func answer(to goal: Goal, _ caller: Int?) -> Resumption? {
    let isReached: Bool
    switch goal {
    case .outcome(let node):
      guard nodes.indices.contains(node) else { return .nothing }
      if let outcome = nodes[node].outcome { return .outcome(outcome) }
      isReached = false
    case .ready:
      if isReady { return .done }
      if let ending { return .ended(ending) }
      isReached = false
    case .quiet: isReached = isQuiet(leavingOut: caller)
    case .bodies: isReached = bodies == 0
    case .closed: isReached = course == .closed
    }
    if isReached { return .done }
    return course == .closed ? .nothing : nil
  }

  /// Whether nothing runs, and all nodes that are left need a milestone or a demand.
  private func isQuiet(leavingOut caller: Int?) -> Bool {
    guard course != .waiting else { return false }
    if active == 0 { return isReady || course != .open }
    // A caller before *ready* may hold up *ready* itself, so this doesn't wait for that.
    let left = nodesWaiting(for: caller)
    guard !left.isEmpty else { return false }
    return nodes.indices.allSatisfy { left.contains($0) || !isActive($0) }
  }

  /// Whether a node waits for a slot or its next attempt, or runs.
  private func isActive(_ node: Int) -> Bool {
    switch nodes[node].phase {
    case .queued, .resting, .running: true
    case .waiting, .settled: false
    }
  }

  /// Returns the node of a caller, and all that depend on it.
  private func nodesWaiting(for caller: Int?) -> Set<Int> {
    guard let node = caller else { return [] }
    var found: Set<Int> = [node]
    var open = [node]
    while let next = open.popLast() {
      for slot in wiring.range(of: next) {
        let later = Int(wiring[slot].task)
        if found.insert(later).inserted { open.append(later) }
      }
    }
    return found
  }

  /// Returns, for each node, whether it waits for something that may never come: a demand or a
  /// milestone.
  package func dormantNodes() -> [Bool] {
    var isDormant = Array(repeating: false, count: nodes.count)
    for node in nodes.indices where nodes[node].phase == .waiting {
      isDormant[node] =
        !nodes[node].isStageOpen && wiring.traits[node].stage == .onDemand
        || !wiring.plan.tasks[node].milestones.allSatisfy(reached.contains)
        || wiring.plan.tasks[node].dependencies.contains { isDormant[$0.position] }
    }
    return isDormant
  }
}

// MARK: - Needs

extension Machine {
  /// Records that a node waits, and demands the provider that it waits for.
  ///
  /// A wait that would complete a cycle is refused, since its nodes would wait for each other
  /// forever.
  mutating func need(_ need: Need, by user: Int?) -> Answer {
    let awaited = awaitedNodes(for: need)
    if let user {
      if nodes[user].outcome == nil, let path = circle(from: awaited, to: user) {
        return .refused(.circle(path))
      }
      needs[user, default: []].append(need)
    }
    guard case .provider = need, isOpen || course == .waiting else { return .accepted }
    return demand(awaited)
  }

  mutating func obtain(_ need: Need, by user: Int) -> Answer {
    guard let index = needs[user]?.firstIndex(of: need) else { return .refused(.stale) }
    needs[user]?.remove(at: index)
    if needs[user]?.isEmpty == true { needs[user] = nil }
    return .accepted
  }

  /// The nodes that a need waits for.
  private func awaitedNodes(for need: Need) -> [Int] {
    switch need {
    case .provider(let provider): wiring.awaited(of: provider)
    case .ready where isReady: []
    case .ready:
      nodes.indices.filter { wiring.traits[$0].stage == .beforeReady && nodes[$0].outcome == nil }
    }
  }

  /// Returns the path of waits from a node that is still launching back to itself.
  ///
  /// A node that has settled waits for nothing, even if one of its dependencies still runs. For a
  /// node that represents its module, any node of that module completes the path.
  private func circle(from awaited: [Int], to user: Int) -> [Int]? {
    let module = wiring.isWhole(user) ? wiring.module(of: user) : nil
    var cameFrom: [Int: Int] = [:]
    var open = Array(awaited.filter { nodes[$0].outcome == nil }.reversed())
    for node in open { cameFrom[node] = node }
    while let node = open.popLast() {
      if node == user || module != nil && wiring.module(of: node) == module {
        var path = [user]
        var step = node
        while let previous = cameFrom[step], previous != step {
          step = previous
          path.append(previous)
        }
        return [user] + path.reversed()
      }
      let next =
        wiring.plan.tasks[node].dependencies.map(\.position)
        + needs[node, default: []].flatMap { awaitedNodes(for: $0) }
      // A node that has settled waits for nothing.
      for other in next where cameFrom[other] == nil && nodes[other].outcome == nil {
        cameFrom[other] = node
        open.append(other)
      }
    }
    return nil
  }
}
