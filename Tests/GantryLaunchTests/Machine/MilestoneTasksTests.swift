// SPDX-License-Identifier: Apache-2.0

import TestRounds
import Testing

@testable import GantryLaunch

/// The tasks listed behind a milestone are those that run when it is reached.
@Suite struct MilestoneTasksTests {
  private static let milestones = ["m", "k"]

  /// A plan whose edges lead to lower numbers; some tasks wait for milestones.
  private static func plan(_ random: inout SeededGenerator) throws -> LaunchPlan {
    let nodes = (0..<Int.random(in: 1...16, using: &random)).map { index in
      let stage = LaunchStage.allCases[Int.random(in: 1...4, using: &random)]
      var targets = Set(
        (0..<min(index, 2)).map { _ in "n\(Int.random(in: 0..<index, using: &random))" })
      for name in milestones where stage > .beforeReady && random.chance(25) {
        targets.insert(name)
      }
      return LaunchNode(
        "n\(index)", stage: stage, edges: targets.sorted().map { LaunchEdge(.after, $0) },
        isJoin: random.chance(10))
    }
    return try LaunchGraph(nodes: nodes, milestones: milestones.map(Milestone.init)).plan()
  }

  /// Runs a launch until nothing is left to do.
  ///
  /// - Returns: The positions of the tasks that settled meanwhile.
  private static func settled(
    _ machine: inout Machine, _ input: Machine.Input
  ) -> Set<Int> {
    var settled: Set<Int> = []
    var open = [input]
    while let next = open.popLast() {
      for action in machine.handle(next) {
        if case .run(let ticket) = action { open.append(.ended(ticket, .succeeded)) }
        if case .settled(let ticket, _) = action { settled.insert(ticket.node) }
      }
    }
    return settled
  }

  /// The root tasks, and all tasks that depend on them.
  private static func followers(_ plan: LaunchPlan, of isRoot: (Int) -> Bool) -> Set<Int> {
    plan.tasks.indices.reduce(into: []) { found, task in
      let needs = plan.tasks[task].dependencies.map(\.position)
      if isRoot(task) || needs.contains(where: found.contains) { found.insert(task) }
    }
  }

  @Test func `exactly the tasks listed behind a milestone run when it is reached`() {
    var told = 0
    for seed in UInt64(0)..<UInt64(rounds(3_000)) {
      var random = SeededGenerator(seed: seed)
      guard let plan = try? Self.plan(&random) else { continue }
      var machine = Machine(plan)
      var done = Self.settled(&machine, .start)
      if random.chance(50), let task = plan.tasks.indices.randomElement(using: &random) {
        done.formUnion(Self.settled(&machine, .demanded(task)))
      }
      if random.chance(30) { done.formUnion(Self.settled(&machine, .reached(Milestone("k")))) }
      let expected = machine.tasks(behind: "m", reachedBy: nil)
      told += expected.count
      for caller in plan.tasks.indices where !done.contains(caller) {
        let waiting = Self.followers(plan) { $0 == caller }
        #expect(
          machine.tasks(behind: "m", reachedBy: caller)
            == expected.filter { !waiting.contains($0) },
          "seed \(seed)")
      }
      let idle = Self.followers(plan) { plan.tasks[$0].stage == .idle && !done.contains($0) }
      let ran = Self.settled(&machine, .reached(Milestone("m"))).subtracting(idle)
      #expect(ran.sorted() == expected, "seed \(seed)")
    }
    #expect(told > rounds(500))
  }

  @Test(
    arguments: [
      (["A.init", "A.load", "B.init"], ["A", "B"]), (["A.load", "B", "A.init"], ["A", "B", "A"]),
      (["A"], ["A"]), ([], []),
    ] as [([ModuleName], [ModuleName])])
  func `renaming a wait merges adjacent tasks of the same name`(
    chain: [ModuleName], names: [ModuleName]
  ) {
    let wait = LaunchWait(
      chain: chain, state: .queued, lane: .main, elapsed: .milliseconds(20))
    let expected = LaunchWait(
      chain: names, state: .queued, lane: .main, elapsed: .milliseconds(20))
    #expect(wait.renaming { ModuleName(String($0.rawValue.prefix(1))) } == expected)
  }
}
