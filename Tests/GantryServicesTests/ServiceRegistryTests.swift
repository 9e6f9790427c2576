// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

@Suite struct ServiceRegistryTests {
  let registry = ServiceRegistry()

  @Test func `a service is found under the type it was provided as`() {
    registry.provide(Disk(), as: (any StorageService).self, by: "Storage")
    #expect(registry.resolveIfPresent((any StorageService).self)?.name == "disk")
  }

  @Test func `a service is not found under its own type`() {
    registry.provide(Disk(), as: (any StorageService).self, by: "Storage")
    #expect(registry.resolveIfPresent(Disk.self) == nil)
  }

  @Test func `classes, structs, tuples and optionals resolve as their own types`() {
    registry.provide(Memory(), as: Memory.self, by: "A")
    registry.provide(7, as: Int.self, by: "A")
    registry.provide((1, "one"), as: (Int, String).self, by: "A")
    registry.provide(nil, as: Int?.self, by: "A")
    #expect(registry.resolveIfPresent(Memory.self)?.name == "memory")
    #expect(registry.resolveIfPresent(Int.self) == 7)
    #expect(registry.resolveIfPresent((Int, String).self)?.1 == "one")
    #expect(registry.resolveIfPresent(Int?.self) == .some(nil))
  }

  @Test func `providing a type again replaces the service`() {
    registry.provide(1, as: Int.self, by: "A")
    registry.provide(2, as: Int.self, by: "B")
    #expect(registry.resolveIfPresent(Int.self) == 2)
    #expect(registry.provided.map(\.type) == [ServiceType(Int.self)])
    #expect(registry.provided.map(\.provider) == ["B"])
  }

  @Test func `withdrawing removes all services of one provider and none of another`() {
    registry.provide(1, as: Int.self, by: "A")
    registry.provide("one", as: String.self, by: "A")
    registry.provide(Disk(), as: (any StorageService).self, by: "Storage")
    registry.withdraw(by: "A")
    #expect(registry.resolveIfPresent(Int.self) == nil)
    #expect(registry.resolveIfPresent(String.self) == nil)
    #expect(registry.provided.map(\.provider) == ["Storage"])
  }

  @Test func `a withdrawn service is released`() {
    weak var service: Memory?
    do {
      let memory = Memory()
      service = memory
      registry.provide(memory, as: Memory.self, by: "A")
    }
    #expect(service != nil)
    registry.withdraw(by: "A")
    #expect(service == nil)
  }

  @Test(arguments: [nil, "eu"] as [ServiceQualifier?])
  func `a service may use the registry while it is released`(qualifier: ServiceQualifier?) {
    final class Leaving: Sendable {
      let registry: ServiceRegistry
      init(_ registry: ServiceRegistry) { self.registry = registry }
      deinit { _ = registry.resolveIfPresent(Int.self) }
    }
    registry.provide(Leaving(registry), as: Leaving.self, qualifier, by: "A")
    registry.provide(Leaving(registry), as: Leaving.self, qualifier, by: "B")
    registry.withdraw(by: "B")
    #expect(registry.provided.isEmpty)
  }

  @Test func `provided services are listed by type`() {
    registry.provide("one", as: String.self, by: "B")
    registry.provide(1, as: Int.self, by: "A")
    #expect(registry.provided.map(\.type.name) == ["Int", "String"])
  }

  @Test func `a hundred types are all found, even after a withdrawal`() {
    func provide<S: Sendable>(_ value: S, depth: Int) {
      registry.provide(value, as: S.self, by: depth.isMultiple(of: 2) ? "Even" : "Odd")
      if depth > 1 { provide([value], depth: depth - 1) }
    }
    provide(1, depth: 100)
    #expect(registry.provided.count == 100)
    registry.withdraw(by: "Odd")
    #expect(registry.provided.count == 50)
    #expect(registry.resolveIfPresent(Int.self) == 1)
    #expect(registry.resolveIfPresent([Int].self) == nil)
    #expect(registry.resolveIfPresent([[Int]].self) == [[1]])
  }

  @Test func `a withdrawal keeps the count of types`() {
    func provide<S: Sendable>(_ value: S, depth: Int) {
      registry.provide(value, as: S.self, by: "A")
      registry.withdraw(by: "Nobody")
      if depth > 1 { provide([value], depth: depth - 1) }
    }
    provide(1, depth: 40)
    #expect(registry.provided.count == 40)
  }

