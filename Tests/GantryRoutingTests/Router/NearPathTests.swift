// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@Suite struct NearPathTests {
  private static let table = RouteTable(
    ["orders/:id", "orders/:id/total", "orders/latest", "files/*rest", "account/sign-in"]
      .map { pattern in
        let id = [RouteParameter("id", Int.self)]
        return Shop.declaration(
          pattern, "a/\(pattern)", pattern.contains(":id") ? id : [], Void.self)
      })

  @Test(arguments: [
    ("orders/7/totl", ["/orders/7/total"]), ("ordres/7", ["/orders/7"]),
    ("orders/seven", ["/orders/:id (id: integer)"]),
    ("orders/lates", ["/orders/latest", "/orders/:id (id: integer)"]),
    ("acount/signin", ["/account/sign-in"]), ("nothing/at/all/here", []), ("file/x", ["/files/x"]),
    ("ordres/a%2Fb/total", ["/orders/:id/total (id: integer)"]),
  ])
  func `a misspelled path gets near paths`(path: String, near: [String]) async throws {
    let router = Router(Self.table)
    await #expect {
      try await router.call(RouteRequest(path), as: Void.self)
    } throws: { error in
      guard case RouteError.notFound(_, let found) = error else { return false }
      return found == near
    }
    await #expect {
      try await router.open(RouteRequest(path), as: Void.self)
    } throws: { error in
      guard case RouteError.notFound(_, []) = error else { return false }
      return true
    }
  }
}
