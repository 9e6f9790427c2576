// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import GantryEvents
import GantryMonitor
import MonitorFixture
import Testing

/// The names of handlers and pages that hold the main actor.
struct HeldPagesTests {
  struct Woke: LifecycleEvent {}
  struct Slept: LifecycleEvent {}

  let clock = ManualClock()
  let watch: MainActorWatch
  let events: EventBus
  let held = Held()

  /// Keeps the reports of the watch.
  final class Held: Sendable {
    private let list = Mutex<[MainActorHeld]>([])
    var all: [MainActorHeld] { list.withLock(\.self) }
    var codes: [MainActorHeld.Code] { all.compactMap(\.code) }
    var keep: @Sendable (MainActorHeld) -> Void {
      { held in self.list.withLock { $0.append(held) } }
    }
  }

  init() {
    watch = MainActorWatch(threshold: .milliseconds(100), clock: clock)
    watch.tell(held.keep)
    events = EventBus(watch: watch)
  }

  /// Takes time on the main actor, with a sample every 40 milliseconds.
  @Sendable private static func hold(
    _ milliseconds: Int, _ clock: ManualClock, _ watch: MainActorWatch
  ) {
    for _ in 0..<(milliseconds / 40) {
      watch.sample()
      clock.advance(milliseconds: 40)
    }
    watch.sample()
  }

  @MainActor @Test func `a handler that holds the main actor is named once, while it runs`() throws
  {
    let subscription = events.observe(Woke.self, as: "Orders") { [clock, watch] _ in
      Self.hold(400, clock, watch)
    }
    events.send(Woke())
    let told = try #require(held.all.first)
    #expect(held.all.count == 1)
    #expect(told.code?.kind == .handler)
    #expect(told.code?.module == "Orders")
    #expect(told.code?.event == "Woke")
    #expect(told.duration == .milliseconds(120))
    #expect(told.code?.declaredAt?.hasPrefix("GantryMonitorTests/HeldPagesTests.swift:") == true)
    #expect(told.metadata["gantry.module"] == "Orders")
    #expect(told.metadata["gantry.event"] == "Woke")
    #expect(told.description.hasSuffix("has held the main actor on Woke for over 120.0 ms"))
    subscription.cancel()
  }

  @MainActor @Test func `a synchronous handler behind a mailbox is named`() async throws {
    struct Placed: Event {}
    let handler = EventHandler.mailedToMain(
      HandlerDeclaration(Placed.self, name: "placed", site: "Shop/Shop.swift:3")
    ) { [clock, watch] _ in Self.hold(400, clock, watch) }
    events.declare("Orders", order: 0, handlers: [handler.declaration])
    events.attach("Orders", [handler])
    events.activate("Orders")
    events.send(Placed())
    await events.waitUntilHandled()
    let told = try #require(held.all.first)
    #expect(held.all.count == 1)
    #expect(told.code?.kind == .handler)
    #expect(told.code?.module == "Orders")
    #expect(told.code?.event == "Placed")
    #expect(told.code?.declaredAt == "Shop/Shop.swift:3")
    #expect(told.duration == .milliseconds(120))
  }

  @MainActor @Test func `a short handler is not named, however often it runs`() {
    let subscription = events.observe(Woke.self) { [clock, watch] _ in
      Self.hold(80, clock, watch)
    }
    for _ in 0..<10 { events.send(Woke()) }
    #expect(held.all.isEmpty)
    subscription.cancel()
  }

  @MainActor @Test func `a page's phase inside a handler is named`() throws {
    let monitor = PageMonitor(clock: clock)
    let token = monitor.observe { _ in }
    let host = PageHost(monitor, onMainActorOf: events)
    let page = Holding { [clock, watch] in Self.hold(120, clock, watch) }
    let subscription = events.observe(Woke.self, as: "Shell") { _ in
      try host.perform(.load, of: page)
      watch.sample()
    }
    events.send(Woke())
    #expect(held.codes.map(\.kind) == [.page])
    #expect(held.codes.first?.name == "GantryMonitorTests.HeldPagesTests.Holding.load")
    #expect(held.codes.first?.module == "GantryMonitorTests")
    #expect(held.all.first?.metadata["gantry.module"] == "GantryMonitorTests")
    #expect(
      held.all.first?.description
        == "page GantryMonitorTests.HeldPagesTests.Holding.load has held the main actor for over"
        + " 120.0 ms, inside \(held.all.first?.callers.first?.description ?? "")")
    subscription.cancel()
    token.cancel()
  }

  @MainActor @Test func `a page belongs to the target that its class is written in`() throws {
    let monitor = PageMonitor(clock: clock)
    let token = monitor.observe { _ in }
    let host = PageHost(monitor, onMainActorOf: events)
    let body = { [clock, watch] in Self.hold(120, clock, watch) }
    try host.perform(.load, of: Typed<OtherPage>(body))
    try host.perform(.load, of: OtherPage.Extension(body))
    try host.perform(.load, of: OfOther(body))
    #expect(
      held.codes.map(\.name.first) == ["G", "(", "G"], "they are named in different ways")
    #expect(held.codes.map(\.module) == Array(repeating: "GantryMonitorTests", count: 3))
    token.cancel()
  }

  @MainActor @Test func `the inner page is named, not the outer one that waits for it`() throws {
    let monitor = PageMonitor(clock: clock)
    let token = monitor.observe { _ in }
    let host = PageHost(monitor, onMainActorOf: events)
    let inner = Holding { [clock, watch] in Self.hold(120, clock, watch) }
    let outer = Around(inner)
    try host.perform(.load, of: outer)
    #expect(held.codes.map(\.name) == ["GantryMonitorTests.HeldPagesTests.Holding.load"])
    watch.sample()
    #expect(watch.chain == [])
    token.cancel()
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

extension OtherPage {
  fileprivate final class Extension: Page {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func load(_ context: borrowing PageContext) throws { body() }
  }
}
