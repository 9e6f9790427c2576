// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

/// The order of wiring faults, and the wording of rare ones.
@Suite struct WiringFaultTests {
  private static func declared(_ name: String, by provider: ModuleName) -> ServiceDeclaration {
    declare(type(name), by: provider)
  }

  private static func type(_ name: String) -> ServiceType {
    ServiceType(Int.self, qualifier: ServiceQualifier(name))
  }

  @Test func `faults about two providers are ordered by type name`() {
    let names = ["f", "c", "a", "e", "b", "d"]
    let declarations = names.flatMap {
      [Self.declared($0, by: "Z"), Self.declared($0, by: "A")]
    }
    let wiring = ServiceWiring.wire(
      declarations, names.map { request(Self.type($0), for: "Orders") })
    #expect(
      wiring.faults
        == names.sorted().map {
          .doubledProvider(
            type: Self.type($0),
            declarations: [Self.declared($0, by: "A"), Self.declared($0, by: "Z")])
        })
    #expect(wiring.bindings == [])
  }

  @Test func `missing types are ordered by name, before a module's injection of its own type`() {
    let own = Self.declared("own", by: "Orders")
    let requests = ["own", "z", "y", "x"].map { request(Self.type($0), for: "Orders") }
    let wiring = ServiceWiring.wire([own], requests)
    let missing = ["x", "y", "z"].map { name in
      Fault.missingProvider(
        type: Self.type(name), requests: [request(Self.type(name), for: "Orders")],
        near: ["Int[own]"])
    }
    #expect(wiring.faults == missing + [.selfInjection(request: requests[0], declaration: own)])
  }

  @Test func `only the first twenty missing types get suggestions`() {
    let names = (10..<35).map { "m\($0)" }
    let wiring = ServiceWiring.wire(
      [Self.declared("there", by: "A")], names.map { request(Self.type($0), for: "Orders") })
    #expect(wiring.faults.map(\.kind) == Array(repeating: "missingProvider", count: 25))
    #expect(
      wiring.faults.map { $0.message.contains("Did you mean Int[there]?") }
        == Array(repeating: true, count: 20) + Array(repeating: false, count: 5))
  }

  @Test func `a composition is near to its protocols, and they to it`() {
    let both = ServiceType((any StorageService & PushService).self)
    #expect(push.near(among: [both, otherStorage]) == [both.name])
    #expect(both.near(among: [push, otherStorage]).first == push.name)
  }

  @Test func `similar types with the same short name are listed by qualified name, in order`() {
    enum Third { protocol StorageService: Sendable {} }
    let third = ServiceType((any Third.StorageService).self)
    let near = [otherStorage.qualifiedName, third.qualifiedName].sorted()
    #expect(storage.near(among: [third, storage, otherStorage]) == near)
    #expect(storage.near(among: [otherStorage, push, third]) == near)
  }

  @Test(arguments: [
    (
      Fault.missingProvider(
        type: storage, requests: [request(storage, for: "A"), request(storage, for: "B")],
        near: []),
      """
      No module provides StorageService, which A (A/Module.swift:2) and B (B/Module.swift:2) inject. \
      Link a module that provides it, or make the injection optional.
      """
    ),
    (
      .doubledProvider(
        type: storage,
        declarations: [declare(storage, by: "A", isFallback: true), declare(storage, by: "B")]),
      """
      StorageService is provided by A (A/Module.swift:1) and B (B/Module.swift:1). Leave the \
      others out with a module list, mark them `fallback: true`, tell them apart by a qualifier, or \
      inject all as an array.
      """
    ),
  ])
  func `the wording of a fault fits the number of modules`(fault: Fault, message: String) {
    #expect(fault.description == message)
  }

  @Test(arguments: [
    (
      ServiceError.notStarted(type: "Search", provider: "Index", chain: [], reason: nil),
      "Search is not available: Index."
    ),
    (
      .cycle(type: "Search", path: []),
      "Modules wait for Search in a circle: . Use it after the module has launched."
    ),
  ])
  func `an error without a chain has a message, too`(error: ServiceError, message: String) {
    #expect(error.description == message)
  }
}
