// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryMonitor
import TestRounds
import Testing

/// Percentiles compared with those of the samples, over times of all magnitudes.
struct PercentileTests {
  let clock = ManualClock()

  @Test(arguments: 0..<8) func `page percentiles are those of the samples`(
    _ run: Int
  ) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let samples = samples(&random)
    let monitor = PageMonitor(clock: clock)
    let statistics = PageStatistics(of: monitor)
    let page = Exact(clock)
    for sample in samples {
      page.nanoseconds = sample
      try PageHost(monitor).perform(.load, of: page)
    }
    let times = try #require(statistics.summary(of: Exact.self, .load)).times
    #expect(times.count == samples.count)
    #expect(times.longest == .nanoseconds(Self.exact(samples, 100)), "seed \(seed)")
    for (measured, percent) in [
      (times.median, 50), (times.percentile95, 95), (times.percentile99, 99),
    ] {
      let exact = Self.exact(samples, percent)
      #expect(measured == .nanoseconds(exact), "seed \(seed), \(percent) %")
    }
  }

  @Test(arguments: 0..<8) func `a budget at the percentile is kept, one below is not`(
    _ run: Int
  ) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let samples = samples(&random).map { $0 + 1_000 }
    let monitor = PageMonitor(clock: clock)
    let statistics = PageStatistics(of: monitor)
    let page = Exact(clock)
    for sample in samples {
      page.nanoseconds = sample
      try PageHost(monitor).perform(.load, of: page)
    }
    let exact = Self.exact(samples, 95)
    for (limit, isKept) in [(exact, true), (exact + 1, true), (exact - 1, false)] {
      let budget = PageBudget(Exact.self, .load, limit: .nanoseconds(limit))
      #expect(
        PageBudget.check([budget], in: statistics.summaries).isEmpty == isKept,
        "seed \(seed), \(limit) for \(exact)")
    }
  }

  /// From nanoseconds to minutes, each magnitude as often as the others.
  private func samples(_ random: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 1...700, using: &random)).map { _ in
      Int(pow(10, Double.random(in: 0...11, using: &random)))
    }
  }

  /// The smallest sample that this percentage of the samples does not exceed (nearest rank).
  private static func exact(_ samples: [Int], _ percent: Int) -> Int {
    let rank = (samples.count * percent + 99) / 100
    return samples.sorted()[max(1, rank) - 1]
  }

  private final class Exact: Page {
    let clock: ManualClock
    var nanoseconds = 0
    init(_ clock: ManualClock) { self.clock = clock }
    func load(_ context: borrowing PageContext) { clock.advance(nanoseconds: nanoseconds) }
  }
}
