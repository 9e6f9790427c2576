// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryLaunch
import TestRounds
import Testing

/// Real launches beside the times that their plans give, with the same durations.
@Suite(.timeLimit(.minutes(5))) struct LaunchDriverTests {
  @Test(arguments: UInt64(0)..<4)
  func `real tasks begin and end at the plan's times`(block: UInt64) async throws {
    for seed in block * 10..<(block + 1) * 10 {
      var random = SeededGenerator(seed: seed)
      let (plan, durations) = try Self.plan(&random)
      let paper = plan.times(durations: durations)
      let report = await Self.launch(plan, durations, as: paper)
      for (told, expected) in zip(report.tasks, paper.tasks) where !told.isJoin {
        #expect(told.started == expected?.lowerBound, "seed \(seed), \(told.name)")
        guard let expected else { continue }
        #expect(told.finished == expected.upperBound, "seed \(seed), \(told.name)")
      }
      #expect(report.timeToReady == paper.ready, "seed \(seed)")
      #expect(report.total == paper.end, "seed \(seed)")
    }
  }

  /// Every lane, stage and kind of edge, with records that are right, wrong or missing.
  private static func plan(
    _ random: inout SeededGenerator
  ) throws -> (plan: LaunchPlan, durations: [String: Duration]) {
    var durations: [String: Duration] = [:]
    var nodes: [LaunchNode] = []
    for index in 0..<Int.random(in: 4...40, using: &random) {
      let lane: LaunchLane = random.chance(30) ? .main : .background
      let stages: [LaunchStage] = [
        .beforeReady, .beforeReady, .beforeReady, .afterReady, .afterReady, .idle,
      ]
      let kinds: [DependencyKind] = [.requires, .wants, .after]
      var node = LaunchNode(
        "t\(index)", stage: stages[Int.random(in: 0..<6, using: &random)], lane: lane,
        isAsynchronous: lane == .background && random.chance(20),
        priority: Priority(rawValue: Int.random(in: 0...9, using: &random)),
        isJoin: random.chance(8),
        skipped: random.chance(5) ? "off" : nil)
      node.edges = (0..<min(index, 2)).map { _ in
        let target = "t\(Int.random(in: 0..<index, using: &random))"
        return LaunchEdge(kinds[Int.random(in: 0..<3, using: &random)], target)
      }
      // Durations are random to the nanosecond, so that no two tasks end at the same time.
      durations[node.name] = .nanoseconds(Int.random(in: 1...9_999_999_999, using: &random))
      nodes.append(node)
    }
    let known = durations.filter { _ in random.chance(80) }
      .mapValues { $0 * Double.random(in: 0.5...2, using: &random) }
    let plan = try LaunchGraph(nodes: nodes).plan(
      durations: random.chance(70) ? known : [:], workers: Int.random(in: 1...4, using: &random))
    return (plan, durations)
  }

  /// Launches with tasks that sleep; time advances when as many sleep as should run.
  private static func launch(
    _ plan: LaunchPlan, _ durations: [String: Duration], as paper: LaunchPlan.Times
  ) async -> LaunchReport {
    let clock = ManualClock()
    let bodies = plan.tasks.map { task -> (String, LaunchBody) in
      let name = task.name.rawValue
      let time = durations[name] ?? .zero
      if task.lane == .main { return (name, .main { block(for: time, clock) }) }
      let body: @concurrent @Sendable () async throws -> Void = { try await clock.sleep(for: time) }
      return (name, task.isAsynchronous ? .background(body) : .worker(body))
    }
    let run = Driver(plan, clock: clock, bodies: Dictionary(uniqueKeysWithValues: bodies))
    async let report = run.run()
    let ran = zip(plan.tasks, paper.tasks).compactMap { $0.isJoin ? nil : $1 }
    for (ended, moment) in ran.map(\.upperBound).sorted().enumerated() {
      // Time advances only when the tasks that ended have been recorded.
      while run.report().tasks.count(where: { $0.duration != nil }) < ended { await Task.yield() }
      let count = ran.count { $0.lowerBound < moment && moment <= $0.upperBound }
      await clock.sleepers(count)
      clock.advance(by: clock.nextDeadline ?? .zero)
    }
    return await report
  }

  /// Blocks the main thread for this long.
  private static func block(for time: Duration, _ clock: ManualClock) {
    let door = DispatchSemaphore(value: 0)
    Task.detached {
      try? await clock.sleep(for: time)
      door.signal()
    }
    door.wait()
  }
}
