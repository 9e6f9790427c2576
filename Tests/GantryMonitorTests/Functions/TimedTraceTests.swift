// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryMonitor
import Testing

extension TimingTests {
  @Suite struct TimedTraceTests {
    let clock = ManualClock()
    let monitor: PageMonitor

    init() {
      TimingTests.start(clock)
      monitor = PageMonitor(clock: clock)
      Timing.useClock(of: monitor)
    }

    @Test func `functions are on the timeline of pages, with their outcomes`() throws {
      let timeline = PageTimeline(of: monitor, functions: true)
      try TimedFixture.$clock.withValue(clock) {
        clock.advance(milliseconds: 10)
        try PageHost(monitor).perform(.load, of: Plain(clock))
        TimedChild().run()
        _ = try? TimedFixture.failing(Broken())
        _ = try? TimedFixture.failing(CancellationError())
      }
      let slices = try functions(of: timeline)
      let names =
        ["TimedChild.run()", "TimedParent.run()"]
        + Array(repeating: "TimedFixture.failing(_:)", count: 2)
      #expect(slices.map(\.name) == names.map { "GantryMonitorTests.\($0)" })
      #expect(slices.map(\.ts) == [20_000, 22_000, 23_000, 24_000])
      #expect(slices.map(\.dur) == [3_000, 1_000, 1_000, 1_000])
      #expect(Set(slices.map(\.tid)).count == 1)
      #expect(slices.map { $0.args?["failed"] } == [nil, nil, "yes", nil])
      #expect(slices.map { $0.args?["cancelled"] } == [nil, nil, nil, "yes"])
      #expect(timeline.count == 5)
    }

    @Test func `the last 16,384 calls are kept, and only while a timeline exists`() throws {
      for _ in 0..<3 { _ = TimedFixture.implied(1) }
      let timeline = PageTimeline(of: monitor, functions: true)
      #expect(try functions(of: timeline).isEmpty)
      for _ in 0..<20_000 { _ = TimedFixture.implied(1) }
      #expect(timeline.count == 16_384)
      #expect(PageTimeline(of: monitor).count == 0)
    }

    @Test func `functions on the system's clock begin after their monitor was made`() throws {
      let monitor = PageMonitor()
      Timing.useClock(of: monitor)
      let timeline = PageTimeline(of: monitor, functions: true)
      let before = monitor.now / .microseconds(1)
      TimedFixture.plain()
      let slice = try #require(functions(of: timeline).last)
      #expect(try #require(slice.ts) >= before)
      #expect(try #require(slice.ts) <= monitor.now / .microseconds(1))
    }

    private func functions(of timeline: PageTimeline) throws -> [PageTimelineTests.TraceEvent] {
      let data = Data(timeline.chromeTrace().utf8)
      return try JSONDecoder().decode(PageTimelineTests.Trace.self, from: data).slices
        .filter { $0.cat == "function" }
    }
  }
}
