// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryEvents
import GantryMonitor
import GantryRouting
import Synchronization
import Testing

/// What is named when handlers, routes and pages are inside of each other.
struct NestedHangTests {
  struct Woke: LifecycleEvent {}
  struct Slept: LifecycleEvent {}

  let clock = ManualClock()
  let events = EventBus()
  let held = HangDetectorTests.Held()
  let monitor: PageMonitor
  let router: Router
  let detector: HangDetector
  let host: PageHost

  init() {
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor, onMainActorOf: events)
    router = Router(RouteTable([Self.declaration]))
    detector = HangDetector(
      events: events, router: router, threshold: .milliseconds(100), clock: clock,
      onHeld: held.keep)
  }

  /// Takes time, looked at every 20 milliseconds.
  private func hold(_ milliseconds: Int) {
    for _ in 0..<(milliseconds / 20) {
      detector.sample()
      clock.advance(milliseconds: 20)
    }
    detector.sample()
  }

  private func routing(_ body: @escaping @MainActor () throws -> Void) {
    router.attach(
      [
        RouteHandler.main(Self.declaration) { _ in
          try body()
          return 7
        }
      ], owner: "Orders")
  }

  @MainActor @Test func `a page in a route in a handler is named, with all that is around it`()
    throws
  {
    let token = monitor.observe { _ in }
    let inner = HangDetectorTests.Holding { hold(100) }
    let page = HangDetectorTests.Around(inner)
    routing { [host] in try host.perform(.load, of: page) }
    let subscription = events.observe(to: Woke.self, as: "Shell") { [router] _ in
      _ = try router.callSyncOnMain("orders/show", as: Int.self)
    }
    events.send(Woke())
    let told = try #require(held.all.first)
    #expect(held.all.count == 1)
    #expect(told.kind == .page)
    #expect(told.name == "GantryMonitorTests.HangDetectorTests.Holding.load")
    #expect(told.chain.count == 3)
    #expect(told.chain.first?.hasPrefix("handler Shell.") == true)
    #expect(
      told.chain.dropFirst() == [
        "route orders/show", "page GantryMonitorTests.HangDetectorTests.Around.load",
      ])
    #expect(told.metadata["gantry.chain"] == told.chain.joined(separator: " > "))
    #expect(
      told.description.hasSuffix(
        "for over 100.0 ms, inside of \(told.chain.joined(separator: " > "))"))
    #expect(events.stallWatch.chain == [])
    subscription.cancel()
    token.cancel()
  }

  @MainActor @Test func `a route's handler is named with its module and place`() throws {
    routing { hold(100) }
    #expect(try router.callSyncOnMain("orders/show", as: Int.self) == 7)
    let told = try #require(held.all.first)
    #expect(told.kind == .route)
    #expect(told.module == "Orders")
    #expect(told.chain == [])
    #expect(told.metadata == ["gantry.route": "orders/show", "gantry.module": "Orders"])
    #expect(
      told.description
        == "route orders/show (Orders/Orders.swift:1) holds the main actor for over 100.0 ms")
  }

  @Test func `a route that is waited for from elsewhere is named, too`() async throws {
    routing { hold(100) }
    #expect(try await router.call("orders/show", as: Int.self) == 7)
    #expect(held.all.map(\.name) == ["orders/show"])
    #expect(events.stallWatch.chain == [])
  }

  @MainActor @Test func `a route that fails leaves the main actor idle`() {
    routing { throw Broken() }
    #expect(throws: RouteError.self) { try router.callSyncOnMain("orders/show", as: Int.self) }
    #expect(events.stallWatch.chain == [])
  }

  @MainActor @Test func `who calls many short ones is named, since no one of them is long`() {
    let slept = events.observe(to: Slept.self, as: "Inner") { _ in hold(40) }
    let woke = events.observe(to: Woke.self, as: "Outer") { [events] _ in
      for _ in 0..<5 { events.send(Slept()) }
    }
    events.send(Woke())
    #expect(held.all.map(\.module) == ["Outer"])
    #expect(held.all.map(\.chain) == [[]])
    slept.cancel()
    woke.cancel()
  }

  @MainActor @Test func `who waited for a long one is named only for what follows`() {
    let slept = events.observe(to: Slept.self, as: "Inner") { _ in hold(200) }
    let woke = events.observe(to: Woke.self, as: "Outer") { [events] event in
      events.send(Slept())
      hold(80)
      #expect(held.all.map(\.module) == ["Inner"])
      hold(40)
    }
    events.send(Woke())
    #expect(held.all.map(\.module) == ["Inner", "Outer"])
    #expect(held.all.map(\.duration) == [.milliseconds(100), .milliseconds(100)])
    slept.cancel()
    woke.cancel()
  }

  @MainActor @Test func `a page inside of one that waits is named, too`() async throws {
    let token = monitor.observe { _ in }
    let page = WaitingAround(HangDetectorTests.Holding { hold(100) })
    try await host.perform(.load, of: page)
    #expect(held.all.map(\.name) == ["GantryMonitorTests.HangDetectorTests.Holding.load"])
    token.cancel()
  }

  @MainActor @Test func `stopped, it forgets what was running`() {
    let subscription = events.observe(to: Woke.self) { _ in
      hold(80)
      detector.stop()
      hold(80)
    }
    events.send(Woke())
    #expect(held.all.isEmpty)
    subscription.cancel()
  }

  @MainActor @Test func `gone, it leaves the router as it was`() throws {
    let own = HangDetectorTests.Held()
    var other: HangDetector? = HangDetector(
      events: EventBus(), router: router, threshold: .zero, clock: clock, onHeld: own.keep)
    other = nil
    routing { hold(100) }
    #expect(try router.callSyncOnMain("orders/show", as: Int.self) == 7)
    #expect(held.all.count == 1)
    #expect(other == nil && own.all.isEmpty)
  }

  @MainActor @Test func `a handler that ends while the next one begins is not one long run`() {
    let tokens = (0..<5).map { number in
      events.observe(to: Woke.self, as: ModuleName("Module\(number)")) { _ in hold(80) }
    }
    events.send(Woke())
    #expect(held.all.isEmpty)
    tokens.forEach { $0.cancel() }
  }

  /// Random handlers inside of each other: the chain is what is running, at each moment.
  @MainActor @Test func `the chain is what a list of the running says`() {
    let seed = UInt64.random(in: .min ... .max)
    var random = Seeded(seed)
    let watch = events.stallWatch
    func run(_ outer: [String], _ random: inout Seeded) {
      #expect(watch.chain.compactMap { watch.holder(of: $0)?.name } == outer, "seed \(seed)")
      guard outer.count < 6 else { return }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let name = "task \(Int.random(in: 0..<5, using: &random))"
        let before = watch.enter(watch.number(of: LaneHolder(kind: "task", name: name)))
        run(outer + [name], &random)
        watch.leave(before)
        #expect(watch.chain.count == outer.count, "seed \(seed)")
      }
    }
    for _ in 0..<5 { run([], &random) }
    #expect(watch.mark == 0)
  }

  private final class WaitingAround: AsyncPage {
    let inner: HangDetectorTests.Holding
    init(_ inner: HangDetectorTests.Holding) { self.inner = inner }
    func load(_ context: borrowing PageContext) async throws {
      await Task.yield()
      try context.perform(.load, of: inner)
    }
  }

  private static let declaration = RouteDeclaration(
    pattern: "orders/show", parameters: [], output: Int.self, name: "orders/show",
    owner: "Orders", isAsync: false, declaredAt: "Orders/Orders.swift:1")
}
