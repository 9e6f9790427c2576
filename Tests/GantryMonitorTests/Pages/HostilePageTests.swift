// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import GantryRouting
import MonitorFixture
import GantrySupport
import Testing

private final class Hidden: Page {}

/// Pages that do things no page should.
struct HostilePageTests {
  let clock = ManualClock()
  let monitor: PageMonitor
  let host: PageHost
  let timings = Timings()

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
  }

  @Test func `a private page has a name that is the same in each run`() throws {
    let statistics = PageStatistics(of: monitor)
    try host.perform(.load, of: Hidden())
    #expect(statistics.summaries.map(\.pageName) == ["GantryMonitorTests.Hidden"])
    #expect(statistics.summary(of: Hidden.self, .load) != nil)
    let budgets = [
      PageBudget(Hidden.self, .load, limit: .zero),
      PageBudget(pageName: "GantryMonitorTests.Hidden", .load, limit: .zero),
    ]
    #expect(budgets.first == budgets.last)
    #expect(PageBudget.check(budgets, in: statistics.summaries) == [])
  }

  @Test func `a page that calls itself has a chain as deep as the calls`() throws {
    let observation = monitor.observe(timings.keep)
    try host.perform(.load, of: Recursive(clock, 50))
    #expect(timings.all.map(\.chain.count) == (0...50).reversed())
    #expect(timings.own.allSatisfy { $0 == .milliseconds(1) })
    #expect(timings.elapsed.last == .milliseconds(51))
    observation.cancel()
  }

  @Test func `a page performs a phase in its deinitializer and leaves nothing behind`() {
    let calls = Calls()
    var token: PageObservation?
    do {
      let page = Ending(host, calls)
      token = monitor.observe(page: page, timings.keep)
    }
    #expect(calls.all == ["didDisappear"])
    #expect(monitor.observers == 0)
    token?.cancel()
  }

  @Test func `another page's work in its caller's context counts as the caller's`() throws {
    let observation = monitor.observe(timings.keep)
    try host.perform(.load, of: Lending(Plain(clock)))
    #expect(timings.calls == ["Lending.load"])
    #expect(timings.own == [.milliseconds(10)])
    observation.cancel()
  }

  @Test func `impossible clock times do not trap`() throws {
    let statistics = PageStatistics(of: monitor)
    for _ in 0..<3 { try host.perform(.load, of: Leaping(clock, 1 << 61)) }
    for _ in 0..<3 { try host.perform(.load, of: Leaping(clock, -(1 << 61))) }
    #expect(statistics.summaries.map(\.times.count) == [6])
  }

  @Test func `an observer cancelled during its phase hears nothing more`() throws {
    let token = Mutex<PageObservation?>(nil)
    let count = Atomic(0)
    let observation = monitor.observe { _ in
      count.wrappingAdd(1, ordering: .relaxed)
      token.withLock { $0.take() }?.cancel()
    }
    token.withLock { $0 = observation }
    for _ in 0..<3 { try host.perform(.load, of: Plain(clock)) }
    #expect(count.load(ordering: .relaxed) == 1)
    #expect(monitor.observers == 0)
  }

  @Test func `a slow page that waits is reported with its outer pages`() async throws {
    let chains = Timings.Lines()
    let token = monitor.observeSlowPages(
      [PageBudget(Waiting.self, .load, limit: .milliseconds(24))]
    ) {
      chains.add(
        $0.chain.map { $0.split(separator: ".").suffix(2).joined(separator: ".") }.joined(
          separator: " > "))
    }
    try await host.perform(.load, of: AsyncOuter(Waiting(clock)))
    #expect(chains.all == ["AsyncOuter.load > Waiting.load"])
    token.cancel()
  }

  @Test func `no page is slow without a budget`() throws {
    let count = Atomic(0)
    let token = monitor.observeSlowPages([]) { _ in count.wrappingAdd(1, ordering: .relaxed) }
    try host.perform(.load, of: Plain(clock))
    #expect(count.load(ordering: .relaxed) == 0)
    token.cancel()
  }

  private final class Recursive: Page {
    let clock: ManualClock
    var depth: Int
    init(_ clock: ManualClock, _ depth: Int) { (self.clock, self.depth) = (clock, depth) }
    func load(_ context: borrowing PageContext) throws {
      clock.advance(milliseconds: 1)
      guard depth > 0 else { return }
      depth -= 1
      try context.perform(.load, of: self)
    }
  }

  private final class Ending: Page {
    let host: PageHost
    let calls: Calls
    init(_ host: PageHost, _ calls: Calls) { (self.host, self.calls) = (host, calls) }
    deinit { try? host.perform(.didDisappear, of: self) }
    func didDisappear(_ context: borrowing PageContext) { calls.add("didDisappear") }
  }

  private final class Lending: Page {
    let inner: Plain
    init(_ inner: Plain) { self.inner = inner }
    func load(_ context: borrowing PageContext) throws { try inner.load(context) }
  }

  private final class Leaping: Page {
    let clock: ManualClock
    let nanoseconds: Int
    init(_ clock: ManualClock, _ nanoseconds: Int) {
      (self.clock, self.nanoseconds) = (clock, nanoseconds)
    }
    func load(_ context: borrowing PageContext) {
      for _ in 0..<3 { clock.advance(nanoseconds: nanoseconds) }
    }
  }
}
