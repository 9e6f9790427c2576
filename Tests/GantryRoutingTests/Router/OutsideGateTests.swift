// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import GantrySupport
import Testing

/// URLs from outside that wait for the launch.
@Suite struct OutsideGateTests {
  let journal = Journal()
  let router: Router
  let waiting = AsyncStream.makeStream(of: Void.self)

  init() {
    router = Shop.router(journal)
    router.holdOutside { [waiting] in
      waiting.continuation.yield()
      return .allowed {}
    }
  }

  private func open(_ id: Int) -> Task<String, any Error> {
    Task { [router] in try await router.open("bazaar://orders/\(id)", as: String.self) }
  }

  private func isWaiting() async { for await _ in waiting.stream { break } }

  @Test(.timeLimit(.minutes(1))) func `a URL from outside waits for interceptors that are added`()
    async throws
  {
    let call = open(7)
    await isWaiting()
    try await router.call("orders/8", as: Void.self)
    try router.intercept("SignIn", paths: ["orders/:id"]) { _ in .veto("sign in first") }
    router.admitOutside()
    await #expect(
      throws: RouteError.vetoed(reason: "sign in first", by: "SignIn", route: "orders/show")
    ) { try await call.value }
    #expect(journal.all == ["order 8"], "calls from inside don't wait")
  }

  @Test(.timeLimit(.minutes(1))) func `a URL follows the redirects that are there after its wait`()
    async throws
  {
    let map = #"{"redirects": [{"from": "o/:id", "to": "orders/:id"}]}"#
    let call = Task { [router] in try await router.open("bazaar://o/7", as: String.self) }
    await isWaiting()
    router.replaceRedirects(try RouteRedirects(json: Data(map.utf8)))
    router.admitOutside()
    #expect(try await call.value == "order 7 -")
  }

  @Test(.timeLimit(.minutes(1))) func `a URL is refused if the launch ends without interceptors`()
    async throws
  {
    let call = open(7)
    await isWaiting()
    router.refuseOutside(because: "was not started")
    let refused = RouteError.unavailable(
      route: "orders/show", owner: "orders", reason: "was not started")
    await #expect(throws: refused) { try await call.value }
    await #expect(throws: refused) { try await open(8).value }
    router.holdOutside()
    router.admitOutside()
    #expect(try await open(9).value == "order 9 -")
    router.refuseOutside(because: "is stopping")
    #expect(try await open(9).value == "order 9 -", "only URLs that wait are refused")
  }

  @Test func `a URL that would wait for itself is refused`() async throws {
    router.holdOutside { .endless(because: "waits for A.open") }
    await #expect(
      throws: RouteError.unavailable(
        route: "orders/show", owner: "orders", reason: "waits for A.open")
    ) { try await open(7).value }
  }

  @Test @MainActor func `without await, a URL that has to wait needs await`() throws {
    let error = RouteError.needsAwait(
      route: "/orders/latest",
      because: "before-ready tasks have not ended, and may add interceptors")
    #expect(throws: error) {
      try router.openNow("bazaar://orders/latest", as: String.self)
    }
    _ = try router.callNow("orders/latest", as: String.self)
    router.admitOutside()
    #expect(throws: RouteError.self) {
      try router.openNow("bazaar://orders/latest", as: String.self)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a cancelled URL ends its wait`() async throws {
    let call = open(7)
    await isWaiting()
    call.cancel()
    await #expect(throws: RouteError.cancelled(route: "/orders/7")) { try await call.value }
  }

  @Test(.timeLimit(.minutes(1)), arguments: 0..<20)
  func `URLs that waited are handled in the order in which they came`(round: Int) async throws {
    var calls: [Task<String, any Error>] = []
    for id in 0..<8 {
      calls.append(open(id))
      await isWaiting()
    }
    // One in the middle leaves the order, and those behind it still wait for those before it.
    calls[3].cancel()
    router.admitOutside()
    for (id, call) in calls.enumerated() where id != 3 { _ = try await call.value }
    #expect(journal.all == [0, 1, 2, 4, 5, 6, 7].map { "order \($0)" })
  }

  @Test(.timeLimit(.minutes(1))) func `a URL doesn't wait for the interceptor of another`()
    async throws
  {
    let never = Promise<RouteDecision>()
    let first = open(1)
    await isWaiting()
    let second = open(2)
    await isWaiting()
    try router.intercept("Ask", paths: ["orders/1"]) { _ async in await never.value() }
    router.admitOutside()
    #expect(try await second.value == "order 2 -")
    #expect(journal.all == ["order 2"])
    never.resolve(.allow)
    #expect(try await first.value == "order 1 -")
  }

  @Test(.timeLimit(.minutes(1))) func `a URL that waits for its module holds those behind it`()
    async throws
  {
    let handlers = Shop.handlers(journal)
    let (demanded, demand) = AsyncStream.makeStream(of: Void.self)
    let router = Router(
      RouteTable(handlers.map(\.declaration)), schemes: RouteSchemes(["bazaar"]),
      demand: { _ in demand.yield() })
    router.holdOutside { [waiting] in
      waiting.continuation.yield()
      return .allowed {}
    }
    router.notFound { [journal] request in journal.add("none \(request.path)") }
    let first = Task { try await router.open("bazaar://orders/1", as: String.self) }
    await isWaiting()
    let second = Task { try await router.open("bazaar://nothing", as: Void.self) }
    await isWaiting()
    router.admitOutside()
    for await _ in demanded { break }
    #expect(journal.all == [])
    Shop.attach(router, handlers)
    _ = try await first.value
    try await second.value
    #expect(journal.all == ["order 1", "none /nothing"])
  }
}
