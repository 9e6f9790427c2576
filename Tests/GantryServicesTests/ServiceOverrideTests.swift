// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

@Suite struct ServiceOverrideTests {
  let registry = ServiceRegistry()

  @Test func `an override hides the provided service in its task`() async throws {
    registry.provide(1, as: Int.self, by: "A")
    try await ServiceRegistry.withOverride(2, as: Int.self) {
      #expect(registry.resolveIfPresent(Int.self) == 2)
      let found = [
        try registry.resolve(Int.self), try await registry.resolveWhenLaunched(Int.self),
      ]
      let all = try registry.resolveAll(Int.self)
      #expect(found + all == [2, 2, 2])
      async let child = registry.resolveIfPresent(Int.self)
      #expect(await child == 2)
      let detached = await Task.detached { [registry] in registry.resolveIfPresent(Int.self) }.value
      #expect(detached == 1)
    }
    #expect(registry.resolveIfPresent(Int.self) == 1)
  }

  @Test func `overrides of different types and qualifiers work together`() async {
    await ServiceRegistry.withOverride(1, as: Int.self) {
      await ServiceRegistry.withOverride("eu", as: String.self, "eu") {
        #expect(registry.resolveIfPresent(Int.self) == 1)
        #expect(registry.resolveIfPresent(String.self, "eu") == "eu")
        #expect(registry.resolveIfPresent(String.self) == nil)
      }
    }
  }

  @Test func `the innermost override wins, and an error passes through`() async {
    struct Wrong: Error {}
    await #expect(throws: Wrong.self) {
      try await ServiceRegistry.withOverride(1, as: Int.self) {
        try await ServiceRegistry.withOverride(2, as: Int.self) {
          #expect(registry.resolveIfPresent(Int.self) == 2)
          throw Wrong()
        }
      }
    }
    #expect(registry.resolveIfPresent(Int.self) == nil)
  }

  @Test func `concurrent tests do not see each other's overrides`() async {
    await withTaskGroup { group in
      for number in 0..<20 {
        group.addTask { [registry] in
          await ServiceRegistry.withOverride(number, as: Int.self) {
            await Task.yield()
            #expect(registry.resolveIfPresent(Int.self) == number)
          }
        }
      }
    }
  }
}
