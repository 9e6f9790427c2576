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

  @Test func `after a stop, a copy of the file has the items`() async throws {
    try await RunningDepot.inFolder { file in
      let depot = try await RunningDepot.start(on: file)
      try await depot.put("tea")
      await depot.stop()
      let copy = file + ".copy"
      try FileManager.default.copyItem(atPath: file, toPath: copy)
      let second = try await RunningDepot.start(on: copy)
      let tea = try await second.get("items/tea")
      #expect(tea.status == 200)
      await second.stop()
    }
  }
}
