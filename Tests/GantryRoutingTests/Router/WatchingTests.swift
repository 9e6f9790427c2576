// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

/// What somebody who watches a router is told.
@Suite struct WatchingTests {
  let journal = Journal()
  let router: Router

  init() { router = Shop.router(journal) }

  private func watch() -> Int {
    router.watch { [journal] origin in
      { step in
        switch step {
        case .admitted(let route): journal.add("\(origin.rawValue) admitted \(route.name)")
        case .ready: journal.add("ready")
        case .returned(let value): journal.add("returned \(value)")
        case .failed(let error): journal.add("failed: \(error)")
        }
      }
    }
  }

  @Test func `the steps of a call are told until the watch ends`() async throws {
    let number = watch()
    _ = try await router.open("bazaar://orders/7", as: String.self)
    let steps = ["external admitted orders/show", "ready", "order 7", "returned order 7 -"]
    #expect(journal.all == steps)
    router.unwatch(number)
    _ = try await router.call(OrderPage(id: 8))
    #expect(journal.all == steps + ["order 8"])
  }

  @Test func `a call that fails is told with its error, with await and without`() async throws {
    _ = watch()
    try router.intercept("door") { _ in .veto("closed") }
    let error = RouteError.vetoed(reason: "closed", by: "door", route: "orders/show")
    await #expect(throws: error) { try await router.call(OrderPage(id: 7)) }
    #expect(throws: error) { try router.callSync(OrderPage(id: 7)) }
    #expect(journal.all == ["failed: \(error)", "failed: \(error)"])
  }
}
