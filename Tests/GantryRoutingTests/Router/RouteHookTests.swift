// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

/// What a hook is told about the calls of a router.
@Suite struct RouteHookTests {
  let journal = Journal()
  let router: Router

  init() { router = Shop.router(journal) }

  private func follow(_ other: Router? = nil) -> Int {
    (other ?? router).addHook { [journal] origin in
      journal.add("\(origin.rawValue) begins")
      return { end in
        switch end.result {
        case .success(let value): journal.add("\(end.route.name) returned \(value)")
        case .failure(let error): journal.add("\(end.route.name) failed: \(error)")
        }
      }
    }
  }

  @Test func `the beginning and the end of a call are told until the hook is removed`()
    async throws
  {
    let number = follow()
    _ = try await router.open("bazaar://orders/7", as: String.self)
    let steps = ["external begins", "order 7", "orders/show returned order 7 -"]
    #expect(journal.all == steps)
    router.removeHook(number)
    _ = try await router.call(OrderPage(id: 8))
    #expect(journal.all == steps + ["order 8"])
  }

  @Test func `a hook that is removed during a call is told its end`() async throws {
    let number = follow()
    try router.intercept("door") { [router] _ in
      router.removeHook(number)
      return .allow
    }
    _ = try await router.call(OrderPage(id: 7))
    #expect(
      journal.all == ["internal begins", "order 7", "orders/show returned order 7 -"])
  }

  @Test func `each of several hooks is told`() async throws {
    _ = follow()
    _ = follow()
    _ = try await router.call(OrderPage(id: 7))
    #expect(journal.all.count == 5)
    #expect(Set(journal.all).count == 3)
  }

  @Test @MainActor func `calls without await are told the same way`() throws {
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
    _ = follow(router)
    #expect(try router.callNow("half/6", as: Int.self) == 3)
    #expect(try router.callNow("root/9", as: Int.self) == 3)
    let half = RouteError.failed(route: "math/half", .init(Broken()))
    #expect(throws: half) { try router.callNow("half/7", as: Int.self) }
    let root = RouteError.failed(route: "math/root", .init(Broken()))
    #expect(throws: root) { try router.callNow("root/7", as: Int.self) }
    #expect(
      journal.all == [
        "internal begins", "math/half returned 3", "internal begins", "math/root returned 3",
        "internal begins", "math/half failed: \(half)",
        "internal begins", "math/root failed: \(root)",
      ])
  }

  @Test @MainActor func `a failed call is told with its error`() async throws {
    _ = follow()
    try router.intercept("door") { _ in .veto("closed") }
    let error = RouteError.vetoed(reason: "closed", by: "door", route: "orders/show")
    await #expect(throws: error) { try await router.call(OrderPage(id: 7)) }
    #expect(throws: error) { try router.callNow(OrderPage(id: 7)) }
    let end = ["internal begins", "orders/show failed: \(error)"]
    #expect(journal.all == end + end)
  }

  @Test func `a redirected call ends with the route that answered`() async throws {
    _ = follow()
    try router.intercept("move", paths: ["orders/:id"]) { _ in .redirect(to: "home") }
    try await router.call("orders/7", as: Void.self)
    #expect(journal.all.last?.hasPrefix("home/tab returned ") == true)
  }
}
