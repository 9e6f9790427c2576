// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

extension ServiceQualifier {
  fileprivate static let europe: Self = "europe"
}

@Suite struct ServiceQualifierTests {
  let registry = ServiceRegistry()

  @Test func `qualifiers tell services of one type apart`() throws {
    registry.provide(1, as: Int.self, by: "A")
    registry.provide(2, as: Int.self, .europe, by: "A")
    registry.provide(3, as: Int.self, "asia", by: "B")
    #expect(registry.resolveIfPresent(Int.self) == 1)
    #expect(registry.resolveIfPresent(Int.self, .europe) == 2)
    #expect(try registry.resolve(Int.self, "asia") == 3)
    #expect(registry.resolveIfPresent(Int.self, "africa") == nil)
    #expect(registry.resolveIfPresent(Int.self, nil) == 1)
    #expect(registry.provided.map(\.type.name) == ["Int", "Int[asia]", "Int[europe]"])
    registry.withdraw(by: "A")
    #expect(registry.provided.map(\.type.name) == ["Int[asia]"])
  }

  @Test func `an error about a wrong qualifier suggests the right ones`() {
    registry.provide(2, as: Int.self, .europe, by: "A")
    #expect(
      throws: ServiceError.missing(type: "Int[eruope]", near: ["Int[europe]"], declaredBy: [])
    ) { try registry.resolve(Int.self, "eruope") }
    #expect(throws: ServiceError.missing(type: "Int", near: ["Int[europe]"], declaredBy: [])) {
      try registry.resolve(Int.self)
    }
  }

  @Test func `resolving all returns the services in launch order`() throws {
    registry.prepare(order: ["Late": 2, "Early": 1]) { _, _ in }
    registry.provide("other", as: String.self, "o", by: "Unplanned")
    registry.provide("late", as: String.self, by: "Late")
    registry.provide("early b", as: String.self, "b", by: "Early")
    registry.provide("early a", as: String.self, "a", by: "Early")
    #expect(try registry.resolveAll(String.self) == ["early a", "early b", "late", "other"])
    #expect(try registry.resolveAll(String.self, "b") == ["early b"])
    #expect(try registry.resolveAll(Int.self) == [])
  }

  @Test func `collected services are not resolved one by one`() async throws {
    for name: ModuleName in ["A", "B"] {
      let declaration = ServiceDeclaration(
        ServiceType(String.self), by: name, declaredAt: "")
      try registry.provide(
        registry.provision(declaration, isCollected: true),
        make: { name.rawValue.lowercased() })
    }
    #expect(registry.resolveIfPresent(String.self) == nil)
    #expect(try registry.resolveAll(String.self) == ["a", "b"])
    #expect(try await registry.obtainAll(String.self) == ["a", "b"])
    #expect(registry.provided.map(\.provider) == ["A", "B"])
    registry.withdraw(by: "A")
    #expect(try registry.resolveAll(String.self) == ["b"])
  }

  @Test func `qualified services are wired by type and qualifier`() {
    let europe = ServiceType((any StorageService).self, qualifier: .europe)
    let asia = ServiceType((any StorageService).self, qualifier: "asia")
    let wiring = ServiceWiring.wire(
      [declare(storage, by: "Disk"), declare(europe, by: "Cloud"), declare(asia, by: "Cloud")],
      [request(europe, for: "Orders"), request(storage, for: "Orders")])
    #expect(wiring.faults == [])
    #expect(wiring.bindings.map(\.provider?.provider) == ["Cloud", "Disk"])
  }

  @Test func `a wrong qualifier is a fault that suggests the right ones`() {
    let europe = ServiceType((any StorageService).self, qualifier: .europe)
    let typo = ServiceType((any StorageService).self, qualifier: "eu")
    let wish = request(typo, for: "Orders")
    let fault = Fault.missingProvider(
      type: typo, requests: [wish], near: ["StorageService[europe]"])
    #expect(ServiceWiring.wire([declare(europe, by: "Cloud")], [wish]).faults == [fault])
    #expect(
      fault.description
        == "No module provides StorageService[eu], which Orders (Orders/Module.swift:2) injects. Did"
        + " you mean StorageService[europe]? Link a module that provides it, or make the"
        + " injection optional.")
  }
}
