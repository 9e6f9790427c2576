// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Synchronization
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

  @Test func `a call demands its owner and waits for it`() async throws {
    let router = Self.attaching { router, owner in
      Task { router.attach(Shop.handlers().filter { $0.declaration.owner == owner }, owner: owner) }
    }
    // The handlers of another call of the function have the same names and places.
    #expect(try await router.call(OrderPage(id: 7)) == "order 7 -")
  }

  @Test func `a call that waits fails with the reason when its owner is not to come`() async {
    let router = Self.attaching { router, owner in
      router.detach(owner: owner, because: "was skipped")
    }
    await #expect(
      throws: RouteError.unavailable(
        route: "orders/show", owner: "orders", reason: "was skipped")
    ) { try await router.call(OrderPage(id: 7)) }
    #expect(!router.canOpen("orders/7"))
  }

  @Test func `a call that waits ends when its caller is cancelled`() async {
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

  @Test func `a call of a cancelled task does not begin to wait`() async {
    let router = Shop.router(attached: false)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await router.call(OrderPage(id: 7))
    }
    await #expect(throws: RouteError.cancelled(route: "orders/show")) { try await task.value }
  }

  @Test func `handlers that were taken away can come back`() async throws {
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

  @Test @MainActor func `without await nobody is waited for`() {
    let router = Shop.router(attached: false)
    #expect(
      throws: RouteError.unavailable(
        route: "home/tab", owner: "home", reason: "has not launched yet")
    ) { try router.callSyncOnMain(HomeTab()) }
  }
}
