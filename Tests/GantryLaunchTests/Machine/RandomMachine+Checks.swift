// SPDX-License-Identifier: Apache-2.0

import TestRounds

@testable import GantryLaunch

/// What always holds.
extension RandomMachine {
  /// Checks that a node settles once a life: a node that has settled is told only after its return.
  mutating func checkOutcomes(_ before: Machine, _ actions: [Machine.Action]) {
    var told: Set<Int> = []
    var isBack = false
    // The last body of a module may let it come back, so that its node waits again.
    let returns = actions.contains { if case .announce = $0 { true } else { false } }
    for action in actions {
      if case .announce = action { isBack = true }
      guard case .settled(let ticket, let outcome) = action else { continue }
      if !told.insert(ticket.node).inserted || !isBack && before.nodes[ticket.node].outcome != nil {
        fail("\(wiring.name(of: ticket.node)) settles twice")
      }
      if !returns, machine.nodes[ticket.node].outcome != outcome {
        fail("\(action) is not the outcome")
      }
    }
  }

  /// Checks that a module whose return was promised is going to come back in that return.
  mutating func checkPromise(of number: Int, _ input: Machine.Input) {
    guard case .switchedOn(let module) = input, let coming = machine.returns[number] else {
      return fail("\(input) promises no return")
    }
    let group =
      coming.nodes == nil ? (try? machine.returning(with: coming.root))?.group : coming.group
    if group?.contains(module) != true { fail("\(name(module)) does not come back") }
  }

  mutating func checkState(after input: Machine.Input) {
    let phases = machine.nodes.map(\.phase)
    let running = phases.count { $0 == .running }
    if machine.bodies != running + machine.strays.count { fail("bodies after \(input)") }
    if machine.active != phases.count(where: { $0 == .running || $0 == .queued || $0 == .resting })
    {
      fail("active after \(input)")
    }
    if machine.unsettled != machine.nodes.count(where: { $0.outcome == nil }) {
      fail("unsettled after \(input)")
    }
    if machine.offCount != machine.modules.count(where: { $0.off != nil }) {
      fail("offCount after \(input)")
    }
    for (index, module) in machine.modules.enumerated() {
      let own = wiring.modules[index]
      if module.running != own.nodes.count(where: { phases[$0] == .running }) {
        fail("running of \(name(index)) after \(input)")
      }
      guard module.off == nil else { continue }
      for other in own.requirements
      where machine.modules[other].off != nil && !machine.hasNothing(index) {
        fail("\(name(index)) is on without \(name(other)) after \(input)")
      }
    }
    if machine.isClosed, !waits.isEmpty { fail("the run is closed, but \(waits) are not answered") }
    checkWaits(after: input)
    checkStages(after: input)
    if machine.isOpen, running == 0 { checkRest(after: input) }
  }

  /// Checks that no wait is left that could be answered.
  private mutating func checkWaits(after input: Machine.Input) {
    guard random.chance(20) else { return }
    for (goal, caller) in waits.values {
      var copy = machine
      if copy.handle(.awaited(.max, goal, by: caller)) != [] {
        fail("\(goal) by \(String(describing: caller)) is not answered after \(input)")
      }
    }
  }

  /// Checks that no node runs before its stage is open and its milestones are reached.
  private mutating func checkStages(after input: Machine.Input) {
    for (node, record) in machine.nodes.enumerated() where record.outcome == nil {
      let milestones = wiring.plan.tasks[node].milestones
      if record.phase != .waiting,
        !record.isStageOpen || !milestones.allSatisfy(machine.reached.contains)
      {
        fail("\(wiring.name(of: node)) runs too early after \(input)")
      }
    }
  }

