// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import TestRounds
import Testing

/// Rules for a comparison of any two sets of launches.
@Suite struct ComparisonPropertyTests {
  /// Some launches of random tasks, a few of which fail.
  private static func launches(_ random: inout SeededGenerator) throws -> [LaunchReport] {
    let names = ["Ads", "Orders.open", "Orders.load", "Theme", "Zoo"].filter { _ in
      random.chance(80)
    }
    let times = names.map { _ in Double.random(in: 1...40, using: &random) }
    let failing = names.map { _ in random.chance(15) }
    return try (0..<Int.random(in: 1...6, using: &random)).map { _ in
      var sketch = ReportSketch(
        ready: random.chance(90) ? Double.random(in: 50...90, using: &random) : nil)
      for (index, name) in names.enumerated() {
        let end = times[index] * Double.random(in: 0.95...1.05, using: &random)
        sketch.ran(
          name, 0, 0, end, lane: index.isMultiple(of: 2) ? .main : .background,
          outcome: failing[index] ? .failed(message: "no") : .succeeded)
      }
      return try sketch.report()
    }
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `a slower measure is faster in the reverse comparison`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (old, new) = (try Self.launches(&random), try Self.launches(&random))
    // The share is zero, since it refers to the baseline, which differs in the reverse comparison.
    let noise = LaunchNoise(share: 0, least: .microseconds(500))
    let there = LaunchComparison(baseline: old, candidate: new, noise: noise)
    let back = LaunchComparison(baseline: new, candidate: old, noise: noise)
    #expect(there.slower.map(\.measure) == back.faster.map(\.measure), "seed \(seed)")
    #expect(there.faster.map(\.measure) == back.slower.map(\.measure), "seed \(seed)")
    for (change, other) in zip(there.slower, back.faster) {
      #expect(change.baseline == other.candidate && change.candidate == other.baseline)
      #expect(change.noise == other.noise && change.noise >= noise.least, "seed \(seed)")
      #expect(change.difference > change.noise, "seed \(seed)")
    }
    #expect(there.added == back.removed && there.removed == back.added, "seed \(seed)")
    #expect(there.compared == back.compared, "seed \(seed)")
    #expect(Set(there.failing).isDisjoint(with: back.failing), "seed \(seed)")
    let sizes = there.slower.map(\.difference)
    #expect(sizes == sizes.sorted(by: >), "seed \(seed)")
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `a budget is kept at the median and broken below it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let reports = try Self.launches(&random)
    let tasks = Set(reports.flatMap(\.tasks).map(\.name)).sorted()
    let measures: [LaunchMeasure] = [.ready, .mainLane] + tasks.map { .task($0) }
    for measure in measures {
      let times = reports.compactMap { $0.time(of: measure) }.sorted()
      let whole = LaunchBudget(measure, limit: .seconds(3_600))
      guard let longest = times.last, let shortest = times.first else {
        #expect(LaunchBudget.check([whole], in: reports).map(\.runs) == [0], "seed \(seed)")
        continue
      }
      #expect(LaunchBudget.check([whole], in: reports).isEmpty, "seed \(seed)")
      let kept = LaunchBudget(measure, limit: longest)
      #expect(LaunchBudget.check([kept], in: reports).isEmpty, "seed \(seed)")
      guard shortest > .zero else { continue }
      let broken = LaunchBudget(measure, limit: shortest - .nanoseconds(1_000))
      let violation = LaunchBudget.check([broken], in: reports).first
      #expect(violation?.runs == times.count, "seed \(seed): \(measure)")
      let median = try #require(violation?.median, "seed \(seed)")
      #expect(median >= shortest && median <= longest, "seed \(seed)")
    }
  }
}
