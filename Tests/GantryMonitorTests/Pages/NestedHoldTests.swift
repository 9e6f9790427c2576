// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import GantryEvents
import GantryMonitor
import GantryRouting
import Testing

/// The names that are reported when handlers, routes and pages are nested.
struct NestedHoldTests {
  struct Woke: LifecycleEvent {}
  struct Slept: LifecycleEvent {}

  let clock = ManualClock()
  let watch: MainActorWatch
  let events: EventBus
  let held = HeldPagesTests.Held()
  let monitor: PageMonitor
  let router: Router
  let host: PageHost

  init() {
    watch = MainActorWatch(threshold: .milliseconds(100), clock: clock)
    watch.tell(held.keep)
    events = EventBus(watch: watch)
    monitor = PageMonitor(clock: clock)
    host = PageHost(monitor, onMainActorOf: events)
    router = Router(RouteTable([Self.declaration]), watch: watch)
  }

  /// Takes time, with a sample every 20 milliseconds.
  private func hold(_ milliseconds: Int) {
    for _ in 0..<(milliseconds / 20) {
      watch.sample()
      clock.advance(milliseconds: 20)
    }
    watch.sample()
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

  @MainActor @Test func `a page in a route in a handler is named with its callers`() throws {
    let token = monitor.observe { _ in }
    let inner = HeldPagesTests.Holding { hold(100) }
    let page = HeldPagesTests.Around(inner)
    routing { [host] in try host.perform(.load, of: page) }
    let subscription = events.observe(Woke.self, as: "Shell") { [router] _ in
      _ = try router.callNow("orders/show", as: Int.self)
    }
    events.send(Woke())
    let told = try #require(held.all.first)
    #expect(held.all.count == 1)
    #expect(told.code?.kind == .page)
    #expect(told.code?.name == "GantryMonitorTests.HeldPagesTests.Holding.load")
    let callers = told.callers.map(\.description)
    #expect(callers.count == 3)
    #expect(callers.first?.hasPrefix("handler Shell.") == true)
    #expect(
      callers.dropFirst() == [
        "route orders/show", "page GantryMonitorTests.HeldPagesTests.Around.load",
      ])
    let chain = callers.joined(separator: " > ")
    #expect(told.metadata["gantry.chain"] == chain)
    #expect(told.description.hasSuffix("for over 100.0 ms, inside \(chain)"))
    #expect(watch.chain == [])
    subscription.cancel()
    token.cancel()
  }

  @MainActor @Test func `a route's handler is named with its module and place`() throws {
    routing { hold(100) }
    #expect(try router.callNow("orders/show", as: Int.self) == 7)
    let told = try #require(held.all.first)
    #expect(told.code?.kind == .route)
    #expect(told.code?.module == "Orders")
    #expect(told.callers == [])
    #expect(told.metadata == ["gantry.route": "orders/show", "gantry.module": "Orders"])
    #expect(
      told.description
        == "route orders/show (Orders/Orders.swift:1) has held the main actor for over 100.0 ms")
  }

  @Test func `a route that is awaited off the main actor is named`() async throws {
    routing { hold(100) }
    #expect(try await router.call("orders/show", as: Int.self) == 7)
    #expect(held.codes.map(\.name) == ["orders/show"])
    #expect(watch.chain == [])
  }

  @MainActor @Test func `a route that fails leaves the main actor idle`() {
    routing { throw Broken() }
    #expect(throws: RouteError.self) { try router.callNow("orders/show", as: Int.self) }
    #expect(watch.chain == [])
  }

  @MainActor @Test func `a handler that sends many short events is named itself`() {
    let slept = events.observe(Slept.self, as: "Inner") { _ in hold(40) }
    let woke = events.observe(Woke.self, as: "Outer") { [events] _ in
      for _ in 0..<5 { events.send(Slept()) }
    }
    events.send(Woke())
    #expect(held.codes.map(\.module) == ["Outer"])
    #expect(held.all.map(\.callers) == [[]])
    slept.cancel()
    woke.cancel()
  }

  @MainActor @Test func `a handler that called a long one is named only for its own later work`() {
    let slept = events.observe(Slept.self, as: "Inner") { _ in hold(200) }
    let woke = events.observe(Woke.self, as: "Outer") { [events] event in
      events.send(Slept())
      hold(80)
      #expect(held.codes.map(\.module) == ["Inner"])
      hold(40)
    }
    events.send(Woke())
    #expect(held.codes.map(\.module) == ["Inner", "Outer"])
    #expect(held.all.map(\.duration) == [.milliseconds(100), .milliseconds(100)])
    slept.cancel()
    woke.cancel()
  }

  @MainActor @Test func `a page inside a waiting page is named`() async throws {
    let token = monitor.observe { _ in }
    let page = WaitingAround(HeldPagesTests.Holding { hold(100) })
    try await host.perform(.load, of: page)
    #expect(held.codes.map(\.name) == ["GantryMonitorTests.HeldPagesTests.Holding.load"])
    token.cancel()
  }

  @MainActor @Test func `a stopped watch forgets what was running`() {
    let subscription = events.observe(Woke.self) { _ in
      hold(80)
      watch.stop()
      hold(80)
    }
    events.send(Woke())
    #expect(held.all.isEmpty)
    subscription.cancel()
  }

  @MainActor @Test func `two consecutive handlers are not one long run`() {
    let tokens = (0..<5).map { number in
      events.observe(Woke.self, as: ModuleName("Module\(number)")) { _ in hold(80) }
    }
    events.send(Woke())
    #expect(held.all.isEmpty)
    tokens.forEach { $0.cancel() }
  }

  private final class WaitingAround: AsyncPage {
    let inner: HeldPagesTests.Holding
    init(_ inner: HeldPagesTests.Holding) { self.inner = inner }
    func load(_ context: borrowing PageContext) async throws {
      await Task.yield()
      try context.perform(.load, of: inner)
    }
  }

  private static let declaration = RouteDeclaration(
    pattern: "orders/show", parameters: [], output: Int.self, name: "orders/show",
    owner: "Orders", isAsync: false, declaredAt: "Orders/Orders.swift:1")
}
