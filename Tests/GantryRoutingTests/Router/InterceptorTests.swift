// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import GantrySupport
import Testing

@Suite struct InterceptorTests {
  let journal = Journal()
  let router: Router

  init() { router = Shop.router(journal) }

  @Test func `interceptors are asked by priority, then in order, until one says no`() async throws {
    let order: [(String, Priority)] = [("c", 0), ("a", .high), ("d", 0), ("b", 1)]
    for (name, priority) in order {
      try router.intercept(name, priority: priority) { request in
        journal.add("\(name) \(request.name ?? "-")")
        return name == "d" ? .veto("closed") : .allow
      }
    }
    await #expect(
      throws: RouteError.vetoed(reason: "closed", by: "d", route: "orders/show")
    ) { try await router.call(OrderPage(id: 7)) }
    #expect(journal.all == ["a", "b", "c", "d"].map { "\($0) orders/show" })
  }

  @Test func `a removed interceptor is not asked again`() async throws {
    let token = try router.intercept("door") { _ in .veto("closed") }
    try router.intercept("log", priority: 499) { _ in
      journal.add("asked")
      return .allow
    }
    #expect(router.remove(token))
    #expect(!router.remove(token))
    #expect(try await router.call(OrderPage(id: 7)) == "order 7 -")
    #expect(journal.all == ["asked", "order 7"])
  }

  @Test func `an interceptor's paths decide which calls it is asked about`() async throws {
    try router.intercept("door", paths: ["orders/:id"]) { _ in .veto("closed") }
    await #expect(throws: RouteError.self) { try await router.call("orders/7", as: Void.self) }
    try await router.call("home", as: Void.self)
    #expect(throws: RouteError.self) {
      try router.intercept("bad", paths: ["a//b"]) { _ in .allow }
    }
  }

  @Test func `a rest pattern matches each path, including the root`() async throws {
    let root = Shop.declaration("", "home/root", [], String.self)
    let router = Router(RouteTable([root]))
    router.attach([.main(root) { _ in "root" }], owner: "home")
    try router.intercept("door", paths: ["*all"]) { _ in .veto("closed") }
    await #expect(throws: RouteError.vetoed(reason: "closed", by: "door", route: "home/root")) {
      try await router.call("/", as: String.self)
    }
  }

  @Test func `eight redirects of one call are followed`() async throws {
    try router.intercept("on") { request in
      let number = Int(request.path.segments[1]) ?? 0
      return number < 9 ? .redirect(to: "orders/\(number + 1)") : .allow
    }
    #expect(try await router.call(OrderPage(id: 1)) == "order 9 -")
  }

  @Test func `ten thousand interceptors keep their order`() async throws {
    for number in 0..<10_000 {
      try router.intercept(
        "\(number)", priority: Priority(rawValue: -(number % 7)), paths: ["home"]
      ) { request in
        journal.add("\(number % 7)")
        return .allow
      }
    }
    try await router.call("home", as: Void.self)
    #expect(journal.all == journal.all.sorted())
    #expect(journal.all.count == 10_000)
  }

  @Test func `a redirected call is put to all interceptors again`() async throws {
    try router.intercept("move") { request in
      journal.add("\(request.url)")
      return request.path.segments == ["orders", "7"] ? .redirect(to: "orders/8?tab=open") : .allow
    }
    #expect(try await router.call(OrderPage(id: 7)) == "order 8 open")
    #expect(journal.all == ["/orders/7", "/orders/8?tab=open", "order 8"])
  }

  @Test func `an interceptor added during a redirect is asked about the target`() async throws {
    try router.intercept("move", paths: ["orders/7"]) { [router] _ in
      _ = try? router.intercept("late") { request in
        journal.add("late \(request.url)")
        return .allow
      }
      return .redirect(to: "orders/8")
    }
    #expect(try await router.call(OrderPage(id: 7)) == "order 8 -")
    #expect(journal.all == ["late /orders/8", "order 8"])
  }

  @Test func `a redirect of an external call leads only to external routes`() async throws {
    try router.intercept("move", paths: ["orders/:id"]) { _ in .redirect(to: "home") }
    let refused = RouteError.refused(path: "/home", route: "home/tab")
    await #expect(throws: refused) { try await router.open("bazaar://orders/7", as: Void.self) }
    #expect(journal.all == ["\(refused)"])
    try await router.call("orders/7", as: Void.self)
  }

  @Test(arguments: ["", "bazaar://"])
  func `cyclic redirects are stopped and reported with the chain`(scheme: String) async throws {
    try router.intercept("circle") { request in
      .redirect(to: "\(scheme)orders/\(request.path.segments.last == "7" ? 8 : 7)")
    }
    let loop = RouteError.redirectLoop(chain: ["/orders/7", "/orders/8", "/orders/7"])
    await #expect(throws: loop) { try await router.open("bazaar://orders/7", as: String.self) }
    #expect(journal.all == ["\(loop)"])
  }

  @Test func `endless redirects are stopped`() async throws {
    try router.intercept("on") { request in
      .redirect(to: "orders/\((Int(request.path.segments[1]) ?? 0) + 1)")
    }
    await #expect {
      try await router.call(OrderPage(id: 1))
    } throws: { error in
      guard case RouteError.redirectLoop(let chain) = error else { return false }
      return chain.count == 10 && chain.last == "/orders/10"
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a cancelled task's call reaches no handler`(isByPath: Bool, isAsked: Bool) async throws {
    if isAsked { try router.intercept("door") { _ in .allow } }
    let call = Task { [router] in
      withUnsafeCurrentTask { $0?.cancel() }
      return isByPath
        ? try await router.call("orders/7", as: String.self)
        : try await router.call(OrderPage(id: 7))
    }
    await #expect(throws: RouteError.cancelled(route: "orders/show")) { try await call.value }
    #expect(journal.all == [])
  }

  @Test(arguments: [RouteDecision.allow, .veto("closed"), .redirect(to: "orders/8")])
  func `a cancelled call asks no further interceptor and ignores decisions`(
    decision: RouteDecision
  ) async throws {
    try router.intercept("leave") { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return decision
    }
    try router.intercept("next") { _ in
      journal.add("asked")
      return .allow
    }
    let call = Task { [router] in try await router.call(OrderPage(id: 7)) }
    await #expect(throws: RouteError.cancelled(route: "orders/show")) { try await call.value }
    #expect(journal.all == [])
  }

  @Test func `a call waits for an interceptor that takes time, and follows it`() async throws {
    try router.intercept("sign in", paths: ["orders/7"]) { _ async in
      await Task.yield()
      return .redirect(to: "orders/9")
    }
    #expect(try await router.call(OrderPage(id: 7)) == "order 9 -")
  }

  @Test func `a cancelled call cancels the interceptor that it waits for, and ignores its answer`()
    async throws
  {
    let (waiting, wait) = AsyncStream.makeStream(of: Void.self)
    try router.intercept("sign in") { [journal] _ async in
      wait.yield()
      // Ends when the task is cancelled.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      journal.add("cancelled")
      return .allow
    }
    let task = Task { try await router.call(OrderPage(id: 7)) }
    for await _ in waiting {
      task.cancel()
      break
    }
    await #expect(throws: RouteError.cancelled(route: "orders/show")) { try await task.value }
    #expect(journal.all == ["cancelled"])
  }

  @Test @MainActor func `a call without await needs synchronous interceptors`() throws {
    let now = try router.intercept("now") { _ in .allow }
    #expect(try router.callSyncOnMain(HomeTab()).title == "home")
    router.remove(now)
    let later = try router.intercept("later", paths: ["home"]) { _ async in
      await Task.yield()
      return .allow
    }
    #expect(
      throws: RouteError.needsAwait(
        route: "home/tab", because: "the interceptor later is asynchronous")
    ) { try router.callSyncOnMain(HomeTab()) }
    #expect(try router.callSyncOnMain("search?text=a", as: [String].self) == ["a"])
    router.remove(later)
    #expect(try router.callSyncOnMain(HomeTab()).title == "home")
  }
}
