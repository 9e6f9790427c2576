// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryMonitor
import Testing

struct PageBudgetTests {
  let clock = ManualClock()
  let statistics: PageStatistics
  let host: PageHost

  init() {
    let monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
    statistics = PageStatistics(of: monitor)
  }

  @Test(arguments: [(20, true), (10, true), (9, false)])
  func `a budget is kept up to its limit`(_ limit: Int, _ isKept: Bool) throws {
    try host.perform(.load, of: Plain(clock))
    let budget = PageBudget(Plain.self, .load, limit: .milliseconds(limit))
    #expect(PageBudget.check([budget], in: statistics.summaries).isEmpty == isKept)
  }

  @Test(arguments: [0, 8]) func `a budget just above the measured time is kept`(
    _ longer: Int
  ) throws {
    let page = Page95(clock)
    for call in 0..<100 {
      page.nanoseconds = call < 100 - longer ? 15_995_000 : 50_000_000
      try host.perform(.load, of: page)
    }
    page.nanoseconds = 15_995_000
    for _ in 0..<longer * 10 { try host.perform(.load, of: page) }
    let summary = try #require(statistics.summary(of: Page95.self, .load))
    #expect(summary.times.longest == (longer == 0 ? .microseconds(15_995) : .milliseconds(50)))
    let budgets = [16_000, 15_995, 15_994].map {
      PageBudget(Page95.self, .load, limit: .microseconds($0))
    }
    let broken = PageBudget.check(budgets, in: statistics.summaries).map(\.budget)
    #expect(broken == [budgets[2]])
  }

  private final class Page95: Page {
    let clock: ManualClock
    var nanoseconds = 0
    init(_ clock: ManualClock) { self.clock = clock }
    func load(_ context: borrowing PageContext) { clock.advance(nanoseconds: nanoseconds) }
  }

  @Test func `a few slow calls among many don't exceed a budget`() throws {
    let budget = PageBudget(Slow.self, .load, limit: .milliseconds(5))
    for call in 0..<100 {
      try host.perform(.load, of: Slow(clock, milliseconds: call < 96 ? 1 : 50))
    }
    #expect(PageBudget.check([budget], in: statistics.summaries) == [])
    for _ in 0..<10 { try host.perform(.load, of: Slow(clock, milliseconds: 50)) }
    #expect(PageBudget.check([budget], in: statistics.summaries).count == 1)
  }

  @Test func `violations name slow pages and pages that were never called`() throws {
    for _ in 0..<3 { try host.perform(.load, of: Slow(clock, milliseconds: 64)) }
    let budgets = [
      PageBudget(Slow.self, .load, limit: .milliseconds(32)),
      PageBudget(pageName: "Shop.OrdersPage", .didAppear, limit: .seconds(1)),
    ]
    let violations = PageBudget.check(budgets, in: statistics.summaries)
    #expect(violations.map(\.budget) == budgets)
    #expect(violations.map { $0.summary == nil } == [false, true])
    #expect(
      violations.map(\.description) == [
        "GantryMonitorTests.Slow.load: 64.0 ms, 32.0 ms over its budget of 32.0 ms "
          + "(95th percentile, calls: 3)",
        "Shop.OrdersPage.didAppear: it was never called, so its budget of 1.0 s means nothing",
      ])
  }

  @Test func `budgets are read from a file as they were written`() throws {
    let budgets = [PageBudget(Plain.self, .load, limit: .milliseconds(3))]
    let data = try JSONEncoder().encode(budgets)
    #expect(try JSONDecoder().decode([PageBudget].self, from: data) == budgets)
  }
}
