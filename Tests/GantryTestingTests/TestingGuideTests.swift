// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryTesting
import Testing

/// The code of Documentation/Testing.md.
@Suite struct TestingGuideTests {
  protocol StorageService: Sendable {}
  struct MemoryStorage: StorageService {}
  struct SignedIn: Event { let name: String }
  struct OrderPlaced: Event { let customer: String, item: String }

  @Module(requires: "Analytics")
  @MainActor
  final class OrdersModule {
    @Inject let storage: any StorageService
    private var customer = "guest"

    @On func signedIn(_ event: SignedIn) { customer = event.name }

    @On func open(_ event: OpenURL, context: ModuleContext) -> Bool {
      context.events.send(OrderPlaced(customer: customer, item: event.url.lastPathComponent))
      return true
    }
  }

  // region: test
  @Test func `opening an order sends OrderPlaced`() async throws {
    let host = try await TestApplication.start(
      OrdersModule.self,
      providing: {
        $0.provide(MemoryStorage(), as: (any StorageService).self)
        $0.module("Analytics")  // named by a dependency; does nothing
      })
    await host.send(SignedIn(name: "Ada"))
    #expect(try await host.open("shop://orders/tea"))
    #expect(host.sent(OrderPlaced.self).map(\.customer) == ["Ada"])
  }
  // endregion
}
