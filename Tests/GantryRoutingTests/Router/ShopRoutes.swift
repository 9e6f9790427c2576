// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import GantrySupport

/// A view like those of UI frameworks: not `Sendable`.
final class View {
  let title: String
  init(_ title: String) { self.title = title }
}

struct OrderPage: TypedRoute, Equatable {
  typealias Output = String
  var id: Int
  var tab: Tab?

  static let routePattern = "orders/:id"
  static var routeParameters: [RouteParameter] {
    [RouteParameter("id", Int.self), RouteParameter("tab", Tab?.self)]
  }

  init(id: Int, tab: Tab? = nil) {
    self.id = id
    self.tab = tab
  }

  init(routeArguments arguments: RouteArguments) throws(RouteError) {
    id = try arguments.value("id", Int.self)
    tab = try arguments.value("tab", Tab?.self)
  }

  var routeArguments: RouteArguments {
    var arguments = RouteArguments(route: Self.routePattern)
    arguments.add("id", id)
    arguments.add("tab", tab)
    return arguments
  }
}

struct HomeTab: TypedRoute {
  typealias Output = View

  static let routePattern = "home"
  static var routeParameters: [RouteParameter] { [] }
  init() {}
  init(routeArguments arguments: RouteArguments) throws(RouteError) {}
  var routeArguments: RouteArguments { RouteArguments(route: Self.routePattern) }
}

struct Broken: Error, CustomStringConvertible {
  var description: String { "out of order" }
}

/// Records lines in order.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

/// The routes of a small shop.
enum Shop {
  static func handlers(_ journal: Journal = Journal()) -> [RouteHandler] {
    [
      .background(OrderPage.self, name: "orders/show", owner: "orders", external) { route in
        journal.add("order \(route.id)")
        return "order \(route.id) \(route.tab?.rawValue ?? "-")"
      },
      .main(HomeTab.self, name: "home/tab", owner: "home") { _ in View("home") },
      .main(declaration("orders/latest", "orders/latest", nil, String.self)) { call in
        let request = try call.request()
        return "\(request.url) \(request.origin.rawValue) \(request.name ?? "-")"
      },
      .main(
        declaration("search", "home/search", [.init("text", String.self)], [String].self)
      ) { call in
        try call.arguments.value("text", String.self).split(separator: " ").map { "\($0)" }
      },
      .background(
        declaration("broken", "home/broken", [], Int.self, isAsync: true)
      ) { _ in throw Broken() },
    ]
  }

  static let external = RouteOptions(access: .external)

  static func declaration(
    _ pattern: String, _ name: String, _ parameters: [RouteParameter]?, _ output: Any.Type,
    isAsync: Bool = false, line: Int = 1
  ) -> RouteDeclaration {
    RouteDeclaration(
      pattern: pattern, parameters: parameters, output: output, name: name,
      owner: ModuleName("\(name.split(separator: "/")[0])"), isAsync: isAsync,
      declaredAt: "Shop.swift:\(line)")
  }

  /// A router with everything attached.
  static func router(
    _ journal: Journal = Journal(), attached: Bool = true
  ) -> Router {
    let handlers = handlers(journal)
    let router = Router(
      RouteTable(handlers.map(\.declaration)),
      schemes: RouteSchemes(["bazaar"], hosts: ["shop.example"]),
      demand: { journal.add("demand \($0)") }, report: { journal.add("\($0)") })
    if attached { attach(router, handlers) }
    return router
  }

  static func attach(_ router: Router, _ handlers: [RouteHandler]) {
    for owner in ["home", "orders"] as [ModuleName] {
      router.attach(handlers.filter { $0.declaration.owner == owner }, owner: owner)
    }
  }
}
