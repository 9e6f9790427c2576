// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import LaunchFixture
import TestRounds
import Testing

@Suite struct LaunchPropertyTests {
  static func graph(_ random: inout SeededGenerator) -> LaunchGraph {
    let count = Int.random(in: 0...20, using: &random)
    let kinds = LaunchEdge.Kind.allCases
    let nodes = (0..<count).map { index in
      let edges = (0..<min(index, 3)).map { _ in
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
        // Edges lead to lower numbers, so that there is no cycle; other kinds are replaced.
        let usable = [.before, .requiredBy, .wantedBy].contains(kind) ? .after : kind
        return LaunchEdge(usable, "n\(Int.random(in: 0..<index, using: &random))")
      }
      let stage = LaunchStage.allCases[Int.random(in: 0..<4, using: &random)]
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
    var machine = LaunchMachine(plan)
    var settled = Array(repeating: 0, count: plan.tasks.count)
    var open: [LaunchMachine.Input] = [.start]
    var isClosed = false
    while !machine.isFinished {
      if open.isEmpty {
        guard !isClosed else { return "hangs" }
        isClosed = true
        open.append(.closed)
      }
      if random.chance(1) { open.append(.cancelled) }
      if random.chance(3) { open.append(.reached(Milestone("m"))) }
      if random.chance(3), let task = plan.tasks.randomElement(using: &random) {
        open.append(.demanded(task.name))
      }
      let input = open.remove(at: Int.random(in: 0..<open.count, using: &random))
      for action in machine.handle(input) {
        switch action {
        case .run(let task, let attempt):
          open += ends(of: task, attempt, &random)
        case .rest(let task, let attempt, _): open.append(.rested(task: task, attempt: attempt))
        case .settled(let task, _):
          settled[task] += 1
          open.append(.acknowledged(task: task))
        case .queued, .hurry, .replaced, .ready, .stop, .cancel, .quiet, .finished: break
        }
      }
    }
    return settled.allSatisfy { $0 == 1 } ? nil : "settled \(settled)"
  }

  /// How an attempt ends: a task that has timed out still returns.
  static func ends(
    of task: Int, _ attempt: Int, _ random: inout SeededGenerator
  ) -> [LaunchMachine.Input] {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: [.timedOut(task: task, attempt: attempt), .finished(task: task, .succeeded)]
    case 1, 2: [.finished(task: task, .failed(message: "x"))]
    default: [.finished(task: task, .succeeded)]
    }
  }
}
