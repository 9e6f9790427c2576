// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import Testing

struct AsyncPageTests {
  let clock = ManualClock()
  let monitor: PageMonitor
  let host: PageHost
  let timings = Timings()

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
  }

  @Test func `waiting time is measured separately`() async throws {
    let observation = monitor.observe(timings.keep)
    let page: Waiting = WaitingMore(clock)
    try await host.perform(.load, of: page)
    #expect(timings.calls == ["WaitingMore.load"])
    #expect(timings.elapsed == [.milliseconds(125)])
    #expect(timings.all.map(\.waited) == [.milliseconds(20)])
    observation.cancel()
  }

  @Test func `an inner page's waiting time counts as its parent's`() async throws {
    let observation = monitor.observe(timings.keep)
    try await host.perform(.load, of: AsyncOuter(Waiting(clock)))
    #expect(timings.calls == ["Waiting.load", "AsyncOuter.load"])
    #expect(timings.own == [.milliseconds(25), .milliseconds(2)])
    #expect(timings.all.map(\.waited) == [.milliseconds(20), .milliseconds(20)])
    observation.cancel()
  }

  @Test(arguments: 1...3)
  func `a wait inside another wait counts once`(_ depth: Int) async throws {
    let observation = monitor.observe(timings.keep)
    try await host.perform(.load, of: WaitingAround(Waiting(clock), depth: depth))
    #expect(timings.calls == ["Waiting.load", "WaitingAround.load"])
    // All of the inner page's time, and 3 ms more in each wait around it.
    let around = Duration.milliseconds(25 + 3 * depth)
    #expect(timings.elapsed == [.milliseconds(25), around + .milliseconds(2)])
    #expect(timings.all.map(\.waited) == [.milliseconds(20), around])
    #expect(timings.own == [.milliseconds(25), .milliseconds(2 + 3 * depth)])
    observation.cancel()
  }

  @Test func `a failed wait counts, and so does the next one`() async throws {
    let observation = monitor.observe(timings.keep)
    try await host.perform(.load, of: WaitingAgain(Waiting(clock)))
    #expect(timings.elapsed == [.zero, .milliseconds(25), .milliseconds(33)])
    #expect(timings.all.map(\.waited) == [.zero, .milliseconds(20), .milliseconds(27)])
    observation.cancel()
  }

  @Test func `an asynchronous error is passed on and reported`() async {
    let observation = monitor.observe(timings.keep)
    await #expect(throws: Broken.self) { try await host.perform(.didAppear, of: Waiting(clock)) }
    guard case .failed(let error)? = timings.all.first?.outcome else {
      Issue.record("\(timings.all)")
      return
    }
    #expect(error is Broken)
    observation.cancel()
  }

  @Test func `a cancelled call is reported as cancelled`() async {
    let observation = monitor.observe(timings.keep)
    let task = Task { [host, clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await host.perform(.load, of: Waiting(clock))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    guard case .cancelled? = timings.all.first?.outcome else {
      Issue.record("\(timings.all)")
      return
    }
    #expect(timings.elapsed == [.milliseconds(25)])
    observation.cancel()
  }

  @MainActor @Test func `a page on the main actor runs there, observed or not`() async throws {
    let page = MainPage()
    let other = MainSyncPage()
    try host.perform(.load, of: other)
    #expect(other.isLoaded)
    try await host.perform(.load, of: page)
    #expect(page.isLoaded)
    let observation = monitor.observe(timings.keep)
    try await host.perform(.load, of: page)
    #expect(timings.calls == ["MainPage.load"])
    observation.cancel()
  }

  @Test func `an unobserved page runs without reading the clock`() async throws {
    try await host.perform(.load, of: AsyncOuter(Waiting(clock)))
    try await host.perform(.didDisappear, of: AsyncEmpty())
    #expect(clock.now.offset == .milliseconds(27))
    #expect(timings.count == 0)
  }
}
