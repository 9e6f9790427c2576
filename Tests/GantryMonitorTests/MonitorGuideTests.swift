// SPDX-License-Identifier: Apache-2.0

import GantryEvents
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

// region: span
/// A screen of another framework, which knows no pages.
final class Screen {
  func prepare() {}
}

func prepare(_ screen: Screen, _ host: PageHost) {
  let span = host.begin(.load, of: screen)
  screen.prepare()
  span?.end()
}
// endregion

/// The code that the guide to the monitor shows.
struct MonitorGuideTests {
  let events = EventBus()
  let log = Timings.Lines()

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

  @Test func `the guide's host surrounds a call`() {
    let (monitor, calls) = (PageMonitor(), Timings.Lines())
    let token = monitor.observe { calls.add($0.call.description) }
    prepare(Screen(), PageHost(monitor))
    #expect(calls.all == ["GantryMonitorTests.Screen.load"])
    token.cancel()
  }

  // region: budgets
  /// What takes too long, for a test that expects nothing.
  func slowPages(_ statistics: PageStatistics) -> [PageBudget.Violation] {
    let budgets = [
      PageBudget(OrdersPage.self, .load, limit: .milliseconds(50)),
      PageBudget(OrdersPage.self, .didAppear, limit: .milliseconds(16)),
    ]
    return PageBudget.check(budgets, in: statistics.summaries)
  }
  // endregion

  @Test func `the guide's budgets are kept by a page that takes no time`() throws {
    let monitor = PageMonitor(clock: ManualClock())
    let statistics = PageStatistics(of: monitor)
    let page = OrdersPage()
    for phase in PagePhase.ofPages { try PageHost(monitor).perform(phase, of: page) }
    #expect(slowPages(statistics) == [])
  }

  // region: held
  /// Keeps the code that holds the main actor too long, until the subscription is cancelled.
  func observeHolds(on events: EventBus) -> EventSubscription {
    events.observe(MainActorHeld.self) { held in
      // The module is nil where only the tasks that wait are known.
      log.add("\(held.code?.module ?? "unknown"): \(held)")
    }
  }
  // endregion

  @Test func `the guide's holds are logged with their modules`() async {
    let subscription = observeHolds(on: events)
    let code = MainActorHeld.Code(.route, module: "Orders", name: "orders/show")
    events.send(MainActorHeld(by: code, for: .milliseconds(300)))
    events.send(MainActorHeld(from: [], for: .milliseconds(300)))
    await events.waitUntilHandled()
    subscription.cancel()
    #expect(log.all.map { $0.prefix { $0 != ":" } } == ["Orders", "unknown"])
  }
}
