// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

/// A route with a new owner is named after it, unless it has its own name.
@Suite struct RouteNamingTests {
  @Test(
    arguments: [
      (.function("show"), "Orders/show", "Shop/Orders/show"),
      (.function("Orders"), "Orders/Orders", "Shop/Orders/Orders"),
      (.owner, "Orders", "Shop/Orders"),
      (.fixed("Orders/show"), "Orders/show", "Orders/show"),
      (.fixed("OrdersArchive/show"), "OrdersArchive/show", "OrdersArchive/show"),
    ] as [(RouteDeclaration.Naming, String, String)])
  func `an owner is replaced as data, not as a prefix of the name`(
    naming: RouteDeclaration.Naming, name: String, later: String
  ) {
    let route = RouteDeclaration(
      pattern: "orders", parameters: nil, output: Void.self, naming, owner: "Orders",
      RouteOptions(), isAsync: false, declaredAt: "Orders.swift:1")
    #expect(route.name == name)
    let other = route.owned(by: "Shop/Orders")
    #expect(other.name == later)
    #expect(other.owner == "Shop/Orders")
    #expect(other.owned(by: "Orders").name == name)
  }

  @Test func `a given name stays unchanged`() {
    let route = RouteDeclaration(
      pattern: "old", parameters: nil, output: Void.self, name: "OrdersArchive/show",
      owner: "Orders", isAsync: false, declaredAt: "Orders.swift:1")
    #expect(route.owned(by: "Shop").name == "OrdersArchive/show")
  }
}
