// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import MonitorFixture
import Testing

struct PageTimingTests {
  let clock = ManualClock()
  let monitor: PageMonitor
  let host: PageHost
  let timings = Timings()

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
  }

  @Test func `every phase reaches the page, observed or not`() throws {
    let page = Counting()
    for phase in PagePhase.ofPages { try host.perform(phase, of: page) }
    let observation = monitor.observe(timings.keep)
    for phase in PagePhase.ofPages { try host.perform(phase, of: page) }
    observation.cancel()
    #expect(page.calls.all == (PagePhase.ofPages + PagePhase.ofPages).map(\.rawValue))
    #expect(timings.all.map(\.phase) == PagePhase.ofPages)
  }

  @Test func `the most derived override is called and timed, including super calls`() throws {
    let observation = monitor.observe(timings.keep)
    let pages: [Plain] = [Plain(clock), Replacing(clock), Adding(clock)]
    for page in pages { try host.perform(.load, of: page) }
    #expect(pages.map(\.calls.all) == [["Plain"], ["Replacing"], ["Adding", "Plain"]])
    #expect(timings.calls == ["Plain.load", "Replacing.load", "Adding.load"])
    #expect(timings.elapsed == [.milliseconds(10), .milliseconds(3), .milliseconds(15)])
    observation.cancel()
  }

  @Test func `a generic page is timed under its own arguments`() throws {
    let observation = monitor.observe(Generic<Int>.self, timings.keep)
    try host.perform(.load, of: Generic<Int>(clock))
    try host.perform(.load, of: Generic<String>(clock))
    #expect(timings.elapsed == [.milliseconds(7)])
    #expect(timings.all.first?.isExactly(Generic<Int>.self) == true)
    observation.cancel()
  }

  @Test func `a page behind a protocol type is called as itself`() throws {
    let observation = monitor.observe(timings.keep)
    let pages: [any Page] = [Adding(clock), Generic<Int>(clock)]
    for page in pages { try host.perform(.load, of: page) }
    #expect(timings.elapsed == [.milliseconds(15), .milliseconds(7)])
    observation.cancel()
  }

  @Test func `pages of another module are timed, final ones and subclasses here`() throws {
    let observation = monitor.observe(timings.keep)
    let final = FinalPage()
    let derived: OtherPage = Derived()
    try host.perform(.load, of: final)
    try host.perform(.load, of: derived)
    #expect(final.calls.all == ["FinalPage.load"])
    #expect(derived.calls.all == ["Derived.load", "OtherPage.load"])
    #expect(timings.calls == ["FinalPage.load", "Derived.load"])
    #expect(timings.all.map(\.pageName).first == "MonitorFixture.FinalPage")
    observation.cancel()
  }

  @Test func `an inner page's time is its own, not its parent's`() throws {
    let observation = monitor.observe(timings.keep)
    let page = Outer(clock, Outer(clock, Plain(clock)))
    try host.perform(.load, of: page)
    #expect(timings.elapsed == [10, 13, 16].map { .milliseconds($0) })
    #expect(timings.own == [10, 3, 3].map { .milliseconds($0) })
    let innermost = try #require(timings.all.first)
    #expect(innermost.chain.count == 2)
    #expect(innermost.chain.allSatisfy { $0.hasSuffix(".load") })
    #expect(innermost.chain.last == "GantryMonitorTests.Outer<GantryMonitorTests.Plain>.load")
    #expect(timings.all.last?.chain == [])
    observation.cancel()
  }

  @Test
  func `an inner page's time is not the outer page's own, even if only the outer is observed`()
    throws
  {
    let page = Outer(clock, Plain(clock))
    let observation = monitor.observe(page: page, timings.keep)
    try host.perform(.load, of: page)
    #expect(timings.elapsed == [.milliseconds(13)])
    #expect(timings.own == [.milliseconds(3)])
    observation.cancel()
  }

  @Test func `an error is passed on and reported with the time until then`() throws {
    let observation = monitor.observe(timings.keep)
    #expect(throws: Broken.self) {
      try host.perform(.load, of: Outer(clock, Outer(clock, Plain(clock), fails: true)))
    }
    #expect(timings.elapsed == [10, 13, 14].map { .milliseconds($0) })
    #expect(timings.own == [10, 3, 1].map { .milliseconds($0) })
    #expect(timings.all.map { isFailure($0.outcome) } == [false, true, true])
    observation.cancel()
  }

  @Test func `a call's start is measured from the monitor's creation`() throws {
    clock.advance(milliseconds: 40)
    let observation = monitor.observe(timings.keep)
    try host.perform(.load, of: Plain(clock))
    #expect(timings.all.map(\.start) == [.milliseconds(40)])
    observation.cancel()
  }

  @Test func `a timing reads as a line`() throws {
    let observation = monitor.observe(timings.keep)
    try host.perform(.load, of: Outer(clock, Plain(clock)))
    let name = "GantryMonitorTests.Outer<GantryMonitorTests.Plain>.load"
    #expect(
      timings.all.map(\.description) == [
        "\(name) > GantryMonitorTests.Plain.load took 10.0 ms",
        "\(name) took 13.0 ms, 3.0 ms in itself",
      ])
    observation.cancel()
  }

  private func isFailure(_ outcome: PageTiming.Outcome) -> Bool {
    if case .failed(let error) = outcome { error is Broken } else { false }
  }
}
