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
      let number = Int(request.segments[1]) ?? 0
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
      return request.segments == ["orders", "7"] ? .redirect(to: "orders/8?tab=open") : .allow
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

  @Test func `a redirect leads a call from outside to an internal route, without its parameters`()
    async throws
  {
    try router.intercept("move", paths: ["orders/7"]) { _ in .redirect(to: "orders/latest?a=1") }
    let seen = Mutex<RouteRequest?>(nil)
    try router.intercept("see", paths: ["orders/latest"]) { request in
      seen.withLock { $0 = request }
      return .allow
    }
    let asked = RouteRequest("bazaar://orders/7?token=secret", in: "left")
    #expect(
      try await router.open(asked, as: String.self) == "/orders/latest?a=1 external orders/latest")
    let request = try #require(seen.withLock { $0 })
    #expect(request.scene == "left")
    #expect(request.original?.path == "/orders/7")
    #expect(request.original?.url.query == [RouteQueryItem("token", "secret")])
    #expect(request.original?.origin == .external)
    #expect(request.original?.scene == "left")
  }

  @Test(arguments: [
    (RouteRequest("orders/latest"), "/orders/latest"),
    (RouteRequest(named: "orders/latest"), "/orders/latest"),
    (RouteRequest("orders/latest", in: "right"), "/orders/latest"),
  ])
  func `a redirect names its target by path or by name, and may name a scene`(
    target: RouteRequest, path: String
  ) async throws {
    try router.intercept("move", paths: ["orders/7"]) { _ in .redirect(to: target) }
    let seen = Mutex<[String]>([])
    try router.intercept("see", paths: ["orders/latest"]) { request in
      seen.withLock { $0.append("\(request.path) \(request.scene?.rawValue ?? "-")") }
      return .allow
    }
    try await router.open(RouteRequest("bazaar://orders/7", in: "left"), as: Void.self)
    #expect(seen.withLock { $0 } == ["\(path) \(target.scene?.rawValue ?? "left")"])
  }

  @Test func `a first request that is called again keeps its origin`() async throws {
    let seen = Mutex<RouteRequest?>(nil)
    try router.intercept("see", paths: ["orders/:id"]) { request in
      seen.withLock { $0 = request }
      return .allow
    }
    try await router.open("bazaar://orders/7", as: Void.self)
    let first = try #require(seen.withLock { $0 })
    #expect(try await router.call(first, as: String.self) == "order 7 -")
    #expect(seen.withLock { $0 }?.origin == .external)
  }

  @Test(arguments: ["", "bazaar://"])
  func `cyclic redirects are stopped and reported with the chain`(scheme: String) async throws {
    try router.intercept("circle") { request in
      .redirect(to: "\(scheme)orders/\(request.segments.last == "7" ? 8 : 7)")
    }
    let loop = RouteError.redirectLoop(chain: ["/orders/7", "/orders/8", "/orders/7"])
    await #expect(throws: loop) { try await router.open("bazaar://orders/7", as: String.self) }
    #expect(journal.all == ["\(loop)"])
  }

  @Test func `endless redirects are stopped`() async throws {
    try router.intercept("on") { request in
      .redirect(to: "orders/\((Int(request.segments[1]) ?? 0) + 1)")
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
    #expect(try router.callNow(HomeTab()).title == "home")
    router.remove(now)
    let later = try router.intercept("later", paths: ["home"]) { _ async in
      await Task.yield()
      return .allow
    }
    #expect(
      throws: RouteError.needsAwait(
        route: "home/tab", because: "the interceptor later is asynchronous")
    ) { try router.callNow(HomeTab()) }
    #expect(try router.callNow("search?text=a", as: [String].self) == ["a"])
    router.remove(later)
    #expect(try router.callNow(HomeTab()).title == "home")
  }
}

/// The question to a person, which the requests of a scene share.
@Suite struct SharedQuestionTests {
  let journal = Journal()
  let router: Router
  let answer = Promise<RouteDecision>()

  init() { router = Shop.router(journal) }

  /// Asks for `orders/7` twice in these scenes, and answers once both calls wait.
  private func ask(
    _ first: SceneID?, _ second: SceneID?, answering decision: RouteDecision
  ) async throws -> [Result<String, any Error>] {
    let (waiting, wait) = AsyncStream.makeStream(of: Void.self)
    let isSignedIn = Mutex(false)
    try router.intercept("sign in", paths: ["orders/:id"], asksPerson: true) {
      [journal, answer] request async in
      if isSignedIn.withLock({ $0 }) { return .allow }
      journal.add("asked in \(request.scene?.rawValue ?? "-")")
      wait.yield()
      let decision = await answer.value()
      if decision == .allow { isSignedIn.withLock { $0 = true } }
      return decision
    }
    var waits = waiting.makeAsyncIterator()
    let calls = [first, second].map { [router] scene in
      Task { try await router.open(RouteRequest("bazaar://orders/7", in: scene), as: String.self) }
    }
    await waits.next()
    while router.waitingDecisions < 2 { await Task.yield() }
    answer.resolve(decision)
    return [await calls[0].result, await calls[1].result]
  }

  @Test func `a second link joins the sign-in of its scene, and both go on`() async throws {
    let results = try await ask("left", "left", answering: .allow)
    #expect(try results.map { try $0.get() } == ["order 7 -", "order 7 -"])
    #expect(journal.all.filter { $0.hasPrefix("asked") } == ["asked in left"])
  }

  @Test func `a person who says no isn't asked again for the second link`() async throws {
    let results = try await ask("left", "left", answering: .veto("cancelled"))
    let vetoed = RouteError.vetoed(reason: "cancelled", by: "sign in", route: "orders/show")
    for result in results { #expect(throws: vetoed) { try result.get() } }
    #expect(journal.all == ["asked in left"])
  }

  @Test func `each scene has a sign-in of its own`() async throws {
    _ = try await ask("left", "right", answering: .allow)
    #expect(
      journal.all.filter { $0.hasPrefix("asked") }.sorted() == ["asked in left", "asked in right"])
  }

  @Test func `a call from the sign-in itself doesn't wait for it`() async throws {
    try router.intercept("sign in", asksPerson: true) { [router] request async in
      guard request.segments.first == "orders" else { return .allow }
      return (try? await router.call("search?text=a", as: [String].self)) == ["a"]
        ? .allow : .veto("no answer")
    }
    #expect(try await router.call(OrderPage(id: 7)) == "order 7 -")
  }
}
