// SPDX-License-Identifier: Apache-2.0

import TestRounds
import Testing

@testable import GantryLaunch

@Suite struct LaunchPropertyTests {
  static func graph(_ random: inout SeededGenerator) -> LaunchGraph {
    let count = Int.random(in: 0...20, using: &random)
    let kinds = DependencyKind.allCases
    let nodes = (0..<count).map { index in
      let edges = (0..<min(index, 3)).map { _ in
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
        // Edges lead to lower numbers, so that there is no cycle; other kinds are replaced.
        let usable = [.before, .requiredBy, .wantedBy].contains(kind) ? .after : kind
        return LaunchEdge(usable, "n\(Int.random(in: 0..<index, using: &random))")
      }
      let stage = LaunchStage.allCases[Int.random(in: 1...4, using: &random)]
      let gate = stage > .beforeReady && random.chance(10) ? [LaunchEdge(.after, "m")] : []
      return LaunchNode(
        "n\(index)", stage: stage, edges: edges + gate, isEssential: random.chance(3),
        retry: random.chance(20) ? .immediately(2) : .never, isJoin: random.chance(10),
        skipped: random.chance(5) ? "off" : nil)
    }
    return LaunchGraph(nodes: nodes, milestones: [Milestone("m")])
  }

  @Test func `every task of a random launch settles exactly once`() {
    var planned = 0
    for seed in UInt64(0)..<UInt64(rounds(4_000)) {
      var random = SeededGenerator(seed: seed)
      guard let plan = try? Self.graph(&random).plan() else { continue }
      planned += 1
      #expect(Self.drive(plan, &random) == nil, "seed \(seed)")
    }
    #expect(planned > rounds(1_000))
  }

  /// Drives a launch with random ends, and returns what went wrong, or nil.
  static func drive(_ plan: LaunchPlan, _ random: inout SeededGenerator) -> String? {
    var machine = Machine(plan)
    var settled = Array(repeating: 0, count: plan.tasks.count)
    var open: [Machine.Input] = [.start]
    var isStopped = false
    while true {
      if open.isEmpty {
        guard !isStopped else { break }
        // Nothing else can happen, so what is left waits for a milestone or a demand.
        if machine.dormantNodes() != machine.nodes.map({ $0.outcome == nil }) { return "hangs" }
        isStopped = true
        open.append(.stop)
      }
      if random.chance(1) { open.append(.stop) }
      if random.chance(3) { open.append(.reached(Milestone("m"))) }
      if random.chance(3), let task = plan.tasks.indices.randomElement(using: &random) {
        open.append(.demanded(task))
      }
      let input = open.remove(at: Int.random(in: 0..<open.count, using: &random))
      for action in machine.handle(input) {
        switch action {
        case .run(let ticket): open += ends(of: ticket, &random)
        case .retry(let ticket, let wait): if wait > .zero { open.append(.rested(ticket)) }
        case .settled(let ticket, _): settled[ticket.node] += 1
        default: break
        }
      }
    }
    _ = machine.handle(.close)
    if !machine.isClosed { return "does not close" }
    return settled.allSatisfy { $0 == 1 } ? nil : "settled \(settled)"
  }

  /// How an attempt ends: a task that has timed out still returns.
  static func ends(
    of ticket: Ticket, _ random: inout SeededGenerator
  ) -> [Machine.Input] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: [.timedOut(ticket), .ended(ticket, .succeeded)]
    case 1, 2: [.ended(ticket, .failed(message: "x"))]
    default: [.ended(ticket, .succeeded)]
    }
  }
}
