// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Foundation
import GantryRouting
import Testing

/// Changes during calls.
@Suite(.timeLimit(.minutes(5))) struct BusyRouterTests {
  /// Lets calls wait until the test answers.
  private final class Desk: Sendable {
    let (waiting, arrivals) = AsyncStream.makeStream(of: Promise<RouteDecision>.self)

    func decide() async -> RouteDecision {
      let promise = Promise<RouteDecision>()
      arrivals.yield(promise)
      return await promise.value()
    }
  }

  private static func redirects(_ target: String) throws -> RouteRedirects {
    let map = #"{"redirects": [{"from": "o/:id", "to": "\#(target)"}]}"#
    return try RouteRedirects(json: Data(map.utf8))
  }

  @Test func `each call follows the old or the new redirect map during a replacement`()
    async throws
  {
    let router = Shop.router()
    let maps = [try Self.redirects("orders/:id"), try Self.redirects("orders/latest")]
    router.replaceRedirects(maps[0])
    let answers: Set = ["order 7 -", "/orders/latest internal orders/latest"]
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<400 {
        group.addTask {
          guard number.isMultiple(of: 4) else {
            return answers.contains(try await router.call("o/7", as: String.self))
          }
          router.replaceRedirects(maps[number / 4 % 2])
          // A bad map in between changes nothing.
          return (try? Self.redirects("o/:other")) == nil
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func `a simultaneous answer and cancellation end a call once`() async throws {
    let router = Shop.router()
    let desk = Desk()
    try router.intercept("desk") { _ async in await desk.decide() }
    var ends: [String: Int] = [:]
    var arrivals = desk.waiting.makeAsyncIterator()
    for number in 0..<500 {
      let call = Task { try await router.call(OrderPage(id: number)) }
      let promise = try #require(await arrivals.next())
      async let answer = promise.resolve(.allow)
      async let cancellation: Void = call.cancel()
      _ = await (answer, cancellation)
      switch await call.result {
      case .success(let page):
        ends[page == "order \(number) -" ? "answered" : page, default: 0] += 1
      case .failure(let error):
        #expect(error as? RouteError == .cancelled(route: "orders/show"))
        ends["cancelled", default: 0] += 1
      }
    }
    #expect(Set(ends.keys).isSubset(of: ["answered", "cancelled"]))
    #expect(ends.values.reduce(0, +) == 500)
  }

  @Test func `removing an interceptor keeps the calls that wait for it`() async throws {
    let journal = Journal()
    let router = Shop.router(journal)
    let desk = Desk()
    let token = try router.intercept("desk", priority: 499) { _ async in
      await desk.decide()
    }
    try router.intercept("clerk", priority: 498) { request in
      journal.add("clerk \(request.url)")
      return .allow
    }
    let call = Task { try await router.call(OrderPage(id: 7)) }
    var arrivals = desk.waiting.makeAsyncIterator()
    let promise = try #require(await arrivals.next())
    router.remove(token)
    // A new call is not held up, and the other interceptor is still asked about the waiting one.
    #expect(try await router.call(OrderPage(id: 8)) == "order 8 -")
    promise.resolve(.allow)
    #expect(try await call.value == "order 7 -")
    #expect(journal.all == ["clerk /orders/8", "order 8", "clerk /orders/7", "order 7"])
  }

  @Test func `a call that waits for an interceptor fails with the reason if its owner is detached`()
    async throws
  {
    let router = Shop.router()
    let desk = Desk()
    try router.intercept("desk") { _ async in await desk.decide() }
    let call = Task { try await router.call(OrderPage(id: 7)) }
    var arrivals = desk.waiting.makeAsyncIterator()
    let promise = try #require(await arrivals.next())
    router.detach(owner: "orders", because: "is switched off")
    promise.resolve(.allow)
    await #expect(
      throws: RouteError.unavailable(
        route: "orders/show", owner: "orders", reason: "is switched off")
    ) { try await call.value }
  }

  @Test func `each of many calls is answered or fails with a reason while owners come and go`()
    async throws
  {
    let handlers = Shop.handlers()
    let router = Shop.router()
    let reason = RouteError.unavailable(
      route: "orders/show", owner: "orders", reason: "is switched off")
    let answered = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<400 {
        group.addTask {
          if number % 8 == 0 { router.detach(owner: "orders", because: "is switched off") }
          if number % 8 == 4 {
            router.attach(handlers.filter { $0.declaration.owner == "orders" }, owner: "orders")
          }
          do {
            return try await router.call(OrderPage(id: number)) == "order \(number) -"
          } catch let error as RouteError where error == reason {
            return true
          }
        }
      }
      return try await group.reduce(true) { $0 && $1 }
    }
    #expect(answered)
  }
}