  @Test func `many tasks can provide and resolve services concurrently`() async {
    await withTaskGroup { group in
      for index in 0..<8 {
        group.addTask { [registry] in
          for value in 0..<200 {
            let provider = ModuleName("A\(index)")
            registry.provide(value, as: Int.self, by: provider)
            _ = registry.resolveIfPresent(Int.self)
            registry.withdraw(by: provider)
          }
        }
      }
    }
    #expect(registry.provided.isEmpty)
  }

  @Test func `requiring a service returns it`() throws {
    registry.provide(1, as: Int.self, by: "A")
    #expect(try registry.resolve(Int.self) == 1)
  }

  @Test func `requiring a missing service suggests similar types`() {
    protocol StorageServise: Sendable {}
    registry.provide(Disk(), as: (any StorageService).self, by: "Storage")
    #expect(
      throws: ServiceError.missing(
        type: "StorageServise", near: ["StorageService"], declaredBy: [])
    ) { try registry.resolve((any StorageServise).self) }
  }

  @Test func `an optional or array of a provided type suggests the type`() {
    registry.provide(Disk(), as: (any StorageService).self, by: "Storage")
    #expect(
      throws: ServiceError.missing(
        type: "Optional<StorageService>", near: ["StorageService"], declaredBy: [])
    ) { try registry.resolve((any StorageService)?.self) }
    #expect(
      throws: ServiceError.missing(
        type: "Array<StorageService>", near: ["StorageService"], declaredBy: [])
    ) { try registry.resolve([any StorageService].self) }
  }

  @Test func `a type and another one with its short name are both qualified`() {
    registry.provide(Disk(), as: (any StorageService).self, by: "Storage")
    let twins = [otherStorage, storage].map(\.qualifiedName)
    #expect(throws: ServiceError.missing(type: twins[0], near: [twins[1]], declaredBy: [])) {
      try registry.resolve((any Other.StorageService).self)
    }
    let fault = Fault.missingProvider(
      type: otherStorage, requests: [request(otherStorage, for: "C")], near: [twins[1]])
    #expect(fault.description.hasPrefix("No module provides \(twins[0]), which C"))
  }

  @Test func `at most three similar types are suggested, other qualifiers first`() {
    for qualifier in ["d", "c", "b", "a"] as [ServiceQualifier] {
      registry.provide(1, as: Int.self, qualifier, by: "A")
    }
    #expect(
      throws: ServiceError.missing(
        type: "Int[x]", near: ["Int[a]", "Int[b]", "Int[c]"], declaredBy: [])
    ) { try registry.resolve(Int.self, "x") }
    let europe = ServiceType((any StorageService).self, qualifier: "eu")
    let sibling = ServiceType((any StorageService).self, qualifier: "us")
    let twin = ServiceType((any Other.StorageService).self, qualifier: "eu")
    #expect(
      ServiceWiring.wire(
        [declare(twin, by: "A"), declare(sibling, by: "B")], [request(europe, for: "C")]
      ).faults == [
        .missingProvider(
          type: europe, requests: [request(europe, for: "C")],
          near: [sibling.name, twin.qualifiedName])
      ])
  }

  @Test func `requiring a declared service names each provider once and other qualifiers`() {
    let europe = ServiceType((any StorageService).self, qualifier: "eu")
    let registry = ServiceRegistry(declarations: [
      declare(storage, by: "Disk"), declare(storage, by: "Cloud"), declare(storage, by: "Disk"),
      declare(europe, by: "Tape"),
    ])
    #expect(
      throws: ServiceError.missing(
        type: "StorageService", near: ["StorageService[eu]"], declaredBy: ["Cloud", "Disk"])
    ) { try registry.resolve((any StorageService).self) }
  }

  @Test func `requiring a withdrawn service names its stopped provider until the service is back`()
    throws
  {
    let registry = ServiceRegistry(declarations: [declare(storage, by: "Storage")])
    let type = (any StorageService).self
    registry.provide(Disk(), as: type, by: "Storage")
    registry.withdraw(by: "Storage")
    #expect(throws: ServiceError.stopped(type: "StorageService", providers: ["Storage"])) {
      try registry.resolve(type)
    }
    registry.provide(Disk(), as: type, by: "Storage")
    _ = try registry.resolve(type)
  }

  @Test func `requiring a declared service names the provider that has not started`() {
    let registry = ServiceRegistry(declarations: [declare(storage, by: "Storage")])
    #expect(
      throws: ServiceError.missing(type: "StorageService", near: [], declaredBy: ["Storage"])
    ) { try registry.resolve((any StorageService).self) }
  }
}
