// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryMonitor
import Testing

struct PageStatisticsTests {
  let clock = ManualClock()
  let monitor: PageMonitor
  let host: PageHost

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
  }

  @Test func `percentiles are measured times`() throws {
    let statistics = PageStatistics(of: monitor)
    for milliseconds in (1...100).shuffled() {
      try host.perform(.load, of: Slow(clock, milliseconds: milliseconds))
    }
    let summary = try #require(statistics.summary(of: Slow.self, .load))
    let times = summary.times
    #expect(times.count == 100)
    for (measured, exact) in [
      (times.median, 50), (times.percentile95, 95), (times.percentile99, 99), (times.longest, 100),
    ] {
      #expect(measured == .milliseconds(exact))
    }
    #expect(summary.own == .microseconds(50_500))
  }

  @Test func `errors and cancellations are counted, with their times`() throws {
    let statistics = PageStatistics(of: monitor)
    let page = Slow(clock, milliseconds: 0)
    try? host.perform(.load, of: page)
    try? host.perform(.didAppear, of: page)
    page.milliseconds = 2
    try host.perform(.load, of: page)
    let pages = statistics.summaries
    #expect(pages.map(\.phase) == [.load, .didAppear])
    #expect(pages.map(\.times.count) == [2, 1])
    #expect(pages.map(\.failures) == [1, 0])
    #expect(pages.map(\.cancellations) == [0, 1])
  }

  @Test func `pages are sorted by name and phases by a page's life`() throws {
    let statistics = PageStatistics(of: monitor)
    let counting = Counting()
    for phase in PagePhase.ofPages.reversed() { try host.perform(phase, of: counting) }
    try host.perform(.load, of: Adding(clock))
    let pages = statistics.summaries
    #expect(pages.map(\.phase) == [.load] + PagePhase.ofPages)
    #expect(pages.first?.pageName == "GantryMonitorTests.Adding")
    #expect(statistics.summary(of: Adding.self, .didAppear) == nil)
    #expect(statistics.summary(of: Plain.self, .load) == nil)
  }

  @Test func `percentiles are those of the last thousand calls`() throws {
    let statistics = PageStatistics(of: monitor)
    let page = Slow(clock, milliseconds: 10_000)
    try host.perform(.load, of: page)
    for milliseconds in 1...2_500 {
      page.milliseconds = milliseconds
      try host.perform(.load, of: page)
    }
    let summary = try #require(statistics.summaries.first)
    #expect(summary.times.count == 2_501)
    #expect(summary.times.median == .milliseconds(2_000))
    #expect(summary.times.percentile95 == .milliseconds(2_450))
    #expect(summary.times.percentile99 == .milliseconds(2_490))
    #expect(summary.times.longest == .seconds(10))
  }

  @Test func `summaries survive JSON`() throws {
    let statistics = PageStatistics(of: monitor)
    try host.perform(.load, of: Outer(clock, Plain(clock)))
    let pages = statistics.summaries
    let data = try JSONEncoder().encode(pages)
    #expect(try JSONDecoder().decode([PageSummary].self, from: data) == pages)
    #expect(pages.count == 2)
  }

  @Test func `statistics can be reset and end when they are released`() throws {
    var statistics: PageStatistics? = PageStatistics(of: monitor)
    try host.perform(.load, of: Plain(clock))
    #expect(statistics?.summaries.count == 1)
    statistics?.reset()
    #expect(statistics?.summaries == [])
    statistics = nil
    #expect(monitor.observers == 0)
  }
}
