// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import TestRounds
import Testing

/// Reports taken while tasks begin and end on all threads.
@Suite(.timeLimit(.minutes(5))) struct ReportWhileRunningTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func `a report taken at any moment is consistent`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let plan = try LaunchGraph(nodes: Self.nodes(&random)).plan()
    let bodies = plan.tasks.map { task -> (String, LaunchBody) in
      if task.lane == .main { return (task.name.rawValue, .main {}) }
      return (task.name.rawValue, task.isAsynchronous ? .background {} : .worker {})
    }
    let run = Driver(plan, bodies: Dictionary(uniqueKeysWithValues: bodies))
    async let launch = run.run()
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          var ended = 0
          while ended < plan.tasks.count {
            let report = run.report()
            #expect(Self.torn(report) == [], "seed \(seed)")
            let count = report.tasks.count { $0.outcome != nil }
            #expect(count >= ended, "seed \(seed): what has ended stays so")
            ended = count
            await Task.yield()
          }
        }
      }
      await group.waitForAll()
    }
    _ = await launch
  }

  private static func nodes(_ random: inout SeededGenerator) -> [LaunchNode] {
    (0..<150).map { index in
      let edges = (0..<min(index, 2)).map { _ in
        LaunchEdge(.requires, "t\(Int.random(in: max(0, index - 20)..<index, using: &random))")
      }
      let isOnMain = random.chance(20)
      return LaunchNode(
        "t\(index)", stage: index < 100 ? .beforeReady : .afterReady,
        lane: isOnMain ? .main : .background, isAsynchronous: !isOnMain && random.chance(50),
        edges: edges)
    }
  }

  /// Tasks whose recorded times contradict each other or their dependencies.
  private static func torn(_ report: LaunchReport) -> [ModuleName] {
    report.tasks.filter { task in
      let ended = task.dependencies.compactMap { report.tasks[$0.position].finished }
      guard let started = task.started else { return task.outcome != nil }
      guard let queued = task.queued, queued <= started, started <= report.total,
        ended.count == task.dependencies.count, ended.allSatisfy({ $0 <= started })
      else { return true }
      guard let finished = task.finished else { return task.outcome != nil }
      return task.outcome == nil || finished < started || finished > report.total
    }.map(\.name)
  }
}
