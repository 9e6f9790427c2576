// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

/// The steps that a watcher of a router sees.
@Suite struct WatchingTests {
  let journal = Journal()
  let router: Router

  init() { router = Shop.router(journal) }

  private func watch(_ other: Router? = nil) -> Int {
    (other ?? router).watch { [journal] origin in
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

  @Test func `the steps of a call are reported until the watch ends`() async throws {
    let number = watch()
    _ = try await router.open("bazaar://orders/7", as: String.self)
    let steps = ["external admitted orders/show", "ready", "order 7", "returned order 7 -"]
    #expect(journal.all == steps)
    router.unwatch(number)
    _ = try await router.call(OrderPage(id: 8))
    #expect(journal.all == steps + ["order 8"])
  }

  @Test @MainActor func `calls without await are reported the same way`() throws {
    let handlers: [RouteHandler] = [
      .anywhere(Shop.declaration("half/:of", "math/half", [.init("of", Int.self)], Int.self)) {
        let number = try $0.arguments.value("of", Int.self)
        guard number.isMultiple(of: 2) else { throw Broken() }
        return number / 2
      },
      .main(Shop.declaration("root/:of", "math/root", [.init("of", Int.self)], Int.self)) {
        guard try $0.arguments.value("of", Int.self) == 9 else { throw Broken() }
        return 3
      },
    ]
    let router = Router(RouteTable(handlers.map(\.declaration)))
    router.attach(handlers, owner: "math")
    _ = watch(router)
    #expect(try router.callSync("half/8", as: Int.self) == 4)
    #expect(try router.callSyncOnMain("half/6", as: Int.self) == 3)
    #expect(try router.callSyncOnMain("root/9", as: Int.self) == 3)
    let half = RouteError.failed(route: "math/half", .init(Broken()))
    #expect(throws: half) { try router.callSync("half/7", as: Int.self) }
    let root = RouteError.failed(route: "math/root", .init(Broken()))
    #expect(throws: root) { try router.callSyncOnMain("root/7", as: Int.self) }
    #expect(
      journal.all == [
        "internal admitted math/half", "ready", "returned 4",
        "internal admitted math/half", "ready", "returned 3",
        "internal admitted math/root", "ready", "returned 3",
        "internal admitted math/half", "ready", "failed: \(half)",
        "internal admitted math/root", "ready", "failed: \(root)",
      ])
  }

  @Test func `a failed call is reported with its error, with or without await`() async throws {
    _ = watch()
    try router.intercept("door") { _ in .veto("closed") }
    let error = RouteError.vetoed(reason: "closed", by: "door", route: "orders/show")
    await #expect(throws: error) { try await router.call(OrderPage(id: 7)) }
    #expect(throws: error) { try router.callSync(OrderPage(id: 7)) }
    #expect(journal.all == ["failed: \(error)", "failed: \(error)"])
  }
}
