// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryMonitor
import GantryRouting
import MonitorFixture
import GantrySupport
import Testing

struct RouteTimingTests {
  let clock = ManualClock()
  let monitor: PageMonitor
  let router: Router
  let told = Told()

  /// Keeps the timings that route observers get.
  final class Told: Sendable {
    private let list = Mutex<[RouteTiming]>([])
    var all: [RouteTiming] { list.withLock(\.self) }
    var keep: @Sendable (RouteTiming) -> Void {
      { timing in self.list.withLock { $0.append(timing) } }
    }
  }

  init() {
    let clock = clock
    let plain = RouteHandler.main(Self.declaration("orders/plain", Int.self)) { _ in
      clock.advance(milliseconds: 2)
      return 7
    }
    let page = RouteHandler.main(Self.declaration("orders/page", Plain.self)) { _ in
      clock.advance(milliseconds: 3)
      return Plain(clock)
    }
    let slow = RouteHandler.background(
      Self.declaration("orders/slow", Int.self, isAsync: true)
    ) { _ in
      await Task.yield()
      clock.advance(milliseconds: 4)
      return 8
    }
    let broken = RouteHandler.main(Self.declaration("orders/broken", Int.self)) { _ in
      clock.advance(milliseconds: 5)
      throw Broken()
    }
    let handlers = [plain, page, slow, broken]
    monitor = PageMonitor(clock: clock)
    router = Router(RouteTable(handlers.map(\.declaration)))
    router.attach(handlers, owner: "Orders")
  }

  @MainActor @Test func `a call is reported with its route, module and time`() throws {
    let observation = monitor.observeRoutes(of: router, told.keep)
    try router.intercept("pause") { [clock] _ in
      clock.advance(milliseconds: 10)
      return .allow
    }
    clock.advance(milliseconds: 1)
    #expect(try router.callNow("orders/plain", as: Int.self) == 7)
    let timing = try #require(told.all.first)
    #expect(told.all.count == 1)
    #expect(timing.route == "orders/plain")
    #expect(timing.module == "Orders")
    #expect(timing.pattern == "orders/plain")
    #expect(timing.origin == .internal)
    #expect(timing.pageName == "Swift.Int")
    #expect(timing.start == .milliseconds(1))
    #expect(timing.elapsed == .milliseconds(12))
    #expect(timing.description == "orders/plain took 12.0 ms")
    observation.cancel()
  }

  @Test func `an async handler is timed until it ends`() async throws {
    let observation = monitor.observeRoutes(of: router, told.keep)
    #expect(try await router.call("orders/slow", as: Int.self) == 8)
    #expect(try await router.call("orders/plain", as: Int.self) == 7)
    #expect(told.all.map(\.route) == ["orders/slow", "orders/plain"])
    #expect(told.all.map(\.elapsed) == [.milliseconds(4), .milliseconds(2)])
    observation.cancel()
  }

  @MainActor @Test func `errors of interceptors and handlers are reported and thrown`() throws {
    let observation = monitor.observeRoutes(of: router, told.keep)
    #expect(throws: RouteError.self) { try router.callNow("orders/broken", as: Int.self) }
    try router.intercept("no") { _ in .veto("closed") }
    #expect(throws: RouteError.vetoed(reason: "closed", by: "no", route: "orders/plain")) {
      try router.callNow("orders/plain", as: Int.self)
    }
    #expect(told.all.map(\.route) == ["orders/broken", "orders/plain"])
    #expect(told.all.map(\.elapsed) == [.milliseconds(5), .zero])
    #expect(told.all.allSatisfy { $0.error != nil && $0.pageName == nil })
    observation.cancel()
  }

  @Test func `waiting for a launching module is part of the time`() async throws {
    router.detach(owner: "Orders", because: "is switched off")
    router.expect(owner: "Orders")
    let observation = monitor.observeRoutes(of: router, told.keep)
    router.onDemand { [weak router, clock] _ in
      clock.advance(milliseconds: 30)
      router?.attach(
        [
          RouteHandler.main(Self.declaration("orders/plain", Int.self)) { _ in 9 }
        ], owner: "Orders")
      return .allowed {}
    }
    #expect(try await router.call("orders/plain", as: Int.self) == 9)
    #expect(told.all.map(\.elapsed) == [.milliseconds(30)])
    observation.cancel()
  }

  @MainActor @Test func `an unobserved route reads no clock`() throws {
    monitor.observeRoutes(of: router, told.keep).cancel()
    #expect(try router.callNow("orders/plain", as: Int.self) == 7)
    #expect(told.all.isEmpty)
  }

  @MainActor @Test func `statistics are by route, module and type of page`() throws {
    let statistics = RouteStatistics(of: monitor, router)
    for _ in 0..<3 { #expect(try router.callNow("orders/plain", as: Int.self) == 7) }
    _ = try router.callNow("orders/page", as: Plain.self)
    #expect(throws: RouteError.self) { try router.callNow("orders/broken", as: Int.self) }
    let summaries = statistics.summaries
    #expect(summaries.map(\.route) == ["orders/broken", "orders/page", "orders/plain"])
    #expect(summaries.map(\.module) == ["Orders", "Orders", "Orders"])
    #expect(summaries.map(\.pageName) == [nil, "GantryMonitorTests.Plain", "Swift.Int"])
    #expect(summaries.map(\.times.count) == [1, 1, 3])
    #expect(summaries.map(\.failures) == [1, 0, 0])
    #expect(summaries[2].times.median == .milliseconds(2))
    let data = try JSONEncoder().encode(summaries)
    #expect(try JSONDecoder().decode([RouteSummary].self, from: data) == summaries)
  }

  @MainActor @Test func `statistics outlive their monitor`() throws {
    let statistics = RouteStatistics(of: PageMonitor(clock: clock), router)
    #expect(try router.callNow("orders/plain", as: Int.self) == 7)
    #expect(statistics.summaries.map(\.route) == ["orders/plain"])
  }

  private static func declaration(
    _ name: String, _ output: Any.Type, isAsync: Bool = false
  ) -> RouteDeclaration {
    RouteDeclaration(
      pattern: name, parameters: [], output: output, name: name, owner: "Orders",
      isAsync: isAsync, declaredAt: "Orders/Orders.swift:1")
  }
}
