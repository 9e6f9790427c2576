// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import GantryRouting
import Testing

private struct Where: TypedRoute {
  typealias Output = String

  static let routePattern = "where"
  static var routeParameters: [RouteParameter] { [] }
  init() {}
  init(routeArguments arguments: RouteArguments) throws(RouteError) {}
  var routeArguments: RouteArguments { RouteArguments(route: Self.routePattern) }
}

/// Handlers on the main actor, as its watch names them.
@Suite struct HeldRouteTests {
  private let watch = MainActorWatch()
  private let router: Router

  init() {
    let watch = watch
    let names: @Sendable () -> String = { watch.chain.map(\.description).joined(separator: ", ") }
    let handlers: [RouteHandler] = [
      .main(Where.self, name: "shop/where", owner: "shop") { _ in names() },
      .main(Shop.declaration("main", "shop/main", [], String.self)) { _ in names() },
      .anywhere(Shop.declaration("anywhere", "shop/anywhere", [], String.self)) { _ in names() },
      .background(Shop.declaration("slow", "shop/slow", [], String.self, isAsync: true)) { _ in
        names()
      },
    ]
    router = Router(RouteTable(handlers.map(\.declaration)), watch: watch)
    router.attach(handlers, owner: "shop")
  }

  @Test @MainActor func `a call on the main actor is named, typed or not`() async throws {
    #expect(try router.callNow(Where()) == "route shop/where")
    #expect(try await router.call(Where()) == "route shop/where")
    #expect(try router.callNow("main", as: String.self) == "route shop/main")
    #expect(try await router.call("main", as: String.self) == "route shop/main")
    #expect(try router.callNow("anywhere", as: String.self) == "route shop/anywhere")
    #expect(watch.chain == [])
  }

  @Test func `a call off the main actor is not named`() async throws {
    #expect(try await router.call("slow", as: String.self) == "")
    #expect(try await router.call("anywhere", as: String.self) == "")
  }

  @Test @MainActor func `a route is named with its module and place`() throws {
    let declaration = Shop.declaration("here", "shop/here", [], String.self)
    let watch = watch
    let router = Router(RouteTable([declaration]), watch: watch)
    router.attach(
      [
        .main(declaration) { _ in
          let code = watch.chain.first
          return "\(code?.module?.rawValue ?? "-") \(code?.declaredAt ?? "-")"
        }
      ], owner: declaration.owner)
    #expect(
      try router.callNow("here", as: String.self)
        == "\(declaration.owner) \(declaration.declaredAt)")
  }
}
