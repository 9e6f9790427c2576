// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

@Suite struct LazyTests {
  let registry = ServiceRegistry()

  @Test func `a lazy service is resolved when it is used`() async throws {
    let lazy = registry.lazy(Int.self)
    #expect(lazy.current == nil)
    registry.provide(7, as: Int.self, by: "A")
    #expect(lazy.current == 7)
    #expect(try await lazy.get() == 7)
  }

  @Test func `calling a lazy service returns it or throws the reason`() throws {
    let lazy = registry.lazy(Int.self, "eu")
    #expect(throws: ServiceError.missing(type: "Int[eu]", near: [], declaredBy: [])) {
      try lazy()
    }
    registry.provide(7, as: Int.self, "eu", by: "A")
    #expect(try lazy() == 7)
    registry.withdraw(by: "A")
    #expect(throws: ServiceError.self) { try lazy() }
  }

  @Test func `using a lazy service starts its provider and passes on the consumer`() async throws {
    let asked = Counter()
    registry.prepare(order: [:]) { [registry] type, consumer in
      #expect(type == ServiceType(Int.self, qualifier: "eu"))
      #expect(consumer == "Orders")
      registry.provide(asked.next(), as: Int.self, "eu", by: "A")
    }
    let lazy = registry.lazy(Int.self, "eu", for: "Orders")
    #expect(lazy.current == nil)
    #expect(try await lazy.get() == 1)
    #expect(lazy.current == 1)
  }

  @Test func `getting a lazy service throws the error that kept its provider from starting`() async
  {
    let error = ServiceError.notStarted(
      type: "Int", provider: "A", chain: [], reason: "failed: broken")
    registry.prepare(order: [:]) { _, _ throws(ServiceError) in throw error }
    await #expect(throws: error) { try await registry.lazy(Int.self).get() }
    registry.forgetStarter()
    await #expect(throws: ServiceError.missing(type: "Int", near: [], declaredBy: [])) {
      try await registry.lazy(Int.self).get()
    }
  }

  @Test func `an overridden lazy service starts no provider`() async throws {
    registry.prepare(order: [:]) { _, _ throws(ServiceError) in
      throw .cancelled(type: "Int")
    }
    try await ServiceRegistry.withOverride(3, as: Int.self) {
      let found = try await registry.lazy(Int.self).get()
      #expect(found == 3)
    }
  }
}
