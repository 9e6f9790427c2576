// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// Random numbers that a seed repeats, and the delays that are drawn from them.
@Suite struct SeededNumbersTests {
  @Test(
    arguments: [
      (0, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]),
      (
        1_234_567,
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
      ),
    ] as [(UInt64, [UInt64])])
  func `a seed gives the same numbers as SplitMix64`(seed: UInt64, numbers: [UInt64]) {
    var random = SplitMix64(seed: seed)
    #expect(numbers.map { _ in random.next() } == numbers)
  }

  private static func plan(_ shuffle: LaunchShuffle) throws -> LaunchPlan {
    try LaunchGraph(nodes: (0..<40).map { LaunchNode("n\($0)") }).plan().shuffled(by: shuffle)
  }

  @Test func `each task has its own delay, up to the longest`() throws {
    let delays = try Self.plan(LaunchShuffle(seed: 3, longestDelay: .seconds(1))).delays
    #expect(delays.count == 40 && Set(delays).count == 40)
    #expect(delays.allSatisfy { .zero <= $0 && $0 <= .seconds(1) })
    #expect(
      delays.contains { $0 > .milliseconds(700) } && delays.contains { $0 < .milliseconds(300) })
  }

  @Test func `the same seed gives the same delays, and another seed gives others`() throws {
    let plan = try Self.plan(LaunchShuffle(seed: 3, longestDelay: .seconds(1)))
    #expect(try Self.plan(LaunchShuffle(seed: 3, longestDelay: .seconds(1))).delays == plan.delays)
    #expect(try Self.plan(LaunchShuffle(seed: 4, longestDelay: .seconds(1))).delays != plan.delays)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `without a longest delay only the order is shuffled`(longest: Duration) throws {
    let shuffle = LaunchShuffle(seed: 3, longestDelay: longest)
    #expect(shuffle.longestDelay == .zero)
    let plan = try Self.plan(shuffle)
    #expect(plan.delays == [])
    #expect(plan.tasks.map(\.rank) != Array(0..<40))
    #expect(plan.tasks.map(\.rank).sorted() == Array(0..<40))
  }
}
