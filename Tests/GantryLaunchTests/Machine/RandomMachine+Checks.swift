// SPDX-License-Identifier: Apache-2.0

import TestRounds

@testable import GantryLaunch

/// What always holds.
extension RandomMachine {
  /// Checks that a node settles once.
  mutating func checkOutcomes(_ before: Machine, _ actions: [Machine.Action]) {
    var told: Set<Int> = []
    for action in actions {
      guard case .settled(let ticket, let outcome) = action else { continue }
      if !told.insert(ticket.node).inserted || before.nodes[ticket.node].outcome != nil {
        fail("\(wiring.name(of: ticket.node)) settles twice")
      }
      if machine.nodes[ticket.node].outcome != outcome { fail("\(action) is not the outcome") }
    }
    for (node, record) in before.nodes.enumerated() {
      if let outcome = record.outcome, machine.nodes[node].outcome != outcome {
        fail("\(wiring.name(of: node)) no longer \(outcome)")
      }
    }
    for (module, record) in before.modules.enumerated() where record.isPresent {
      let isGone = !machine.modules[module].isPresent
      if isGone, before.course != .closing { fail("\(name(module)) leaves before the stop") }
    }
  }

  mutating func checkState(after input: Machine.Input) {
    let phases = machine.nodes.map(\.phase)
    let running = phases.count { $0 == .running }
    if machine.bodies != running + machine.lateBodies.count { fail("bodies after \(input)") }
    if machine.active != phases.count(where: { $0 == .running || $0 == .queued || $0 == .resting })
    {
      fail("active after \(input)")
    }
    if machine.unsettled != machine.nodes.count(where: { $0.outcome == nil }) {
      fail("unsettled after \(input)")
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
    // A body that has timed out may keep the place of the main lane.
    guard !machine.nodes.contains(where: { $0.phase == .resting || $0.phase == .queued }) else {
      return
    }
    counts["rest", default: 0] += 1
    let isDormant = machine.dormantNodes()
    if !machine.isReady { fail("not ready after \(input)") }
    for (node, record) in machine.nodes.enumerated() {
      let name = wiring.name(of: node)
      if record.isStageOpen, !wiring.traits[node].followsTasks, let other = unasked(of: node) {
        fail("\(name) waits for \(other), which nobody asks for, after \(input)")
      }
      switch record.outcome {
      case nil: if !isDormant[node] { fail("\(name) hangs after \(input)") }
      case let outcome? where outcome.isWithoutRunning:
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
  private func unasked(of node: Int) -> ModuleName? {
    var open = [node]
    while let next = open.popLast() {
      guard machine.nodes[next].phase == .waiting else { continue }
      guard machine.nodes[next].isStageOpen else { return wiring.name(of: next) }
      open += wiring.plan.tasks[next].dependencies.map(\.position)
    }
    return nil
  }

  /// Returns the names of the nodes because of which one did not run.
  private func causes(of outcome: LaunchOutcome) -> [ModuleName] {
    switch outcome {
    case .blocked(let chain, _): chain
    case .skipped(let chain):
      chain.compactMap { if case .requires(let name) = $0.reason { name } else { nil } }
    default: []
    }
  }

  /// Lets everything end but the body of one node, and returns the waits that are left.
  mutating func drain(but caller: Int? = nil) -> [Machine.Goal] {
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
      } else if !retire() {
        break
      }
    }
    return waits.values.map(\.goal)
  }

  /// Waits in the name of each running body: until the launch is quiet, and for the tasks that a
  /// milestone releases. Tells whether the caller holds up the answer.
  mutating func hasSelfWait() -> String? {
    guard machine.isOpen else { return nil }
    for ticket in bodies.keys where bodies[ticket] == true && machine.runs(ticket) {
      var copy = self
      copy.waits = [:]
      copy.machine.waits = []
      copy.machine.outcomeWaits = [:]
      let released = machine.tasks(behind: "m", reachedBy: ticket.node)
      copy.take(.reached(Milestone("m")))
      counts["released", default: 0] += released.count
      for goal in [.quiet] + released.map({ Machine.Goal.outcome($0) }) {
        copy.lastWait += 1
        copy.waits[copy.lastWait] = (goal, ticket.node)
        copy.take(.awaited(copy.lastWait, goal, by: ticket.node))
      }
      let left = copy.drain(but: ticket.node)
      if let problem = copy.problem { return problem }
      if !left.isEmpty { return "\(wiring.name(of: ticket.node)) waits for itself by \(left)" }
    }
    return nil
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

extension LaunchOutcome {
  /// Whether a task did not run because of others.
  fileprivate var isWithoutRunning: Bool {
    switch self {
    case .skipped, .blocked: true
    case .succeeded, .failed, .timedOut, .cancelled, .quarantined: false
    }
  }
}
