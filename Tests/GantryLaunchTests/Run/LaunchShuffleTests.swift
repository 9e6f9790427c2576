// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import Testing

@Suite(.timeLimit(.minutes(5))) struct LaunchShuffleTests {
  /// Ten main-lane tasks; the last five each follow one of the first five.
  private static let graph = LaunchGraph(
    nodes: (0..<10).map { index in
      LaunchNode(
        "n\(index)", lane: .main,
        edges: index >= 5 ? [LaunchEdge(.after, "n\(index - 5)")] : [])
    })

  private func order(_ plan: LaunchPlan, clock: ManualClock = ManualClock()) async -> [String] {
    let order = OrderLog()
    let bodies = plan.launchOrder.map { name in (name, LaunchBody.main { order.note(name) }) }
    async let time: Void = clock.run()
    _ = await plan.run(clock: clock, bodies: Dictionary(uniqueKeysWithValues: bodies))
    clock.stop()
    await time
    return order.words
  }

  @Test(arguments: [UInt64(1), 2, 3, 4, 5], [Duration.zero, .milliseconds(20)])
  func `a seed repeats an order, and the order respects every dependency`(
    seed: UInt64, longestDelay: Duration
  ) async throws {
    let shuffle = LaunchShuffle(seed: seed, longestDelay: longestDelay)
    let plan = try Self.graph.plan().shuffled(by: shuffle)
    let first = await order(plan)
    #expect(await order(plan) == first, "seed \(seed)")
    #expect(first.sorted() == plan.launchOrder.sorted())
    for index in 5..<10 {
      let (later, earlier) = ("n\(index)", "n\(index - 5)")
      let isLegal =
        try #require(first.firstIndex(of: earlier)) < #require(
          first.firstIndex(of: later))
      #expect(isLegal, "seed \(seed)")
    }
  }

  @Test func `different seeds give different orders, and none is the planned one`() async throws {
    let plan = try Self.graph.plan()
    let planned = await order(plan)
    var orders: Set<[String]> = [planned]
    for seed in UInt64(1)...5 {
      orders.insert(await order(plan.shuffled(by: LaunchShuffle(seed: seed, longestDelay: .zero))))
    }
    #expect(orders.count == 6)
  }

  @Test func `some seed reveals an undeclared dependency, and the report names that seed`()
    async throws
  {
    struct NotOpen: Error {}
    let plan = try LaunchGraph(nodes: [
      LaunchNode("open", lane: .main), LaunchNode("use", lane: .main),
    ]).plan()
    var failing: [LaunchReport] = []
    for seed in UInt64(0)..<20 {
      let order = OrderLog()
      let report = await plan.shuffled(by: LaunchShuffle(seed: seed, longestDelay: .zero)).run(
        bodies: [
          "open": .main { order.note("open") },
          "use": .main { if order.words.isEmpty { throw NotOpen() } },
        ])
      if report.failed == ["use"] { failing.append(report) }
    }
    let report = try #require(failing.first)
    let seed = try #require(report.shuffleSeed)
    #expect(failing.count < 20)
    #expect(report.description.contains("shuffled with seed \(seed)"))
    let decoded = try JSONDecoder().decode(
      LaunchReport.self, from: JSONEncoder().encode(report))
    #expect(decoded.shuffleSeed == seed)
  }

  @Test func `the seed decides the delays, and the launch's clock measures them`() async throws {
    let plan = try LaunchGraph(nodes: [
      LaunchNode("a"), LaunchNode("b", isAsynchronous: true, edges: [LaunchEdge(.after, "a")]),
    ]).plan()
    func starts(_ seed: UInt64) async -> [Duration] {
      let clock = ManualClock()
      async let time: Void = clock.run()
      let report = await plan.shuffled(
        by: LaunchShuffle(seed: seed, longestDelay: .seconds(10))
      ).run(clock: clock, bodies: ["a": .worker {}, "b": .background {}])
      clock.stop()
      await time
      return report.tasks.compactMap(\.started)
    }
    let first = await starts(7)
    #expect(await starts(7) == first)
    #expect(await starts(8) != first)
    #expect(first[0] <= .seconds(10))
    #expect(first[1] - first[0] <= .seconds(10))
    #expect(first[1] - first[0] != first[0])
  }

  @Test func `the report of a plan without a shuffle names no seed`() async throws {
    let plan = try Self.graph.plan()
    #expect(plan.shuffle == nil)
    let shuffled = plan.shuffled(by: LaunchShuffle(seed: 3))
    #expect(shuffled.shuffle == LaunchShuffle(seed: 3, longestDelay: .milliseconds(20)))
    #expect(shuffled.launchOrder == plan.launchOrder)
    let report = await plan.run(bodies: [:])
    #expect(report.shuffleSeed == nil)
    #expect(!report.description.contains("shuffled"))
  }
}
