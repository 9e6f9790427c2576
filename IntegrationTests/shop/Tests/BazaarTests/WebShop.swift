// SPDX-License-Identifier: Apache-2.0

import BazaarKit
import Foundation
import Gantry
import GantryTesting
import Synchronization
import Testing
import Web
import WebAPI

/// The web module on a free port, with a route for each possible outcome.
final class WebShop: Sendable {
  static let map = """
    {"redirects": [{"from": "old/:id", "to": "typed/:id"}], "gone": ["sale/*rest"]}
    """

  struct Broken: Error { let secret = "secret" }

  let host: TestApplication
  let port: Int
  private let names: Names

  /// The names that forms have sent, in order.
  final class Names: Sendable {
    private let names = Mutex<[String]>([])
    func add(_ name: String) { names.withLock { $0.append(name) } }
    var all: [String] { names.withLock { $0 } }
  }

  private init(host: TestApplication, port: Int, names: Names) {
    self.host = host
    self.port = port
    self.names = names
  }

  var greeted: [String] { names.all }

  static func start(
    port: Int = 0, redirects: String? = nil, patience: Int = 15
  ) async throws -> WebShop {
    let folder = try TemporaryFolder()
    let file = folder.path("map.json")
    try Data(map.utf8).write(to: URL(filePath: file))
    let names = Names()
    let host = try await TestApplication.start(
      WebModule.self,
      providing: {
        $0.provide(MenuEntry("Greetings", path: "/hello", place: 1), as: MenuEntry.self)
      },
      configuration: [
        "Web.port": .int(port),
        "Web.patience": .int(patience),
        "Web.redirects": .string(redirects ?? file),
      ],
      adding: { builder in
        for manifest in routes(names) { builder.add(manifest) }
      })
    try host.application.router.intercept("the secret rule", paths: ["vetoed"]) { _ in
      .veto("a secret")
    }
    _ = await host.send(DidBecomeActive())
    let address = try #require(host.shown.compactMap { $0.split(separator: ":").last }.last)
    return WebShop(host: host, port: try #require(Int(address)), names: names)
  }

  func stop() async { await host.stop() }

  func get(_ target: String, cookie: String? = nil) async throws -> RawAnswer {
    try await request("GET", target, cookie.map { [("Cookie", $0)] } ?? [])
  }

  func post(
    _ target: String, _ form: String, cookie: String? = nil, _ headers: [(String, String)] = []
  ) async throws -> RawAnswer {
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    let typed = headers.contains { $0.0 == type.0 } ? headers : headers + [type]
    return try await request(
      "POST", target, typed + (cookie.map { [("Cookie", $0)] } ?? []), body: form)
  }

  func request(
    _ method: String, _ target: String, _ headers: [(String, String)] = [], body: String = ""
  ) async throws -> RawAnswer {
    try await RawAnswer.of(method, target, headers, body: body, port: port)
  }

  private static func routes(_ names: Names) -> [ModuleManifest] {
    @Sendable func page(_ title: String, _ content: String = "") -> Page {
      Page(title: title, content: content)
    }
    func route<Output: Sendable>(
      _ path: String, _ parameters: [RouteParameter]? = nil, access: RouteOrigin = .external,
      _ body: @escaping @Sendable (Visit?, RouteCall) throws -> Output
    ) -> ModuleManifest {
      ModuleManifest(function: ModuleName("Stand \(path.split(separator: "/")[0])")) { stand in
        stand.route(
          path, parameters, RouteOptions(access: access),
          body: .background { _, call, _ in
            try body(Visit.current, call)
          })
      }
    }
    return [
      route("hello") { visit, call in
        let form =
          call.arguments.labels == ["form"]
          ? "<input name=\"ticket\" value=\"\(visit?.ticket() ?? "")\">" : ""
        return page("Hello", "<h1>Hello, \(visit?.customer ?? "nobody")</h1>\(form)")
      },
      route("document") { _, _ in
        Page(whole: "<p>whole", type: "text/html; charset=utf-16", title: "Document")
      },
      route("greet") { visit, _ in
        names.add((try? visit?.form?.text("name")) ?? "nobody")
        return Deed(path: "/hello")
      },
      route("sign-in") { visit, _ in
        let name = (try? visit?.form?.text("name")) ?? "nobody"
        return Deed(path: "/hello", .done("Welcome!"), customer: .signedIn(name))
      },
      route("sign-out") { _, _ in Deed(path: "/hello", customer: .signedOut) },
      route("inside", access: .internal) { _, _ in page("secret") },
      route("number") { _, _ in 7 },
      route("none") { _, _ -> Page in throw PageError.noSuch("thing of this kind") },
      route("broken") { _, _ -> Page in throw Broken() },
      route("vetoed") { _, _ in page("secret") },
      ClosedStand.manifest,
      route("typed/:id", [RouteParameter("id", Int.self), RouteParameter("n", Int?.self)]) {
        _, call in
        _ = try call.arguments.value("n", Int?.self)
        return page("Typed")
      },
    ]
  }
}

/// A module that is left out, for a reason that stays inside.
private final class ClosedStand: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(
      of: ClosedStand.self,
      ModuleOptions(name: "Stand closed", enabled: .when("the stand is secret") { _ in false })
    ) { stand in
      stand.route(
        "closed", "show", nil, RouteOptions(access: .external),
        body: .background { _, _, _ in Page(title: "secret", content: "") })
    }
  }

  init(context: ModuleContext) {}
}
