// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import MonitorFixture

import GantrySupport
import Testing

private final class Tokens: Sendable {
  private let list = Mutex<[PageObservation]>([])
  func add(_ token: PageObservation) { list.withLock { $0.append(token) } }
  func cancelFirst() { list.withLock(\.first)?.cancel() }
}

struct ObservingTests {
  let clock = ManualClock()
  let monitor: PageMonitor
  let host: PageHost
  let timings = Timings()

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor)
  }

  @Test func `observing a type covers its subclasses`() throws {
    let all = monitor.observe(Plain.self, timings.keep)
    try host.perform(.load, of: Plain(clock))
    try host.perform(.load, of: Adding(clock))
    try host.perform(.load, of: Empty())
    #expect(timings.calls == ["Plain.load", "Adding.load"])
    all.cancel()
  }

  @Test func `observing a protocol covers all conforming types`() throws {
    let all = monitor.observe((any Refreshable).self, timings.keep)
    try host.perform(.load, of: RefreshableA())
    try host.perform(.load, of: RefreshableB())
    try host.perform(.load, of: Empty())
    #expect(timings.calls == ["RefreshableA.load", "RefreshableB.load"])
    all.cancel()
  }

  @Test func `observing an instance covers no other of its type`() throws {
    let (page, other) = (Plain(clock), Plain(clock))
    let one = monitor.observe(page: page, timings.keep)
    try host.perform(.load, of: other)
    try host.perform(.load, of: page)
    #expect(timings.count == 1)
    one.cancel()
    try host.perform(.load, of: page)
    #expect(timings.count == 1)
  }

  @Test func `observers run in the order of their registration`() throws {
    let page = Plain(clock)
    let order = Calls()
    let tokens = [
      monitor.observe(page: page) { _ in order.add("instance") },
      monitor.observe { _ in order.add("all") },
      monitor.observe(Plain.self) { _ in order.add("type") },
      monitor.observe(page: page) { _ in order.add("instance again") },
    ]
    try host.perform(.load, of: page)
    #expect(order.all == ["instance", "all", "type", "instance again"])
    tokens[1].cancel()
    try host.perform(.load, of: page)
    #expect(order.all.suffix(3) == ["instance", "type", "instance again"])
    tokens.forEach { $0.cancel() }
  }

  @Test func `an observer ends with its token, and a known type gets new observers`() throws {
    var token: PageObservation? = monitor.observe(timings.keep)
    try host.perform(.load, of: Plain(clock))
    #expect(token != nil)
    token = nil
    try host.perform(.load, of: Plain(clock))
    #expect(timings.count == 1)
    #expect(monitor.observers == 0)
    let again = monitor.observe(timings.keep)
    try host.perform(.load, of: Plain(clock))
    #expect(timings.count == 2)
    again.cancel()
    again.cancel()
    #expect(monitor.observers == 0)
  }

  @Test func `an observer that ends in its own call is released when the call ends`() throws {
    let tokens = Tokens()
    var held: Calls? = Calls()
    weak let heldGone = held
    tokens.add(
      monitor.observe(Plain.self) { [held] _ in
        tokens.cancelFirst()
        held?.add("called")
      })
    try host.perform(.load, of: Plain(clock))
    #expect(held?.all == ["called"])
    held = nil
    #expect(heldGone == nil)
    try host.perform(.load, of: Plain(clock))
  }

  @Test func `observers come and go while other threads call pages`() async throws {
    let calls = Atomic(0)
    let all = monitor.observe { _ in calls.wrappingAdd(1, ordering: .relaxed) }
    var held: Calls? = Calls()
    weak let heldGone = held
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { [monitor, clock] in
          let (host, plain, empty) = (PageHost(monitor), Plain(clock), Empty())
          for _ in 0..<500 {
            try host.perform(.load, of: plain)
            try host.perform(.load, of: empty)
          }
        }
      }
      for round in 0..<300 {
        let token = monitor.observe(Plain.self) { [held] _ in _ = held }
        if round.isMultiple(of: 3) {
          monitor.observe(page: Empty()) { [held] _ in _ = held }.cancel()
        }
        token.cancel()
      }
      try await group.waitForAll()
    }
    held = nil
    #expect(calls.load(ordering: .relaxed) == 3_000)
    #expect(heldGone == nil)
    all.cancel()
  }

  @Test func `an instance's observer is released with it, including its captures`() throws {
    var page: Plain? = Plain(clock)
    weak let gone = page
    var held: Calls? = Calls()
    weak let heldGone = held
    let token = monitor.observe(page: page!) { [held] _ in held?.add("called") }
    try host.perform(.load, of: page!)
    #expect(held?.all == ["called"])
    (page, held) = (nil, nil)
    #expect(gone == nil)
    #expect(monitor.observers == 0)
    #expect(heldGone == nil)
    token.cancel()
  }

  @Test func `calls of other pages remove observers of released pages`() throws {
    let staying = Plain(clock)
    let tokens = (0..<100).map { _ in monitor.observe(page: Plain(clock), timings.keep) }
    let held = Calls()
    weak var heldGone: Calls?
    var own: PageObservation?
    do {
      let local = Calls()
      heldGone = local
      own = monitor.observe(page: Empty()) { _ in local.add("never") }
    }
    let keeping = monitor.observe(page: staying) { _ in held.add("called") }
    try host.perform(.didDisappear, of: staying)
    #expect(heldGone == nil)
    #expect(monitor.observers == 1)
    try host.perform(.load, of: staying)
    #expect(held.all.count == 2)
    #expect(tokens.count == 100 && own != nil)
    keeping.cancel()
  }

  @Test func `a new page at a released page's address is not taken for it`() throws {
    var seed = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let token = monitor.observe(page: Empty(), timings.keep)
      let pages = (0..<Int.random(in: 1...4, using: &seed)).map { _ in Empty() }
      for page in pages { try host.perform(.load, of: page) }
      token.cancel()
    }
    #expect(timings.count == 0)
  }

  @Test func `an observer may observe, cancel and perform`() throws {
    let tokens = Tokens()
    tokens.add(
      monitor.observe(Adding.self) { [monitor, host, timings, clock] _ in
        tokens.add(monitor.observe(Replacing.self, timings.keep))
        try? host.perform(.load, of: Replacing(clock))
        tokens.cancelFirst()
      })
    try host.perform(.load, of: Adding(clock))
    try host.perform(.load, of: Adding(clock))
    #expect(timings.calls == ["Replacing.load"])
    #expect(monitor.observers == 1)
  }

  @Test func `timings are an asynchronous sequence that ends with its reader`() async throws {
    let stream = monitor.timings(keeping: 2)
    for _ in 0..<3 { try host.perform(.load, of: Plain(clock)) }
    var starts: [Duration] = []
    for await timing in stream {
      starts.append(timing.start)
      if starts.count == 2 { break }
    }
    #expect(starts == [.milliseconds(10), .milliseconds(20)])
  }

  @Test func `many tasks observe and perform concurrently`() async throws {
    let calls = 500
    let counted = Timings()
    let keeping = monitor.observe(Counting.self, counted.keep)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [host, monitor] in
          for _ in 0..<calls {
            let page = Counting()
            let token = monitor.observe(page: page) { _ in }
            try? host.perform(.load, of: page)
            token.cancel()
          }
        }
      }
    }
    #expect(counted.count == 4 * calls)
    #expect(monitor.observers == 1)
    keeping.cancel()
  }
}
