// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryEvents
import GantryMonitor
import MonitorFixture
import Synchronization
import Testing

struct HangDetectorTests {
  struct Woke: LifecycleEvent {}
  struct Slept: LifecycleEvent {}

  let clock = ManualClock()
  let events = EventBus()
  let held = Held()

  /// Keeps what the detector tells.
  final class Held: Sendable {
    private let list = Mutex<[MainLaneHeld]>([])
    var all: [MainLaneHeld] { list.withLock(\.self) }
    var keep: @Sendable (MainLaneHeld) -> Void {
      { held in self.list.withLock { $0.append(held) } }
    }
  }

  private func detector(_ milliseconds: Int = 100) -> HangDetector {
    HangDetector(
      events: events, threshold: .milliseconds(milliseconds), clock: clock, onHeld: held.keep)
  }

  /// Takes time on the main actor, looked at every 40 milliseconds.
  @Sendable private static func hold(
    _ milliseconds: Int, _ clock: ManualClock, _ detector: HangDetector
  ) {
    for _ in 0..<(milliseconds / 40) {
      detector.sample()
      clock.advance(milliseconds: 40)
    }
    detector.sample()
  }

  @MainActor @Test func `a handler that holds the main actor is named once, while it runs`() throws
  {
    let detector = detector()
    let subscription = events.observe(to: Woke.self, as: "Orders") { [clock] _ in
      Self.hold(400, clock, detector)
    }
    events.send(Woke())
    let told = try #require(held.all.first)
    #expect(held.all.count == 1)
    #expect(told.kind == .handler)
    #expect(told.module == "Orders")
    #expect(told.event == "Woke")
    #expect(told.duration == .milliseconds(120))
    #expect(told.declaredAt?.hasPrefix("GantryMonitorTests/HangDetectorTests.swift:") == true)
    #expect(told.metadata["gantry.module"] == "Orders")
    #expect(told.metadata["gantry.event"] == "Woke")
    #expect(told.description.hasSuffix("holds the main actor on Woke for over 120.0 ms"))
    subscription.cancel()
  }

  @MainActor @Test func `the synchronous handler of an event is named in its turn`() async throws {
    struct Placed: Event {}
    let detector = detector()
    let handler = EventHandler.main(Placed.self, name: "placed", declaredAt: "Shop/Shop.swift:3") {
      [clock] _ in Self.hold(400, clock, detector)
    }
    events.declare("Orders", order: 0, handlers: [handler.declaration])
    events.attach("Orders", [handler])
    events.activate("Orders")
    events.send(Placed())
    await events.waitUntilIdle()
    let told = try #require(held.all.first)
    #expect(held.all.count == 1)
    #expect(told.kind == .handler)
    #expect(told.module == "Orders")
    #expect(told.event == "Placed")
    #expect(told.declaredAt == "Shop/Shop.swift:3")
    #expect(told.duration == .milliseconds(120))
  }

  @MainActor @Test func `what is short is not named, however often it runs`() {
    let detector = detector()
    let subscription = events.observe(to: Woke.self) { [clock] _ in
      Self.hold(80, clock, detector)
    }
    for _ in 0..<10 { events.send(Woke()) }
    #expect(held.all.isEmpty)
    subscription.cancel()
  }

