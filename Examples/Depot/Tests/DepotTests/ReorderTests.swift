// SPDX-License-Identifier: Apache-2.0

import DepotAPI
import Items
import Movements
import Storage
import Testing
import Web

@Suite struct ReorderTests {
  @Test func `goods are ordered once when the stock is low, until they have come`() async throws {
    try await RunningDepot.run { depot in
      try await depot.put("tea", reorderAt: 2, reorderQuantity: 20)
      try await depot.move("a", "tea", 5)
      try await depot.move("b", "tea", -3)
      try await depot.move("c", "tea", -1)
      try await until(depot) { $0.map(\.sku) == ["tea"] && $0.map(\.quantity) == [20] }
      try await depot.move("d", "tea", 20)
      try await until(depot) { $0.isEmpty }
    }
  }

  @Test func `without the module that orders, the rest works`() async throws {
    try await RunningDepot.inFolder { file in
      let depot = try await RunningDepot.start(
        on: file,
        [StorageModule.self, ItemsModule.self, MovementsModule.self, WebModule.self])
      try await depot.put("tea")
      #expect(try await depot.move("a", "tea", 5).status == 201)
      #expect(try await depot.get("orders").status == 503)
      await depot.stop()
    }
  }

  /// Waits until the open orders are as expected, since they change in the background.
  private func until(
    _ depot: RunningDepot, _ isWanted: ([SupplyOrder]) -> Bool
  ) async throws {
    while try await !isWanted(depot.get("orders").json([SupplyOrder].self)) { await Task.yield() }
  }
}
