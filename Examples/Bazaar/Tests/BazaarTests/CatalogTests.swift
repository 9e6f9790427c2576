// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Catalog
import CatalogAPI
import GantryTesting
import Testing

@Suite struct CatalogTests {
  @Test func `the goods come from the module's own file`() async throws {
    let host = try await TestApplication.start(CatalogModule.self)
    let catalog = try host.application.services.require((any GoodsCatalog).self)
    #expect(catalog.items.count == 40)
    #expect(catalog.item(named: "Tea") == CatalogItem(name: "tea", price: 320))
    #expect(catalog.item(named: "moon") == nil)
    #expect(catalog.items.map(\.name) == catalog.items.map(\.name).sorted())
  }

  @Test func `the catalog can be looked at`() async throws {
    let host = try await TestApplication.start(CatalogModule.self)
    #expect(try await host.open("bazaar://catalog"))
    let line = try #require(host.shown.first)
    #expect(line.hasPrefix("Catalog: almonds 5.40, "))
    #expect(line.contains("tea 3.20"))
  }
}