  /// Checks that nothing is lost when no body runs.
  private mutating func checkRest(after input: Machine.Input) {
    guard !machine.modules.contains(where: { $0.presence == .leaving }),
      // Bodies that have timed out may keep all places.
      !machine.nodes.contains(where: { $0.phase == .resting || $0.phase == .queued })
    else { return }
    counts["rest", default: 0] += 1
    let isDormant = machine.dormantNodes()
    if !machine.isReady { fail("not ready after \(input)") }
    if !machine.departures.isEmpty { fail("a departure stands still after \(input)") }
    for (node, record) in machine.nodes.enumerated() {
      let name = wiring.name(of: node)
      if record.isStageOpen, !wiring.traits[node].followsTasks, let other = unasked(of: node) {
        fail("\(name) waits for \(other), which nobody asks for, after \(input)")
      }
      switch record.outcome {
      case nil: if !isDormant[node] { fail("\(name) hangs after \(input)") }
      case let outcome? where outcome.isWithoutRunning:
        guard wiring.module(of: node).map({ machine.modules[$0].off == nil }) ?? true else {
          continue
        }
        for cause in causes(of: outcome)
        where machine.nodes[wiring.positions[cause] ?? node].outcome == .succeeded {
          fail("\(name) is held back by \(cause), which succeeded, after \(input)")
        }
      default: break
      }
    }
  }

  /// Returns a dependency that a node waits for, directly or through others, and whose stage isn't
  /// open.
  private func unasked(of node: Int) -> String? {
    var open = [node]
    while let next = open.popLast() {
      guard machine.nodes[next].phase == .waiting else { continue }
      guard machine.nodes[next].isStageOpen else { return wiring.name(of: next) }
      open += machine.unsettledDependencies(of: next)
    }
    return nil
  }

  /// Returns the names of the nodes because of which one did not run.
  private func causes(of outcome: LaunchOutcome) -> [String] {
    switch outcome {
    case .blocked(let chain): chain
    case .skipped(let chain):
      chain.compactMap { if case .requires(let name) = $0.reason { name } else { nil } }
    default: []
    }
  }

  /// Lets everything end but the body of one node or the shutdown of one module, and returns the
  /// waits that are left.
  mutating func drain(but caller: Int? = nil, _ closing: Int? = nil) -> [Machine.Goal] {
    while problem == nil {
      if let ticket = bodies.keys.filter({ $0.node != caller })
        .min(by: { ($0.node, $0.attempt) < ($1.node, $1.attempt) })
      {
        if bodies[ticket] == false {
          take(.began(ticket))
          // A stray that never began only returns.
          if bodies[ticket] == false {
            bodies[ticket] = nil
            old.append(ticket)
          }
        } else {
          end(ticket, .succeeded)
        }
      } else if !resting.isEmpty {
        rest()
      } else if !gone(but: closing) {
        break
      }
    }
    return waits.values.map(\.goal)
  }

  /// Waits in the name of each running body and each shutdown, and tells whether something else than
  /// the caller holds up the answer.
  mutating func hasSelfWait() -> String? {
    guard machine.isOpen else { return nil }
    for ticket in bodies.keys where bodies[ticket] == true && machine.runs(ticket) {
      let problem = selfWait(of: .node(ticket.node), .quiet) { $0.drain(but: ticket.node) }
      if let problem { return problem }
    }
    for module in machine.modules.indices where machine.modules[module].presence == .leaving {
      let problem = selfWait(of: .module(module)) { $0.drain(but: nil, module) }
      if let problem { return problem }
    }
    return nil
  }

  private func selfWait(
    of caller: Machine.Caller, _ goals: Machine.Goal..., drain: (inout Self) -> [Machine.Goal]
  ) -> String? {
    var copy = self
    copy.waits = [:]
    copy.machine.waits = []
    copy.machine.outcomeWaits = [:]
    for goal in goals + departures.map({ .gone($0) }) + returns.map({ .returned($0) }) {
      copy.lastWait += 1
      copy.waits[copy.lastWait] = (goal, caller)
      copy.take(.awaited(copy.lastWait, goal, by: caller))
    }
    let left = drain(&copy)
    return copy.problem ?? (left.isEmpty ? nil : "\(caller) waits for itself by \(left)")
  }

  /// Ends the run, and returns what went wrong, or nil.
  mutating func finish() -> String? {
    take(.stop)
    _ = drain()
    take(.close)
    _ = drain()
    if problem == nil, !machine.isClosed { return "does not close" }
    for (node, record) in machine.nodes.enumerated() where record.outcome == nil {
      fail("\(wiring.name(of: node)) has no outcome")
    }
    return problem
  }
}

extension Machine {
  /// Whether a module did not launch and left nothing, so that it needs nothing.
  func hasNothing(_ module: Int) -> Bool {
    launchOutcome(module).map { $0 != .succeeded } == true
      && modules[module].presence == .absent
      && wiring.modules[module].nodes.allSatisfy { nodes[$0].outcome != nil }
  }
}
