// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ItemTests {
  private struct Item: Decodable {
    let sku: String
    let reorderAt: Int
  }

  @Test func `an item is put, replaced and read`() async throws {
    try await RunningDepot.run { depot in
      let first = try await depot.put("tea", reorderAt: 3)
      #expect(first.status == 201)
      #expect(try await depot.put("tea", reorderAt: 4).status == 200)
      #expect(try await depot.get("items/tea").json(Item.self).reorderAt == 4)
      #expect(try await depot.get("items/moon").status == 404)
      #expect(try await depot.put("tea", reorderQuantity: 0).status == 400)
    }
  }

  @Test func `items come by pages, in order`() async throws {
    try await RunningDepot.run { depot in
      for sku in ["c", "a", "b"] { try await depot.put(sku) }
      #expect(try await depot.get("items").json([Item].self).map(\.sku) == ["a", "b", "c"])
      #expect(try await depot.get("items?after=b").json([Item].self).map(\.sku) == ["c"])
    }
  }
}
