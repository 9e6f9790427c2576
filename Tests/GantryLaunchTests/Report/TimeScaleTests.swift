// SPDX-License-Identifier: Apache-2.0

import LaunchFixture
import TestRounds
import Testing

@testable import GantryLaunch

@Suite struct TimeScaleTests {
  private func scale(ready: Double?, ends: [Double], total: Double? = nil) throws -> TimeScale {
    var sketch = ReportSketch(ready: ready, total: total)
    for (number, end) in ends.enumerated() { sketch.ran("t\(number)", 0, 0, end) }
    return TimeScale(try sketch.report())
  }

  @Test func `a short launch has one scale`() throws {
    let scale = try scale(ready: 10, ends: [10, 25])
    #expect(!scale.isCut)
    #expect([-1, 0, 5, 25, 99].map(scale.position) == [0, 0, 0.2, 1, 1])
    #expect(scale.ticks(about: 5) == [0, 5, 10, 15, 20, 25])
  }

  @Test func `the time long after ready gets its own scale`() throws {
    let scale = try scale(ready: 10, ends: [10, 1_010])
    #expect(scale.isCut)
    #expect([0, 5, 10, 510, 1_010].map(scale.position) == [0, 0.35, 0.7, 0.85, 1])
    let ticks = scale.ticks(about: 8)
    #expect(ticks == ticks.sorted())
    #expect(ticks.contains { $0 < 10 } && ticks.contains { $0 > 10 })
  }

  @Test func `a launch of zero length has a scale`() throws {
    let scale = try scale(ready: 0, ends: [])
    #expect(scale.end == 1)
    #expect(scale.position(of: 0) == 0)
  }

  @Test func `a running task extends to the end of the report`() throws {
    var sketch = ReportSketch(total: 80)
    sketch.ran("a", 0, 5, nil)
    #expect(TimeScale(try sketch.report()).end == 80)
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `later times are further right, and ticks are few and within the launch`(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    let scale = try scale(
      ready: .random(in: 0...100, using: &random),
      ends: [.random(in: 0...1e5, using: &random), .random(in: 0...10, using: &random)])
    let times = (0..<50).map { _ in Double.random(in: 0...scale.end, using: &random) }.sorted()
    let positions = times.map(scale.position)
    #expect(positions == positions.sorted(), "seed \(seed)")
    for count in [2, 8, 32] {
      let ticks = scale.ticks(about: count)
      #expect(ticks.count <= 2 * count + 2, "seed \(seed): \(ticks)")
      #expect(ticks.allSatisfy { (0...scale.end).contains($0) }, "seed \(seed): \(ticks)")
    }
  }
}
