// SPDX-License-Identifier: Apache-2.0

@testable import GantryServices
import Testing

/// Overrides of a whole task, which detached work can take along.
@Suite struct AppliedOverridesTests {
  let registry = ServiceRegistry()

  @Test func `an override hides its type only under the same qualifier`() async {
    #expect(ServiceOverrides.entry(for: ServiceType(Int.self)) == nil)
    await ServiceRegistry.withOverride(1, as: Int.self, "x") {
      #expect(ServiceOverrides.entry(for: ServiceType(Int.self, qualifier: "x")) != nil)
      #expect(ServiceOverrides.entry(for: ServiceType(Int.self)) == nil)
      #expect(ServiceOverrides.entry(for: ServiceType(String.self, qualifier: "x")) == nil)
    }
    #expect(ServiceOverrides.entry(for: ServiceType(Int.self, qualifier: "x")) == nil)
  }

  @Test func `an override hides no other service`() async throws {
    registry.provide("there", as: String.self, by: "A")
    try await ServiceRegistry.withOverride(1, as: Int.self) {
      let all = try registry.resolveAll(String.self)
      let waited = try await registry.resolveWhenLaunched(String.self)
      #expect(registry.resolveIfPresent(String.self) == "there")
      #expect(all + [waited] == ["there", "there"])
    }
  }

  @Test(arguments: [false, true])
  func `detached work sees the overrides passed to it`(isOnlyIfAny: Bool) async {
    registry.provide(1, as: Int.self, by: "A")
    let found = await ServiceRegistry.withOverride(2, as: Int.self) {
      let overrides = ServiceOverrides.current
      return await Task.detached { [registry] in
        let number: @Sendable () async -> Int? = { registry.resolveIfPresent(Int.self) }
        return isOnlyIfAny ? await overrides.applyIfAny(number) : await overrides.apply(number)
      }.value
    }
    #expect(found == 2)
  }

  @Test func `apply replaces the task's overrides, and applyIfAny keeps them if given none`() async
  {
    registry.provide(1, as: Int.self, by: "A")
    let none = ServiceOverrides.current
    await ServiceRegistry.withOverride(2, as: Int.self) {
      let without = await none.apply { registry.resolveIfPresent(Int.self) }
      let unchanged = await none.applyIfAny { registry.resolveIfPresent(Int.self) }
      #expect([without, unchanged] == [1, 2])
      #expect(registry.resolveIfPresent(Int.self) == 2)
    }
  }

  @Test func `an overridden service starts no module`() async throws {
    registry.prepare(order: [:]) { type, _ throws(ServiceError) in
      throw .cancelled(type: type.name)
    }
    try await ServiceRegistry.withOverride(2, as: Int.self) {
      let number = try await registry.resolveWhenLaunched(Int.self)
      #expect(number == 2)
      await #expect(throws: ServiceError.cancelled(type: "String")) {
        try await registry.resolveWhenLaunched(String.self)
      }
    }
  }

  @Test func `replacing a type's service does not grow the table`() {
    var table = ServiceTable<ObjectIdentifier>()
    let type = ServiceType(Int.self)
    for number in 0..<100 {
      let entry = SharedService(number, type, by: ModuleName("\(number)"))
      let replaced = table.insert(entry, for: type.id)
      #expect(replaced?.provider.rawValue == (number == 0 ? nil : "\(number - 1)"))
    }
    #expect(table.slots.count == 16)
    #expect(table.entries.map(\.provider) == ["99"])
    #expect(table.remove(type.id)?.provider == "99")
    #expect(table.remove(type.id) == nil)
  }

  @Test func `adding and removing services does not grow the table`() {
    var table = ServiceTable<ObjectIdentifier>()
    let type = ServiceType(Int.self)
    for number in 0..<100 {
      let entry = SharedService(number, type, by: "A")
      #expect(table.insert(entry, for: type.id) == nil)
      #expect(table.remove(type.id) === entry)
    }
    #expect(table.slots.count == 16)
    #expect(table.entries.isEmpty)
  }
}
