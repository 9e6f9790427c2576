// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

private struct Sum: TypedRoute, Equatable {
  typealias Output = Int
  var first: Int
  var second: Int

  static let routePattern = "sum/:first/:second"
  static var routeParameters: [RouteParameter] {
    [RouteParameter("first", Int.self), RouteParameter("second", Int.self)]
  }

  init(_ first: Int, _ second: Int) {
    self.first = first
    self.second = second
  }

  init(routeArguments arguments: RouteArguments) throws(RouteError) {
    first = try arguments.value("first", Int.self)
    second = try arguments.value("second", Int.self)
  }

  var routeArguments: RouteArguments {
    var arguments = RouteArguments(route: Self.routePattern)
    arguments.add("first", first)
    arguments.add("second", second)
    return arguments
  }
}

/// Handlers without an actor can be called without `await` on the main actor.
@Suite struct AnywhereTests {
  private let router: Router

  init() {
    let handlers: [RouteHandler] = [
      .anywhere(Sum.self, name: "math/sum", owner: "math") { route in
        guard route.first >= 0 else { throw Broken() }
        return route.first + route.second
      },
      .anywhere(Shop.declaration("half/:of", "math/half", [.init("of", Int.self)], Int.self)) {
        try $0.arguments.value("of", Int.self) / 2
      },
      .main(HomeTab.self, name: "math/home", owner: "math") { _ in View("home") },
      .main(Shop.declaration("main", "math/main", [], Int.self)) { _ in 7 },
      .background(Shop.declaration("slow", "math/slow", [], Int.self, isAsync: true)) { _ in 8 },
    ]
    router = Router(RouteTable(handlers.map(\.declaration)))
    router.attach(handlers, owner: "math")
  }

  @Test @MainActor
  func `a synchronous route can be called by value, path and name on the main actor`() throws {
    #expect(try router.callNow(Sum(3, 4)) == 7)
    #expect(try router.callNow("sum/5/6", as: Int.self) == 11)
    #expect(try router.callNow(RouteRequest(named: "math/half", ["of": 8]), as: Int.self) == 4)
  }

  @Test @MainActor func `a route with the wrong output type never runs its handler`() async throws {
    let journal = Journal()
    let handlers: [RouteHandler] = [
      .anywhere(Shop.declaration("number", "x/number", [], Int.self)) { _ in 1 },
      .anywhere(Shop.declaration("text", "x/text", [], String.self)) { _ in
        journal.add("text")
        return "text"
      },
    ]
    let router = Router(RouteTable(handlers.map(\.declaration)))
    router.attach(handlers, owner: "x")
    let wrong = RouteError.wrongOutput(route: "x/text", expected: "Int", actual: "String")
    #expect(throws: wrong) { try router.callNow("text", as: Int.self) }
    try router.intercept("move", paths: ["number"]) { _ in .redirect(to: "text") }
    #expect(throws: wrong) { try router.callNow("number", as: Int.self) }
    await #expect(throws: wrong) { try await router.call("number", as: Int.self) }
    #expect(journal.all == [])
  }

  @Test @MainActor func `an async route needs await, even before its owner launches`() {
    let because = """
      its handler is async or runs elsewhere; make it synchronous, and `nonisolated` or `@MainActor`
      """
    #expect(throws: RouteError.needsAwait(route: "orders/show", because: because)) {
      try Shop.router(attached: false).callNow(OrderPage(id: 7))
    }
  }

  @Test func `a call with await runs off the caller's actor`() async throws {
    #expect(try await router.call(Sum(1, 1)) == 2)
    let handler = RouteHandler.anywhere(Shop.declaration("a", "a/a", [], Bool.self)) { _ in
      #isolation == nil
    }
    let router = Router(RouteTable([handler.declaration]))
    router.attach([handler], owner: "a")
    let isOff = try await Task { @MainActor in try await router.call("a", as: Bool.self) }.value
    #expect(isOff)
  }

  @Test @MainActor func `a handler that is async needs await`() {
    let because = """
      its handler is async or runs elsewhere; make it synchronous, and `nonisolated` or `@MainActor`
      """
    #expect(throws: RouteError.needsAwait(route: "math/slow", because: because)) {
      try router.callNow("slow", as: Int.self)
    }
  }

  @Test @MainActor func `errors and outputs are checked in synchronous calls, too`() throws {
    #expect(throws: RouteError.failed(route: "math/sum", .init(Broken()))) {
      try router.callNow(Sum(-1, 0))
    }
    #expect(
      throws: RouteError.wrongOutput(route: "math/half", expected: "String", actual: "Int")
    ) { try router.callNow("half/2", as: String.self) }
    try router.callNow("half/2", as: Void.self)
  }

  @Test @MainActor func `synchronous interceptors are asked`() throws {
    let token = try router.intercept("double") { request in
      request.segments == ["half", "2"] ? .redirect(to: "half/4") : .allow
    }
    #expect(try router.callNow("half/2", as: Int.self) == 2)
    router.remove(token)
    try router.intercept("later") { _ async in .allow }
    #expect(
      throws: RouteError.needsAwait(
        route: "math/half", because: "the interceptor later is asynchronous")
    ) { try router.callNow("half/2", as: Int.self) }
  }

  @Test @MainActor func `the error names an owner that is gone or not launched`() {
    router.detach(owner: "math", because: "is switched off")
    #expect(
      throws: RouteError.unavailable(
        route: "math/sum", owner: "math", reason: "is switched off")
    ) { try router.callNow(Sum(1, 1)) }
    router.expect(owner: "math")
    #expect(
      throws: RouteError.needsAwait(route: "math/sum", because: "math has not launched yet")
    ) { try router.callNow(Sum(1, 1)) }
  }
}
