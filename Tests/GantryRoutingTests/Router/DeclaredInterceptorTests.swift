// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import GantrySupport
import Testing

/// Interceptors that modules declare, which the router knows before the modules.
@Suite struct DeclaredInterceptorTests {
  let journal = Journal()

  static func declaration(
    _ function: String = "check", of owner: ModuleName = "guard",
    _ paths: [String] = ["orders/:id"],
    priority: Priority = 0, isAsync: Bool = false, line: Int = 1
  ) -> InterceptorDeclaration {
    InterceptorDeclaration(
      "\(owner)/\(function)", owner: owner, paths: paths, InterceptorOptions(priority: priority),
      isAsync: isAsync, declaredAt: "Guard.swift:\(line)")
  }

  /// The shop, with interceptors of modules that are not there yet.
  static func router(_ journal: Journal, _ interceptors: InterceptorDeclaration...) -> Router {
    let handlers = Shop.handlers(journal)
    let router = Router(
      RouteTable(handlers.map(\.declaration), interceptors: interceptors),
      schemes: RouteSchemes(["bazaar"]), demand: { journal.add("demand \($0)") },
      report: { journal.add("\($0)") })
    Shop.attach(router, handlers)
    return router
  }

  private func body(_ name: String, _ decision: RouteDecision = .allow) -> InterceptorCall {
    .anywhere { [journal] request in
      journal.add("\(name) \(request.path)")
      return decision
    }
  }

  @Test(arguments: ["bazaar://orders/7", "orders/7"])
  func `a call waits for the module of its interceptor, and asks for it`(url: String) async throws {
    let check = Self.declaration()
    let (waiting, wait) = AsyncStream.makeStream(of: Void.self)
    let handlers = Shop.handlers(journal)
    let router = Router(
      RouteTable(handlers.map(\.declaration), interceptors: [check]),
      schemes: RouteSchemes(["bazaar"]),
      demand: { [journal] owner in
        journal.add("demand \(owner)")
        wait.yield()
      })
    Shop.attach(router, handlers)
    let call = Task { try await router.open(RouteRequest(url), as: String.self) }
    for await _ in waiting { break }
    router.attach([], [(check, body("check"))], owner: "guard")
    #expect(try await call.value == "order 7 -")
    #expect(journal.all == ["demand guard", "check /orders/7", "order 7"])
  }

  @Test(arguments: [true, false])
  func `a path stays closed if the module of its interceptor has failed or left`(
    wasThere: Bool
  ) async throws {
    let check = Self.declaration()
    let router = Self.router(journal, check)
    if wasThere { router.attach([], [(check, body("check"))], owner: "guard") }
    router.detach(owner: "guard", because: "has failed")
    let closed = RouteError.interceptorUnavailable(
      "guard/check", owner: "guard", reason: "has failed", route: "orders/show")
    await #expect(throws: closed) { try await router.open("bazaar://orders/7", as: Void.self) }
    await #expect(throws: closed) { try await router.call(OrderPage(id: 7)) }
    await #expect(throws: closed) {
      try await router.call(RouteRequest(named: "orders/show", ["id": 7]), as: Void.self)
    }
    #expect(
      "\(closed)"
        == "orders/show cannot be called: its interceptor guard/check cannot be asked, because guard"
        + " has failed.")
    #expect(!router.canOpen("bazaar://orders/7"))
    try await router.call("home", as: Void.self)
    #expect(journal.all == [])
  }

  @Test @MainActor func `a call without await needs the module of its interceptor`() throws {
    let check = Self.declaration(of: "guard", ["home"])
    let router = Self.router(journal, check)
    #expect(
      throws: RouteError.needsAwait(
        route: "home/tab",
        because: "the interceptor guard/check is asked first, and its module has not launched yet")
    ) { try router.callNow(HomeTab()) }
    let onMain = InterceptorCall.main { request in
      MainActor.assertIsolated()
      return request.query.isEmpty ? .allow : .veto("no query")
    }
    router.attach([], [(check, onMain)], owner: "guard")
    #expect(try router.callNow(HomeTab()).title == "home")
    #expect(throws: RouteError.vetoed(reason: "no query", by: "guard/check", route: "home/tab")) {
      try router.callNow("home?a=1", as: Void.self)
    }
    router.attach([], [(check, .background { _ in .allow })], owner: "guard")
    #expect(throws: RouteError.self) { try router.callNow(HomeTab()) }
    router.detach(owner: "guard", because: "was skipped")
    #expect(
      throws: RouteError.interceptorUnavailable(
        "guard/check", owner: "guard", reason: "was skipped", route: "home/tab")
    ) { try router.callNow(HomeTab()) }
  }

  @Test func `interceptors are asked by priority, owner and source, and then those added in code`()
    async throws
  {
    let declared = [
      Self.declaration("c", of: "z", line: 1), Self.declaration("d", of: "z", line: 2),
      Self.declaration("b", of: "a"), Self.declaration("a", of: "z", priority: .high, line: 3),
    ]
    let router = Self.router(journal, declared[0], declared[1], declared[2], declared[3])
    try router.intercept("e") { [journal] _ in
      journal.add("e")
      return .allow
    }
    router.attach([], [(declared[2], body("a/b"))], owner: "a")
    router.attach(
      [], [declared[0], declared[1], declared[3]].map { ($0, body($0.name)) }, owner: "z")
    #expect(try await router.call(OrderPage(id: 7)) == "order 7 -")
    #expect(
      journal.all
        == ["z/a", "a/b", "z/c", "z/d"].map { "\($0) /orders/7" } + ["e", "order 7"])
  }

  @Test func `a route keeps its interceptors when another one is removed`() async throws {
    let check = Self.declaration()
    let router = Self.router(journal, check)
    router.attach([], [(check, body("check", .veto("closed")))], owner: "guard")
    let token = try router.intercept("all") { _ in .allow }
    router.remove(token)
    await #expect(throws: RouteError.self) { try await router.call(OrderPage(id: 7)) }
    try await router.call("home", as: Void.self)
  }

  @Test func `a path that isn't a pattern is a fault`() {
    let table = RouteTable([], interceptors: [Self.declaration("check", of: "guard", ["a//b"])])
    #expect(
      table.check().map(\.message) == [
        "The pattern of guard/check (Guard.swift:1) cannot be read. \"a//b\" isn't a pattern: a"
          + " segment may not be empty, at byte 2."
      ])
  }
}

