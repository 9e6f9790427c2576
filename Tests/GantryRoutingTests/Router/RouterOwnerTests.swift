// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import GantrySupport
import Testing

/// Handlers come and go with their owners.
@Suite struct RouterOwnerTests {
  /// A router that attaches an owner when a call begins to wait for it.
  private static func attaching(
    _ change: @escaping @Sendable (Router, ModuleName) -> Void
  ) -> Router {
    let handlers = Shop.handlers()
    let box = Mutex<Router?>(nil)
    let router = Router(
      RouteTable(handlers.map(\.declaration)),
      demand: { owner in if let router = box.withLock({ $0 }) { change(router, owner) } })
    box.withLock { $0 = router }
    return router
  }

  @Test func `a call demands its owner and waits for its launch`() async throws {
    let router = Self.attaching { router, owner in
      Task { router.attach(Shop.handlers().filter { $0.declaration.owner == owner }, owner: owner) }
    }
    // The handlers of another call of the function have the same names and locations.
    #expect(try await router.call(OrderPage(id: 7)) == "order 7 -")
  }

  @Test @MainActor func `a handler that is missing from the table does not count`() throws {
    let known = Shop.declaration("a", "x/a", [], Int.self)
    let second = Shop.declaration("b", "x/b", [], Int.self)
    var elsewhere = Shop.declaration("a", "x/a", [], Int.self, line: 2)
    let router = Router(RouteTable([known, second]))
    router.attach([.anywhere(elsewhere) { _ in 1 }], owner: "x")
    #expect(throws: RouteError.self) { try router.callNow("a", as: Int.self) }
    elsewhere = Shop.declaration("c", "x/c", [], Int.self)
    router.attach([.anywhere(elsewhere) { _ in 1 }], owner: "x")
    #expect(throws: RouteError.self) { try router.callNow("a", as: Int.self) }
    // In a different order from the declarations.
    router.attach([.anywhere(second) { _ in 2 }, .anywhere(known) { _ in 1 }], owner: "x")
    #expect(try router.callNow("a", as: Int.self) == 1)
    #expect(try router.callNow("b", as: Int.self) == 2)
  }

  @Test func `a waiting call fails with the reason if its owner won't launch`() async {
    let router = Self.attaching { router, owner in
      router.detach(owner: owner, because: "was skipped")
    }
    await #expect(
      throws: RouteError.unavailable(
        route: "orders/show", owner: "orders", reason: "was skipped")
    ) { try await router.call(OrderPage(id: 7)) }
    #expect(!router.canOpen("orders/7"))
  }

  @Test func `a waiting call ends when its caller is cancelled`() async {
    let (demands, demand) = AsyncStream.makeStream(of: ModuleName.self)
    let handlers = Shop.handlers()
    let router = Router(
      RouteTable(handlers.map(\.declaration)), demand: { demand.yield($0) })
    let task = Task { try await router.call(OrderPage(id: 7)) }
    for await owner in demands {
      #expect(owner == "orders")
      break
    }
    task.cancel()
    await #expect(throws: RouteError.cancelled(route: "orders/show")) { try await task.value }
  }

  @Test func `a cancelled task's call doesn't wait for an owner`() async {
    let router = Shop.router(attached: false)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await router.call(OrderPage(id: 7))
    }
    await #expect(throws: RouteError.cancelled(route: "orders/show")) { try await task.value }
  }

  @Test func `detached handlers can be attached again`() async throws {
    let handlers = Shop.handlers()
    let router = Shop.router()
    router.detach(owner: "orders", because: "is switched off")
    await #expect(throws: RouteError.self) { try await router.call(OrderPage(id: 7)) }
    try await router.call("home", as: Void.self)
    router.attach(handlers.filter { $0.declaration.owner == "orders" }, owner: "orders")
    #expect(try await router.call(OrderPage(id: 7)) == "order 7 -")
  }

  @Test func `an owner that attaches without a handler does not handle the route`() async {
    let router = Shop.router(attached: false)
    router.attach([], owner: "orders")
    await #expect(
      throws: RouteError.unavailable(
        route: "orders/show", owner: "orders", reason: "does not handle it")
    ) { try await router.call(OrderPage(id: 7)) }
  }

  @Test @MainActor func `a call without await waits for no owner`() {
    let router = Shop.router(attached: false)
    #expect(
      throws: RouteError.needsAwait(route: "home/tab", because: "home has not launched yet")
    ) { try router.callNow(HomeTab()) }
  }
}
