// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import Testing

@Suite struct PageSpanTests {
  /// A type that isn't a `Page`.
  class Screen {}
  final class Special: Screen {}

  let clock = ManualClock()
  let timings = Timings()
  let monitor: PageMonitor
  let host: PageHost

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
  }

  @Test func `a host can begin and end a call`() throws {
    let token = monitor.observe(timings.keep)
    let span = try #require(host.begin(.isAppearing, of: Screen()))
    clock.advance(milliseconds: 7)
    span.end()
    span.end()
    #expect(timings.calls == ["Screen.isAppearing"])
    #expect(timings.elapsed == [.milliseconds(7)])
    #expect(timings.own == [.milliseconds(7)])
    #expect(timings.all.first?.chain.isEmpty == true)
    token.cancel()
  }

  @Test func `a host begins no call without observers`() {
    #expect(host.begin(.load, of: Screen()) == nil)
  }

  @Test func `time in super is separate, including the pages that begin there`() throws {
    let token = monitor.observe(timings.keep)
    let outer = try #require(host.begin(.load, of: Screen()))
    clock.advance(milliseconds: 1)
    outer.beginSuper()
    clock.advance(milliseconds: 10)
    let inSuper = host.begin(.load, of: Special(), inside: outer)
    clock.advance(milliseconds: 20)
    inSuper?.end()
    outer.endSuper()
    outer.endSuper()
    let inside = host.begin(.load, of: Special(), inside: outer)
    clock.advance(milliseconds: 100)
    inside?.end()
    clock.advance(milliseconds: 2)
    outer.end()
    let timing = try #require(timings.all.last)
    #expect(timings.calls == ["Special.load", "Special.load", "Screen.load"])
    #expect(timing.elapsed == .milliseconds(133))
    #expect(timing.inherited == .milliseconds(30))
    #expect(timing.own == .milliseconds(3))
    #expect(timings.all.first?.calls.map(\.pageName) == [timing.pageName])
    #expect("\(timing)".contains("30.0 ms in super"))
    token.cancel()
  }

  @Test func `ending a call in super ends super's time`() throws {
    let token = monitor.observe(timings.keep)
    let span = try #require(host.begin(.load, of: Screen()))
    span.beginSuper()
    span.beginSuper()
    clock.advance(milliseconds: 4)
    span.end(.cancelled)
    span.beginSuper()
    #expect(timings.all.first?.inherited == .milliseconds(4))
    #expect(timings.all.first?.own == .zero)
    guard case .cancelled? = timings.all.first?.outcome else {
      Issue.record("the outcome is the host's")
      return
    }
    token.cancel()
  }

  @Test func `a page is reported under the class that its host gives`() throws {
    let token = monitor.observe(Special.self, timings.keep)
    let special = Special()
    host.begin(.load, of: special, as: Screen.self)?.end()
    host.begin(.load, of: special)?.end()
    let one = monitor.observe(page: special, timings.keep)
    host.begin(.load, of: special, as: Screen.self)?.end()
    #expect(
      timings.calls == ["Screen.load", "Special.load", "Screen.load", "Screen.load"])
    #expect(timings.all.first?.isExactly(Screen.self) == true)
    one.cancel()
    token.cancel()
  }

  @Test(arguments: [PagePhase.loadView, .isAppearing])
  func `a view controller's phase calls no method of a page`(phase: PagePhase) throws {
    let token = monitor.observe(timings.keep)
    try host.perform(phase, of: Plain(clock))
    #expect(timings.elapsed == [.zero])
    token.cancel()
  }
}
