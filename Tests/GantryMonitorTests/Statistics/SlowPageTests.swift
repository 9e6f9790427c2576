// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantryMonitor
import GantrySupport
import Testing

struct SlowPageTests {
  let clock = ManualClock()
  let monitor: PageMonitor
  let host: PageHost

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
  }

  @Test func `a slow page is reported with its chain of calls`() throws {
    let slow = Kept()
    let token = monitor.observeSlowPages(
      [PageBudget(Plain.self, .load, limit: .milliseconds(9))], slow.keep)
    try host.perform(.load, of: Outer(clock, Plain(clock)))
    #expect(slow.all.map(\.elapsed) == [.milliseconds(10)])
    #expect(slow.all.map(\.own) == [.milliseconds(10)])
    #expect(
      slow.all.map(\.description) == [
        "GantryMonitorTests.Outer<GantryMonitorTests.Plain>.load > GantryMonitorTests.Plain.load "
          + "took 10.0 ms, 10.0 ms in itself; its budget is 9.0 ms"
      ])
    token.cancel()
  }

  @Test func `pages within budget, other phases and other pages are not reported`() throws {
    let slow = Kept()
    let budgets = [
      PageBudget(Plain.self, .load, limit: .milliseconds(10)),
      PageBudget(Replacing.self, .didAppear, limit: .zero),
    ]
    let token = monitor.observeSlowPages(budgets, slow.keep)
    for page in [Plain(clock), Replacing(clock), Adding(clock)] {
      try host.perform(.load, of: page)
    }
    #expect(slow.all == [])
    token.cancel()
  }

  @Test func `a slow page is an event that modules hear`() async throws {
    let events = EventBus()
    let slow = Kept()
    let subscription = events.observe(SlowPage.self) { slow.keep($0) }
    let token = monitor.observeSlowPages([PageBudget(Plain.self, .load, limit: .zero)]) {
      events.send($0)
    }
    try host.perform(.load, of: Plain(clock))
    await events.waitUntilHandled()
    #expect(slow.all.map(\.chain) == [["GantryMonitorTests.Plain.load"]])
    subscription.cancel()
    token.cancel()
  }
}

private final class Kept: Sendable {
  private let list = Mutex<[SlowPage]>([])
  var all: [SlowPage] { list.withLock(\.self) }
  var keep: @Sendable (SlowPage) -> Void {
    { slow in self.list.withLock { $0.append(slow) } }
  }
}
