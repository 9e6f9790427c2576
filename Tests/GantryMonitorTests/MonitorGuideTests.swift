// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryMonitor
import Testing

// region: page
final class OrdersPage: Page {
  let header = HeaderPage()

  func load(_ context: borrowing PageContext) throws {
    // What the page shows is fetched here.
    try context.perform(.load, of: header)  // a page inside this one
  }
}

final class HeaderPage: Page {}
// endregion

// region: timed
struct Search {
  @Timed func find(_ text: String, in titles: [String]) -> [String] {
    titles.filter { $0.contains(text) }
  }
}

@Timed(.functions) actor Index {
  private var titles: [String] = []

  func add(_ title: String) { titles.append(title) }
  func find(_ text: String) -> [String] { Search().find(text, in: titles) }
}
// endregion

/// The code that the guide to the monitor shows.
struct MonitorGuideTests {
  // region: observe
  /// Performs a page, and tells what was observed.
  func perform(_ page: OrdersPage, _ print: @escaping @Sendable (String) -> Void) throws {
    let monitor = PageMonitor()
    let host = PageHost(monitor)
    let tokens = [
      monitor.observe { print("any page: \($0)") },
      monitor.observe(OrdersPage.self) { print("this class and its subclasses: \($0)") },
      monitor.observe(page: page) { print("this page: \($0)") },
    ]
    try host.perform(.load, of: page)
    tokens.forEach { $0.cancel() }
  }
  // endregion

  @Test func `the guide's page is observed in three ways`() throws {
    let calls = Timings.Lines()
    try perform(OrdersPage()) { calls.add($0) }
    let starts = calls.all.map { $0.prefix { $0 != ":" } }
    #expect(starts == ["any page", "any page", "this class and its subclasses", "this page"])
  }

  // region: budgets
  /// What takes too long, for a test that expects nothing.
  func slowPages(_ statistics: PageStatistics) -> [PageBudget.Violation] {
    let budgets = [
      PageBudget(OrdersPage.self, .load, limit: .milliseconds(50)),
      PageBudget(OrdersPage.self, .didAppear, limit: .milliseconds(16)),
    ]
    return PageBudget.check(budgets, in: statistics.report)
  }
  // endregion

  @Test func `the guide's budgets are kept by a page that takes no time`() throws {
    let monitor = PageMonitor(clock: ManualClock())
    let statistics = PageStatistics(of: monitor)
    let page = OrdersPage()
    for phase in PagePhase.allCases { try PageHost(monitor).perform(phase, of: page) }
    #expect(slowPages(statistics) == [])
  }
}
