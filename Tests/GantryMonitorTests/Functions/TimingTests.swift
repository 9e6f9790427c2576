// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryMonitor
import MonitorFixture
import Testing

/// Timing is process-wide, so its tests run one after another.
@Suite(.serialized) struct TimingTests {
  static func start(_ clock: ManualClock) {
    Timing.reset()
    Timing.useClock(of: PageMonitor(clock: clock))
    Timing.isEnabled = true
  }

  @Suite struct Switching {
    let clock = ManualClock()

    init() { TimingTests.start(clock) }

    @Test func `disabled timing counts nothing, and counting continues when it is enabled`() {
      TimedFixture.$clock.withValue(clock) {
        TimedFixture.plain()
        Timing.isEnabled = false
        #expect(!Timing.isEnabled)
        TimedFixture.plain()
        TimedFixture.plain()
        Timing.isEnabled = true
        TimedFixture.plain()
      }
      #expect(counts == ["TimedFixture.plain()": 2])
      #expect(clock.now.offset == .milliseconds(4))
    }

    @Test func `disabling or enabling timing during a call doesn't change that call`() {
      let other = OtherWork {}
      Timing.reset()
      other.run { Timing.isEnabled = false }
      #expect(callCounts(in: "MonitorFixture") == ["OtherWork.run(_:)": 1])
      other.run { Timing.isEnabled = true }
      #expect(callCounts(in: "MonitorFixture") == ["OtherWork.run(_:)": 1])
    }

    @Test func `timing can use the system's clock`() {
      Timing.useClock(of: PageMonitor())
      TimedFixture.plain()
      let longest = summary("TimedFixture.plain()")?.longest ?? .seconds(-1)
      #expect(longest >= .zero && longest < .seconds(60))
    }

    @Test func `percentiles are at most 2 percent off`() throws {
      for milliseconds in (1...100).shuffled() {
        _ = OtherWork { clock.advance(milliseconds: milliseconds) }
      }
      let summary = try #require(
        Timing.functions.first { $0.name == "MonitorFixture.OtherWork.init(_:)" })
      #expect(summary.count == 100)
      for (measured, exact) in [
        (summary.median, 50.0), (summary.percentile95, 95), (summary.percentile99, 99),
        (summary.mean, 50.5),
      ] {
        #expect(abs(measured / .milliseconds(1) - exact) <= exact * 0.02)
      }
      #expect(summary.longest == .milliseconds(100))
      #expect(
        summary.description.hasPrefix(
          "MonitorFixture.OtherWork.init(_:) (MonitorFixture/OtherFunctions.swift:"))
    }

    @Test(arguments: [0, 1, 127, 128, 129, 1_000, 999_999_999, 3_600_000_000_000])
    func `the median of equal times is at most 2 percent off`(nanoseconds: Int) throws {
      _ = OtherWork { clock.advance(nanoseconds: nanoseconds) }
      let summary = try #require(
        Timing.functions.first { $0.name == "MonitorFixture.OtherWork.init(_:)" })
      let exact = Double(nanoseconds)
      #expect(summary.longest == .nanoseconds(nanoseconds))
      #expect(abs(summary.median / .nanoseconds(1) - exact) <= exact * 0.02)
    }

    @Test func `concurrent calls are all counted`() async {
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            for number in 0..<1_000 { _ = TimedFixture.implied(number) }
          }
        }
      }
      #expect(counts == ["TimedFixture.implied(_:)": 8_000])
    }

    @Test func `the guide's functions are timed`() async {
      let index = Index()
      await index.add("Swift")
      #expect(await index.find("wif") == ["Swift"])
      #expect(counts == ["Index.add(_:)": 1, "Index.find(_:)": 1, "Search.find(_:in:)": 1])
    }

    @Test func `a report includes functions if it is asked to`() throws {
      let monitor = PageMonitor(clock: clock)
      let statistics = PageStatistics(of: monitor, functions: true)
      try PageHost(monitor).perform(.load, of: Plain(clock))
      TimedFixture.$clock.withValue(clock) { TimedFixture.plain() }
      #expect(statistics.report.pages.map(\.pageName) == ["GantryMonitorTests.Plain"])
      #expect(statistics.report.functions == Timing.functions)
      #expect(statistics.report.functions.map(\.count) == [1])
      #expect(PageStatistics(of: monitor).report.functions == [])
    }

    @Test func `summaries survive a trip through JSON`() throws {
      TimedFixture.plain()
      let data = try JSONEncoder().encode(Timing.functions)
      #expect(try JSONDecoder().decode([FunctionSummary].self, from: data) == Timing.functions)
    }
  }
}

/// The call counts of the tests' functions, by name without the module.
var counts: [String: Int] { callCounts(in: "GantryMonitorTests") }

func callCounts(in module: String) -> [String: Int] {
  Timing.functions.reduce(into: [:]) { result, function in
    let parts = function.name.split(separator: ".", maxSplits: 1).map(String.init)
    if parts.first == module { result[parts.last ?? "", default: 0] += function.count }
  }
}

func summary(_ name: String) -> FunctionSummary? {
  Timing.functions.first { $0.name == "GantryMonitorTests.\(name)" }
}
