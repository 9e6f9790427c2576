// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import LaunchFixture
import TestRounds
import Testing

/// Properties of the report of any launch.
@Suite struct LaunchReportPropertyTests {
  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `the critical path and slack match the times of a random launch`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let report = try randomLaunch(using: &random)
    let ready = try #require(report.timeToReady)
    let steps = report.criticalSteps
    let sum = steps.map { $0.gap + $0.ran }.reduce(.zero, +)
    #expect(sum == ready, "seed \(seed)")
    #expect(
      steps.allSatisfy { $0.gap >= .zero && $0.waited >= .zero && $0.ran >= .zero }, "seed \(seed)")
    for task in report.tasks {
      let slack = try #require(task.slack, "seed \(seed)")
      #expect(slack >= .zero, "seed \(seed), \(task.name)")
      guard task.stage == .beforeReady, let finished = task.finished else { continue }
      #expect(finished + slack <= ready, "seed \(seed), \(task.name)")
    }
    for step in steps {
      #expect(report.task(named: step.name)?.slack == .zero, "seed \(seed), \(step.name)")
    }
  }

  /// A launch of tasks on one main lane and three workers, each as early as it can be.
  private func randomLaunch(using random: inout SeededGenerator) throws -> LaunchReport {
    var sketch = ReportSketch()
    var free: [String: Int] = [:]
    var ends: [Int] = []
    for number in 0..<Int.random(in: 1...40, using: &random) {
      var needs = (0..<3).map { _ in Int.random(in: 0...number, using: &random) }
      needs = Set(needs).filter { $0 < number }.sorted { (ends[$0], $0) < (ends[$1], $1) }
      let isMain = random.chance(30)
      let thread = isMain ? "main" : "worker \(Int.random(in: 1...3, using: &random))"
      let queued = needs.map { ends[$0] }.max() ?? 0
      let start = max(queued, free[thread, default: 0])
      let end = start + Int.random(in: 1...9, using: &random)
      free[thread] = end
      ends.append(end)
      sketch.ran(
        "t\(number)", Double(queued), Double(start), Double(end),
        needs: needs.map { "t\($0)" }, lane: isMain ? .main : .background, thread: thread)
    }
    sketch.ready = Double(ends.max() ?? 0)
    return try sketch.report()
  }
}
