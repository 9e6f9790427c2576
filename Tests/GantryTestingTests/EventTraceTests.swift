// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

@Suite struct EventTraceTests {
  @Test func `a trace contains the events of the test and the modules, in order with times`()
    async throws
  {
    let host = try await TestApplication.orders()
    await host.waitUntilIdle()
    await host.send(SignedIn(userName: "Ada"))
    await host.advance(by: .seconds(2))
    try await host.open("bazaar://orders/place/tea")
    let entries = host.trace.entries.filter { $0.name != "LaunchCompleted" }
    #expect(entries.map(\.name) == ["SignedIn", "OpenURL", "OrderPlaced"])
    #expect(entries.map(\.origin) == [.test, .test, .application])
    #expect(entries.map(\.time) == [.zero, .seconds(2), .seconds(2)])
  }

  @Test func `replaying a trace gives the same result`() async throws {
    let first = try await TestApplication.orders()
    await first.send(SignedIn(userName: "Ada"))
    await first.advance(by: .seconds(2))
    try await first.open("bazaar://orders/place/tea")
    let storage = MemoryStorage()
    let second = try await TestApplication.orders(storage)
    await second.replay(first.trace)
    #expect(second.module(OrdersModule.self)?.user == "Ada")
    #expect(second.sent(OrderPlaced.self) == first.sent(OrderPlaced.self))
    #expect(storage.items == ["tea"])
    #expect(second.clock.now.offset == .seconds(2))
    let names = { (trace: EventTrace) in trace.names.filter { $0 != "LaunchCompleted" } }
    #expect(names(second.trace) == names(first.trace))
  }

  @Test func `replaying opens only URLs that were opened and reaches their routes again`()
    async throws
  {
    func host() async throws -> (TestApplication, visits: MemoryStorage) {
      let visits = MemoryStorage()
      let doors = ModuleManifest(function: "doors") { function in
        function.route(
          "doors/:id", [RouteParameter("id", String.self)], RouteOptions(access: .external),
          body: .anywhere { _, call, _ in
            visits.save(try call.arguments.value("id", String.self))
          })
      }
      return (
        try await TestApplication.start(
          schemes: ["shop"], adding: { $0.add(doors) }), visits
      )
    }
    let (first, firstVisits) = try await host()
    #expect(try await first.open("shop://doors/7"))
    let url = try #require(URL(string: "shop://doors/8"))
    #expect(await first.send(OpenURL(url: url)) == false)
    #expect(firstVisits.items == ["7"])
    let (second, secondVisits) = try await host()
    await second.replay(first.trace)
    #expect(secondVisits.items == ["7"])
    // The launch completes concurrently with the test.
    for trace in [first.trace, second.trace] {
      #expect(trace.names.filter { $0 != "LaunchCompleted" } == ["OpenURL", "OpenURL"])
    }
  }

  @Test func `a start begins a new trace`() async throws {
    let host = try await TestApplication.orders()
    await host.send(SignedIn(userName: ""))
    try await host.restart()
    #expect(host.trace.events(SignedIn.self).isEmpty)
    #expect(host.handlerFailures.isEmpty)
  }
}