/// Decisions that take time.
@Suite struct InterceptorDecisionTests {
  let journal = Journal()
  let router: Router
  /// An interceptor that never decides and ignores its cancellation.
  let never = Promise<RouteDecision>()
  let asked = AsyncStream.makeStream(of: Void.self)

  init() { router = Shop.router(journal) }

  private func interceptForever(_ paths: [String] = []) throws {
    try router.intercept("Ask", paths: paths) { [never, asked] _ async in
      asked.continuation.yield()
      return await never.value()
    }
  }

  @Test(.timeLimit(.minutes(1))) func `a cancelled caller doesn't wait for an interceptor`()
    async throws
  {
    try interceptForever()
    let call = Task { [router] in try await router.call(OrderPage(id: 7)) }
    for await _ in asked.stream { break }
    call.cancel()
    await #expect(throws: RouteError.cancelled(route: "orders/show")) { try await call.value }
    never.resolve(.allow)
    #expect(journal.all == [])
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `the stop and the end of the route's module end a decision`(stops: Bool) async throws {
    try interceptForever()
    let call = Task { [router] in try await router.call(OrderPage(id: 7)) }
    for await _ in asked.stream { break }
    if stops {
      router.endDecisions(because: "is stopping")
    } else {
      router.detach(owner: "orders", because: "is stopping")
    }
    await #expect(
      throws: RouteError.unavailable(
        route: "orders/show", owner: "orders", reason: "is stopping")
    ) { try await call.value }
    never.resolve(.allow)
  }

  @Test(.timeLimit(.minutes(1))) func `the end of an interceptor's module ends its decision`()
    async throws
  {
    let check = DeclaredInterceptorTests.declaration(isAsync: true)
    let router = DeclaredInterceptorTests.router(journal, check)
    let body = InterceptorCall.background { [never, asked] _ in
      asked.continuation.yield()
      return await never.value()
    }
    router.attach([], [(check, body)], owner: "guard")
    let call = Task { try await router.call(OrderPage(id: 7)) }
    for await _ in asked.stream { break }
    router.detach(owner: "guard", because: "has failed")
    await #expect(
      throws: RouteError.interceptorUnavailable(
        "guard/check", owner: "guard", reason: "has failed", route: "orders/show")
    ) { try await call.value }
    never.resolve(.allow)
  }

  @Test func `interceptors and routes that call each other endlessly are stopped`() async throws {
    try router.intercept("again", paths: ["orders/:id"]) { [router] _ async in
      do throws(RouteError) {
        _ = try await router.call(OrderPage(id: 7))
        return .allow
      } catch {
        return .veto("\(error)")
      }
    }
    await #expect {
      try await router.call(OrderPage(id: 7))
    } throws: { error in "\(error)".contains("more than 32 calls deep") }
  }
}
