// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryLaunch
import GantryReports
import LaunchFixture
import TestRounds
import Testing

@Suite struct LaunchComparisonTests {
  /// Launches of one main-lane task and two tasks of a module, with some percent of noise.
  static func launches(
    _ count: Int, theme: Double = 40, load: Double = 20, noise: Double = 0.02, seed: UInt64 = 1
  ) throws -> [LaunchReport] {
    var random = SeededGenerator(seed: seed)
    return try (0..<count).map { _ in
      func about(_ time: Double) -> Double {
        time * (1 + Double.random(in: -noise...noise, using: &random))
      }
      let (theme, open, load) = (about(theme), about(10), about(load))
      var sketch = ReportSketch(ready: theme + open + load)
      sketch.ran("Theme", 0, 0, theme, lane: .main)
      sketch.ran("Orders.open", 0, theme, theme + open, needs: ["Theme"])
      sketch.ran("Orders.load", 0, theme + open, theme + open + load, needs: ["Orders.open"])
      return try sketch.report()
    }
  }

  @Test func `a slower task is named with its module and ready`() throws {
    let comparison = LaunchComparison(
      baseline: try Self.launches(10), candidate: try Self.launches(9, load: 30, seed: 2))
    #expect(
      Set(comparison.slower.map(\.measure)) == [
        .ready, .module("Orders"), .task("Orders.load"),
      ])
    #expect(comparison.faster.isEmpty)
    #expect(comparison.compared == 7)
    #expect((comparison.baselineRuns, comparison.candidateRuns) == (10, 9))
    for change in comparison.slower {
      #expect(change.difference > .milliseconds(9) && change.difference < .milliseconds(11))
      #expect(change.noise < change.difference && change.noise > .zero)
      #expect(change.candidate - change.baseline == change.difference)
    }
  }

  @Test func `a faster task is not a fault`() throws {
    let comparison = LaunchComparison(
      baseline: try Self.launches(5), candidate: try Self.launches(5, theme: 20, seed: 2))
    #expect(comparison.slower.isEmpty)
    #expect(
      Set(comparison.faster.map(\.measure)) == [
        .ready, .mainLane, .module("Theme"), .task("Theme"),
      ])
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `a set compared with itself shows no changes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...9, using: &random)
    let reports = try Self.launches(count, noise: 0.9, seed: seed)
    let noise = LaunchNoise(deviations: 0, share: 0, least: .zero)
    let comparison = LaunchComparison(
      baseline: reports, candidate: reports.shuffled(using: &random), noise: noise)
    #expect(comparison.slower.isEmpty && comparison.faster.isEmpty, "seed \(seed)")
    #expect(comparison.added.isEmpty && comparison.removed.isEmpty, "seed \(seed)")
    #expect(comparison.failing.isEmpty, "seed \(seed)")
    #expect(comparison.compared == 7, "seed \(seed)")
  }

  @Test(arguments: [(5, 1.5), (10, 0.6)])
  func `equal launches with large noise seldom show a change`(runs: Int, percent: Double) throws {
    var found = 0
    var compared = 0
    for seed in 0..<200 as Range<UInt64> {
      let comparison = LaunchComparison(
        baseline: try Self.launches(runs, noise: 0.4, seed: 2 * seed),
        candidate: try Self.launches(runs, noise: 0.4, seed: 2 * seed + 1))
      found += comparison.slower.count + comparison.faster.count
      compared += comparison.compared
    }
    // The documented share, and room for chance: the measures of a launch are not independent,
    // since three of them are the same task.
    #expect(Double(found) <= Double(compared) * percent / 100 * 2, "\(found), seeds 0 to 399")
  }

  @Test func `one slow run of ten changes nothing`() throws {
    var slow = try Self.launches(9, seed: 2)
    slow += try Self.launches(1, theme: 4_000, seed: 3)
    let comparison = LaunchComparison(baseline: try Self.launches(10), candidate: slow)
    #expect(comparison.slower.isEmpty && comparison.faster.isEmpty)
  }

  @Test func `for single runs, share and least alone bound the noise`() throws {
    let before = try Self.launches(1, noise: 0)
    let after = try Self.launches(1, load: 20.9, noise: 0)
    #expect(LaunchComparison(baseline: before, candidate: after).slower.isEmpty)
    let strict = LaunchNoise(share: 0.04, least: .zero)
    let comparison = LaunchComparison(baseline: before, candidate: after, noise: strict)
    #expect(comparison.slower.map(\.measure) == [.task("Orders.load")])
    #expect(comparison.slower.first?.noise == .microseconds(800))
    let least = LaunchNoise(share: 0.04, least: .milliseconds(1))
    #expect(LaunchComparison(baseline: before, candidate: after, noise: least).slower.isEmpty)
  }

  @Test func `added, removed and newly failing tasks are named`() throws {
    var old = ReportSketch(ready: 5)
    old.ran("A", 0, 0, 5)
    old.ran("B", 0, 0, 5)
    old.ran("D", 0, 0, 5, outcome: .failed(message: "always"))
    var new = ReportSketch(ready: 5)
    new.ran("A", 0, 0, 1, outcome: .timedOut)
    new.ran("C", 0, 0, 5)
    new.ran("D", 0, 0, 5, outcome: .failed(message: "always"))
    new.settled("E", at: 0, isJoin: true)
    let comparison = LaunchComparison(
      baseline: [try old.report()], candidate: [try new.report()])
    #expect(comparison.added == ["C"])
    #expect(comparison.removed == ["B"])
    #expect(comparison.failing == ["A"])
    // A failure is not a faster task.
    #expect(!comparison.faster.map(\.measure).contains(.task("A")))
  }

  @Test func `a comparison with an empty set compares nothing`() throws {
    let comparison = LaunchComparison(baseline: [], candidate: try Self.launches(2))
    #expect(comparison.compared == 0)
    #expect(comparison.added == ["Orders.load", "Orders.open", "Theme"])
  }

  @Test func `the text is a table of the changes`() throws {
    let comparison = LaunchComparison(
      baseline: try Self.launches(5, noise: 0),
      candidate: try Self.launches(5, theme: 30, load: 25, noise: 0))
    #expect(
      comparison.description == """
        5 launches before, 5 after, 7 timings compared: 2 slower, 4 faster
                        before    after    change  by chance
        module Orders  30.0 ms  35.0 ms   +5.0 ms   ± 1.5 ms
        Orders.load    20.0 ms  25.0 ms   +5.0 ms   ± 1.0 ms
        main lane      40.0 ms  30.0 ms  -10.0 ms   ± 2.0 ms
        module Theme   40.0 ms  30.0 ms  -10.0 ms   ± 2.0 ms
        Theme          40.0 ms  30.0 ms  -10.0 ms   ± 2.0 ms
        ready          70.0 ms  65.0 ms   -5.0 ms   ± 3.5 ms
        """)
  }

  @Test(arguments: [
    (40.0, "5 launches before, 5 after, 7 timings compared: 0 slower, 0 faster", 0),
    (80, "5 launches before, 5 after, 7 timings compared: 4 slower, 0 faster", 4),
    (10, "5 launches before, 5 after, 7 timings compared: 0 slower, 4 faster", 4),
  ])
  func `the table has a line for each change`(theme: Double, head: String, changes: Int) throws {
    let comparison = LaunchComparison(
      baseline: try Self.launches(5, noise: 0),
      candidate: try Self.launches(5, theme: theme, noise: 0))
    let lines = comparison.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first.map(String.init) == head)
    #expect(lines.count == (changes == 0 ? 1 : changes + 2))
  }

  @Test func `a comparison survives encoding`() throws {
    let comparison = LaunchComparison(
      baseline: try Self.launches(5), candidate: try Self.launches(5, load: 40))
    let data = try JSONEncoder().encode(comparison)
    #expect(try JSONDecoder().decode(LaunchComparison.self, from: data) == comparison)
    #expect(String(decoding: data, as: UTF8.self).contains("\"task:Orders.load\""))
  }
}