  @MainActor @Test func `a page's phase is named inside of a handler`() throws {
    let detector = detector()
    let monitor = PageMonitor(clock: clock)
    let token = monitor.observe { _ in }
    let host = PageHost(monitor, onMainActorOf: events)
    let page = Holding { [clock] in Self.hold(120, clock, detector) }
    let subscription = events.observe(to: Woke.self, as: "Shell") { _ in
      try host.perform(.load, of: page)
      detector.sample()
    }
    events.send(Woke())
    #expect(held.all.map(\.kind) == [.page])
    #expect(held.all.first?.name == "GantryMonitorTests.HangDetectorTests.Holding.load")
    #expect(held.all.first?.module == "GantryMonitorTests")
    #expect(held.all.first?.metadata["gantry.module"] == "GantryMonitorTests")
    #expect(
      held.all.first?.description
        == "page GantryMonitorTests.HangDetectorTests.Holding.load holds the main actor for over"
        + " 120.0 ms, inside of \(held.all.first?.chain.first ?? "")")
    subscription.cancel()
    token.cancel()
  }

  @MainActor @Test func `a page belongs to the target that its class is written in`() throws {
    let detector = detector()
    let monitor = PageMonitor(clock: clock)
    let token = monitor.observe { _ in }
    let host = PageHost(monitor, onMainActorOf: events)
    let body = { [clock] in Self.hold(120, clock, detector) }
    try host.perform(.load, of: Typed<OtherPage>(body))
    try host.perform(.load, of: OtherWork.Extension(body))
    try host.perform(.load, of: OfOther(body))
    #expect(
      held.all.map(\.name.first) == ["G", "(", "G"], "they are named in different ways")
    #expect(held.all.map(\.module) == Array(repeating: "GantryMonitorTests", count: 3))
    token.cancel()
  }

  @MainActor @Test func `the inner page is named, not the outer one that waits for it`() throws {
    let detector = detector()
    let monitor = PageMonitor(clock: clock)
    let token = monitor.observe { _ in }
    let host = PageHost(monitor, onMainActorOf: events)
    let inner = Holding { [clock] in Self.hold(120, clock, detector) }
    let outer = Around(inner)
    try host.perform(.load, of: outer)
    #expect(held.all.map(\.name) == ["GantryMonitorTests.HangDetectorTests.Holding.load"])
    detector.sample()
    #expect(events.stallWatch.mark == 0)
    token.cancel()
  }

  @MainActor @Test func `what is entered by name is named as it is`() throws {
    let detector = detector()
    let watch = events.stallWatch
    let task = LaneHolder(
      kind: "task", module: "Orders", name: "Orders.open", declaredAt: "Orders/Orders.swift:7")
    #expect(watch.number(of: task) == watch.number(of: task))
    let outer = watch.enter(watch.number(of: task))
    Self.hold(120, clock, detector)
    watch.leave(outer)
    detector.sample()
    let told = try #require(held.all.first)
    #expect(told.kind == .task)
    #expect(told.metadata == ["gantry.task": "Orders.open", "gantry.module": "Orders"])
    #expect(
      told.description
        == "task Orders.open (Orders/Orders.swift:7) holds the main actor for over 120.0 ms")
  }

  @MainActor @Test func `two runs of one task are not one long run`() {
    let detector = detector()
    let watch = events.stallWatch
    let number = watch.number(of: LaneHolder(kind: "task", name: "open"))
    for _ in 0..<5 {
      let outer = watch.enter(number)
      detector.sample()
      clock.advance(milliseconds: 60)
      watch.leave(outer)
    }
    #expect(held.all.isEmpty)
  }

  @MainActor @Test func `it is an event, which modules hear`() async {
    let detector = HangDetector(events: events, threshold: .milliseconds(100), clock: clock)
    let heard = held
    let listener = events.observe(to: MainLaneHeld.self) { heard.keep($0) }
    let subscription = events.observe(to: Woke.self, as: "Orders") { [clock] _ in
      Self.hold(120, clock, detector)
    }
    events.send(Woke())
    await events.waitUntilIdle()
    #expect(held.all.map(\.module) == ["Orders"])
    subscription.cancel()
    listener.cancel()
  }

  @MainActor @Test func `the sampling thread names a handler that does not return`() async {
    let told = AsyncStream<MainLaneHeld>.makeStream()
    let isTold = Atomic(false)
    let detector = HangDetector(events: events, threshold: .milliseconds(2)) {
      isTold.store(true, ordering: .releasing)
      told.continuation.yield($0)
    }
    detector.start()
    detector.start()
    let number = events.stallWatch.number(of: LaneHolder(kind: "task", name: "open"))
    let outer = events.stallWatch.enter(number)
    while !isTold.load(ordering: .acquiring) {}
    events.stallWatch.leave(outer)
    detector.stop()
    var names = told.stream.makeAsyncIterator()
    #expect(await names.next()?.name == "open")
  }

  final class Holding: Page {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func load(_ context: borrowing PageContext) throws { body() }
  }

  private final class Typed<Value>: Page {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func load(_ context: borrowing PageContext) throws { body() }
  }

  private final class OfOther: OtherPage {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    override func load(_ context: borrowing PageContext) throws { body() }
  }

  final class Around: Page {
    let inner: Holding
    init(_ inner: Holding) { self.inner = inner }
    func load(_ context: borrowing PageContext) throws {
      try context.perform(.load, of: inner)
    }
  }
}

extension OtherWork {
  fileprivate final class Extension: Page {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func load(_ context: borrowing PageContext) throws { body() }
  }
}
