// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

/// No external URL reaches an internal route, whatever it looks like.
@Suite struct AttackTests {
  private static let targets = [
    "admin", "admin/users", "admin/:id", "admin/files/*rest", "a b/c", "caf\u{E9}/x", "A/B",
    "x%2Fy/z",
    "0", "admin.json",
  ]

  /// The paths of internal routes, each of which answers an internal call with a text.
  private static let paths = [
    "admin", "admin/users", "admin/7", "admin/files/a/b", "a%20b/c", "caf%C3%A9/x", "A/B",
    "x%2Fy/z", "0", "admin.json",
  ]

  private static let fronts = [
    "", "/", "//", "///", "./", "../", "%2F", "%2e/", "%2e%2e/", "open/../", "open/%2e%2e/",
    "open/..%2F", "open//../", "\\", "/\\", "%5C", " ", "%20", "%00", "\u{FEFF}", "\u{202E}",
    "bazaar://", "bazaar:///", "BAZAAR://", "bazaar:////", "bazaar://open/../", "bazaar://ann@",
    "bazaar://x@y/", "bazaar:", "bazaar:/", "https://shop.example/", "https://SHOP.example:443//",
    "https://shop.example/open/..;/", "https://shop.example@evil.example/",
    "https://evil.example/", "http://shop.example/", "file:///", "javascript://shop.example/",
  ]

  private static let ends = [
    "", "/", "//", "/.", "/..", "/./", "?", "?a=b", "?access=external", "?origin=inside", "#",
    "#x", "%00", "%20", "%2F", "%2f..", ";", ";x=1", ".", "..", "%23", "%3F", "/?/", "&", "\n",
    "\t", "%0A", "\u{301}", "\u{200B}", "?%00", ":80",
  ]

  /// Another spelling of a path: its letters in the other case, and each byte as an escape.
  private static func writings(of path: String) -> [String] {
    let escaped = path.utf8.map { byte in
      byte == UInt8(ascii: "/") ? "/" : "%" + String(byte, radix: 16)
    }
    return [
      path, path.uppercased(), escaped.joined(), path.replacing("a", with: "\u{430}"),
      path.replacing("/", with: "%2F"),
    ]
  }

  private static func router(_ journal: Journal) throws -> Router {
    let hidden = targets.enumerated().map { index, pattern in
      let pattern = pattern.replacing(" ", with: "%20")
      let declaration = Shop.declaration(pattern, "hidden/r\(index)", nil, String.self)
      return RouteHandler.anywhere(declaration) { call in
        journal.add("\(declaration.name) \(call.origin)")
        return declaration.name
      }
    }
    let open = RouteDeclaration(
      pattern: "open/*rest", parameters: nil, output: String.self, name: "open/show", owner: "open",
      Shop.external, isAsync: false, declaredAt: "Open.swift:1")
    let handlers = hidden + [.anywhere(open) { _ in "open" }]
    let router = Router(
      RouteTable(handlers.map(\.declaration)),
      schemes: RouteSchemes(["bazaar"], hosts: ["shop.example"]))
    router.attach(hidden, owner: "hidden")
    router.attach(handlers.suffix(1), owner: "open")
    let map = #"{"redirects": [{"from": "go/*rest", "to": "*rest"}]}"#
    router.replaceRedirects(try RouteRedirects(json: Data(map.utf8)))
    router.notFound { _ in "not found" }
    return router
  }

  @Test(arguments: zip(paths, targets))
  func `external URLs reach no internal route`(path: String, target: String) async throws {
    let journal = Journal()
    let router = try Self.router(journal)
    #expect(try await router.call(RouteRequest(path), as: String.self).hasPrefix("hidden/"))
    for front in Self.fronts + ["go/", "bazaar://go/", "open/go/../"] {
      for (place, writing) in Self.writings(of: path).enumerated() {
        for end in Self.ends.prefix(place == 0 ? Self.ends.count : 2) {
          let url = front + writing + end
          let answer = try? await router.open(RouteRequest(url), as: String.self)
          #expect(answer == nil || answer == "open" || answer == "not found", "\(url)")
          let isOpen = router.canOpen(RouteRequest(url))
          #expect(isOpen == (answer == "open"), "\(url)")
        }
      }
    }
    // The first call was internal.
    #expect(journal.all.filter { $0.hasSuffix("external") } == [])
  }

  @Test func `an interceptor's redirect reaches internal routes, which still see the outside`()
    async throws
  {
    let journal = Journal()
    let router = try Self.router(journal)
    let paths = Self.paths
    try router.intercept("door", paths: ["open/*rest"]) { request in
      .redirect(to: RouteRequest(paths[(Int(request.segments[1]) ?? 0) % paths.count]))
    }
    for index in paths.indices {
      let answer = try await router.open(RouteRequest("bazaar://open/\(index)"), as: String.self)
      #expect(answer.hasPrefix("hidden/"))
      // The redirect opens only the call that was redirected.
      await #expect(throws: RouteError.self) {
        try await router.open(RouteRequest(paths[index]), as: String.self)
      }
    }
    #expect(journal.all.count == paths.count)
    #expect(journal.all.allSatisfy { $0.hasSuffix("external") })
  }
}
