// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

/// A route that no URL can carry if it has no parts.
private struct Tree: TypedRoute {
  typealias Output = String
  let parts: [String]
  static let routePattern = "files/*parts"
  static var routeParameters: [RouteParameter] { [RouteParameter("parts", [String].self)] }
  init(parts: [String]) { self.parts = parts }
  init(routeArguments arguments: RouteArguments) throws(RouteError) {
    parts = try arguments.value("parts", [String].self)
  }
  var routeArguments: RouteArguments {
    var arguments = RouteArguments(route: Self.routePattern)
    arguments.add("parts", parts)
    return arguments
  }
}

/// Calls the router in its deinitializer.
private final class Leaving: Sendable {
  let router: Router
  let journal: Journal
  init(_ router: Router, _ journal: Journal) {
    self.router = router
    self.journal = journal
  }
  deinit { journal.add("left \(router.canOpen("home", from: .internal))") }
}

@Suite struct RouterOwnershipTests {
  let journal = Journal()

  @Test func `a released closure may call the router in its deinitializer`() throws {
    let router = Shop.router()
    func closure() -> @Sendable () -> Bool {
      let leaving = Leaving(router, journal)
      return { leaving.router === router }
    }
    func handlers() -> [RouteHandler] {
      let body = closure()
      return [
        .anywhere(Shop.declaration("orders/latest", "orders/latest", nil, String.self)) { _ in
          "\(body())"
        }
      ]
    }
    do {
      let body = closure()
      let token = try router.intercept("one") { _ in body() ? .allow : .veto("") }
      router.remove(token)
    }
    router.attach(handlers(), owner: "orders")
    router.attach(Shop.handlers(), owner: "orders")
    router.attach(handlers(), owner: "orders")
    router.detach(owner: "orders", because: "is off")
    do {
      let body = closure()
      router.notFound { _ in body() }
    }
    router.notFound(nil)
    #expect(journal.all == Array(repeating: "left true", count: 4))
  }

  @Test func `an interceptor with paths ignores other routes, even ones without a URL`()
    async throws
  {
    let tree = RouteHandler.background(Tree.self, name: "files/tree", owner: "files") { _ in "tree"
    }
    let router = Router(RouteTable([tree.declaration]))
    router.attach([tree], owner: "files")
    try router.intercept("door", paths: ["orders/:id", "file/*parts"]) { _ in .veto("closed") }
    #expect(try await router.call(Tree(parts: [])) == "tree")
    try router.intercept("files", paths: ["files/:name"]) { _ in .allow }
    #expect(try await router.call(Tree(parts: ["a", "b"])) == "tree")
    await #expect(throws: RouteError.missingCapture(name: "parts", pattern: "files/*parts")) {
      try await router.call(Tree(parts: []))
    }
  }

  @Test func `a redirect to an unknown path goes to the not-found handler`() async throws {
    let router = Shop.router()
    try router.intercept("move", paths: ["orders/:id"]) { _ in .redirect(to: "nowhere?a=1") }
    await #expect(throws: RouteError.notFound(path: "/nowhere", near: [])) {
      try await router.call("orders/7", as: String.self)
    }
    router.notFound { "\($0.origin.rawValue) \($0.url)" }
    #expect(try await router.call("orders/7", as: String.self) == "internal /nowhere?a=1")
    #expect(try await router.open("bazaar://orders/7", as: String.self) == "external /nowhere?a=1")
    #expect(try await router.call(OrderPage(id: 7)) == "internal /nowhere?a=1")
  }
}
