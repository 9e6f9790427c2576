// SPDX-License-Identifier: Apache-2.0

import TestRounds
import Testing

@testable import GantryLaunch

/// Tiny random graphs whose best order is found by trying all orders.
@Suite struct LaunchBoundTests {
  /// A graph of at most five tasks, with the milliseconds of each.
  struct Tiny {
    var nodes: [LaunchNode] = []
    var milliseconds: [Int] = []
    var waitsFor: [[Int]] = []
    let workers: Int

    init(_ random: inout SeededGenerator, onlyBlocking: Bool) {
      workers = Int.random(in: 1...3, using: &random)
      for index in 0..<Int.random(in: 1...5, using: &random) {
        let before = (0..<index).filter { _ in random.chance(30) }
        waitsFor.append(before)
        milliseconds.append(Int.random(in: 1...9, using: &random))
        let isBlocking = onlyBlocking || random.chance(40)
        nodes.append(
          LaunchNode(
            "t\(index)", stage: isBlocking ? .beforeReady : .afterReady,
            lane: random.chance(40) ? .main : .background,
            edges: before.map { LaunchEdge(.requires, "t\($0)") }))
      }
    }

    var durations: [String: Duration] {
      Dictionary(
        uniqueKeysWithValues: zip(nodes, milliseconds).map { ($0.name, .milliseconds($1)) })
    }

    /// The tasks that ready waits for.
    var blocking: Set<Int> {
      var set: Set<Int> = []
      for task in nodes.indices.reversed()
      where nodes[task].stage == .beforeReady
        || set.contains(where: { waitsFor[$0].contains(task) })
      {
        set.insert(task)
      }
      return set
    }

    /// The shortest time in which a set of tasks can be done.
    ///
    /// A best schedule starts each task as early as possible, in some order: all orders are tried.
    func optimum(of set: Set<Int>) -> Int {
      var best = Int.max
      var ends: [Int: Int] = [:]
      func extend() {
        guard ends.count < set.count else {
          best = min(best, ends.values.max() ?? 0)
          return
        }
        for task in set where ends[task] == nil {
          guard waitsFor[task].allSatisfy({ ends[$0] != nil }) else { continue }
          ends[task] = earliest(task, ends) + milliseconds[task]
          extend()
          ends[task] = nil
        }
      }
      extend()
      return set.isEmpty ? 0 : best
    }

    private func earliest(_ task: Int, _ ends: [Int: Int]) -> Int {
      let places = nodes[task].lane == .main ? 1 : workers
      var start = waitsFor[task].map { ends[$0] ?? 0 }.max() ?? 0
      while true {
        let busiest = (start..<start + milliseconds[task]).map { moment in
          ends.count { other, end in
            nodes[other].lane == nodes[task].lane && end - milliseconds[other] <= moment
              && moment < end
          }
        }.max()
        if busiest ?? 0 < places { return start }
        start += 1
      }
    }
  }

  @Test(arguments: UInt64(0)..<8)
  func `no order beats the bound, and most plans reach the best order`(block: UInt64) throws {
    var reached = 0
    for seed in block * 25..<(block + 1) * 25 {
      var random = SeededGenerator(seed: seed)
      let tiny = Tiny(&random, onlyBlocking: random.chance(50))
      let plan = try LaunchGraph(nodes: tiny.nodes)
        .plan(durations: tiny.durations, workers: tiny.workers)
      let times = plan.times()
      let optimum = Duration.milliseconds(tiny.optimum(of: tiny.blocking))
      #expect(Self.bound(of: plan, times, workers: tiny.workers) <= optimum, "seed \(seed)")
      #expect(times.ready >= optimum, "seed \(seed)")
      if times.ready == optimum { reached += 1 }
    }
    #expect(reached >= 22)
  }

  /// The bound in the report of a launch with these times.
  private static func bound(
    of plan: LaunchPlan, _ times: LaunchPlan.Times, workers: Int
  ) -> Duration {
    let tasks = zip(plan.tasks, times.tasks).map { task, time in
      LaunchReport.Task(
        task, outcome: .succeeded, releasedBy: .start, attempts: 1, queued: time?.lowerBound,
        started: time?.lowerBound, finished: time?.upperBound)
    }
    return LaunchReport.readyLowerBound(of: tasks, workers: workers)
  }

  private static func bound(
    _ nodes: [LaunchNode], _ milliseconds: [String: Int], workers: Int
  ) throws -> Duration {
    let plan = try LaunchGraph(nodes: nodes).plan(
      durations: milliseconds.mapValues { .milliseconds($0) }, workers: workers)
    return bound(of: plan, plan.times(), workers: workers)
  }

  @Test func `the longest chain is a bound`() throws {
    let nodes = [
      LaunchNode("a"), LaunchNode("b", lane: .main, edges: [LaunchEdge(.requires, "a")]),
      LaunchNode("c", isAsynchronous: true, edges: [LaunchEdge(.requires, "b")]), LaunchNode("d"),
      LaunchNode("late", stage: .afterReady, edges: [LaunchEdge(.requires, "c")]),
    ]
    let milliseconds = ["a": 1, "b": 2, "c": 4, "d": 5, "late": 100]
    #expect(try Self.bound(nodes, milliseconds, workers: 2) == .milliseconds(7))
  }

  @Test(arguments: [(1, 12), (2, 6), (3, 5), (4, 5)])
  func `the work of a lane, divided by its places, is a bound`(
    workers: Int, milliseconds: Int
  ) throws {
    let nodes =
      (0..<3).map { LaunchNode("w\($0)") } + [LaunchNode("suspends", isAsynchronous: true)]
      + ["m", "n"].map { LaunchNode($0, lane: .main) }
    let times = ["w0": 4, "w1": 4, "w2": 4, "suspends": 3, "m": 2, "n": 3]
    #expect(try Self.bound(nodes, times, workers: workers) == .milliseconds(milliseconds))
  }
}
