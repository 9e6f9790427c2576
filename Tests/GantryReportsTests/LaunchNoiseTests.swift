// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import GantryReports
import LaunchFixture
import TestRounds
import Testing

/// The noise bound, compared with numbers that follow from its documented formula.
@Suite struct LaunchNoiseTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let before: [Double]
    let after: [Double]
    let noise: LaunchNoise
    let bound: Double
    var testDescription: String { "\(before) and \(after): \(bound)" }

    init(
      _ before: [Double], _ after: [Double], deviations: Double = 1, share: Double = 0,
      least: Double = 0, bound: Double
    ) {
      (self.before, self.after, self.bound) = (before, after, bound)
      noise = LaunchNoise(deviations: deviations, share: share, least: .milliseconds(least))
    }
  }

  private func launches(_ times: [Double]) throws -> [LaunchReport] {
    try times.map { time in
      var sketch = ReportSketch()
      sketch.ran("A", 0, 0, time)
      return try sketch.report()
    }
  }

  @Test(arguments: [
    Row([10, 12, 14], [60, 62, 64], bound: 9.1030),
    Row([10, 12, 14], [60, 62, 64], deviations: 3, bound: 27.3090),
    Row([60, 62, 64], [10, 12, 14], bound: 9.1030),
    // The spread of the side with several runs counts for both sides.
    Row([10], [60, 62, 64], bound: 36.7893),
    Row([60, 62, 64], [10], bound: 36.7893),
    // A spread of zero also counts.
    Row([10, 12, 14], [60, 60, 60], bound: 6.4368),
    // The median of an even number of runs is between two.
    Row([10, 20], [500, 520], bound: 58.7596),
    // The smaller number of runs counts, and an outlier does not.
    Row([10, 12, 14, 1_000], [60, 61, 62, 63, 64, 65], bound: 5.8067),
    Row([10, 12, 14], [60, 60, 60], share: 2, bound: 24),
    Row([10, 12, 14], [60, 62, 64], share: 0.5, least: 7, bound: 9.1030),
    Row([10, 12, 14], [60, 62, 64], share: 0.5, least: 20, bound: 20),
    Row([10], [60], deviations: 99, bound: 0),
  ])
  func `the largest of three noise bounds counts`(row: Row) throws {
    let comparison = LaunchComparison(
      baseline: try launches(row.before), candidate: try launches(row.after), noise: row.noise)
    let change = try #require(
      (comparison.slower + comparison.faster).first { $0.measure == .task("A") })
    #expect(abs(change.noise / .milliseconds(1) - row.bound) < 0.000_1)
  }

  @Test(arguments: [(0.5, 15.0, false), (0.499, 15, true), (0.5, 5, false), (0.499, 5, true)])
  func `a difference equal to the bound counts as chance`(
    share: Double, after: Double, changes: Bool
  ) throws {
    let comparison = LaunchComparison(
      baseline: try launches([10]), candidate: try launches([after]),
      noise: LaunchNoise(share: share, least: .zero))
    let found = (comparison.slower + comparison.faster).contains { $0.measure == .task("A") }
    #expect(found == changes)
    #expect(comparison.slower.isEmpty || after > 10)
    #expect(comparison.faster.isEmpty || after < 10)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `two launches differ by the times in their own reports`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (old, new) = (try Self.launch(&random), try Self.launch(&random))
    let comparison = LaunchComparison(
      baseline: [old], candidate: [new], noise: LaunchNoise(share: 0, least: .zero))
    let names = Set((old.tasks + new.tasks).map(\.name))
    let measures =
      [.ready, .mainLane] + names.map { LaunchMeasure.task($0) }
      + Set(names.map { ModuleName(String($0.rawValue.prefix(1))) }).map { .module($0) }
    let both = measures.filter { old.time(of: $0) != nil && new.time(of: $0) != nil }
    #expect(comparison.compared == both.count, "seed \(seed)")
    for change in comparison.slower + comparison.faster {
      let (first, second) = (old.time(of: change.measure), new.time(of: change.measure))
      #expect(change.baseline == first && change.candidate == second, "seed \(seed)")
    }
    let equal = both.count { old.time(of: $0) == new.time(of: $0) }
    #expect(
      comparison.slower.count + comparison.faster.count + equal == both.count, "seed \(seed)")
  }

  /// A launch of some tasks in three modules, in whole milliseconds; a few fail or never end.
  private static func launch(_ random: inout SeededGenerator) throws -> LaunchReport {
    var sketch = ReportSketch(ready: random.chance(80) ? 90 : nil)
    for name in ["A", "A.x", "A.y", "B", "B.x", "C", "C.x"] where random.chance(70) {
      let start = Double(Int.random(in: 0...9, using: &random))
      let end = start + Double(Int.random(in: 0...5, using: &random))
      sketch.ran(
        name, start, start, random.chance(90) ? end : nil,
        lane: random.chance(50) ? .main : .background,
        outcome: random.chance(80) ? .succeeded : .timedOut)
    }
    return try sketch.report()
  }
}
