// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

@Suite struct CollectedWiringTests {
  static let disk = declare(storage, by: "Disk")
  static let cloud = declare(storage, by: "Cloud")
  static let memory = declare(storage, by: "Memory", isFallback: true)
  static let named = declare(
    ServiceType((any StorageService).self, qualifier: "tape"), by: "Tape")
  static let all = request(storage, for: "Backup", kind: .all)

  private func providers(_ wiring: ServiceWiring) -> [ModuleName?] {
    wiring.bindings.map(\.provider?.provider)
  }

  @Test func `injecting all binds every provider of a type, including qualified ones`() {
    let wiring = ServiceWiring.wire([Self.named, Self.disk, Self.cloud], [Self.all])
    #expect(wiring.faults == [])
    #expect(providers(wiring) == ["Cloud", "Disk", "Tape"])
    #expect(wiring.collected == [Self.disk, Self.cloud, Self.named])
    #expect(wiring.providers[storage] == nil)
  }

  @Test func `injecting all without a provider isn't a fault`() {
    let wiring = ServiceWiring.wire([], [Self.all])
    #expect(wiring.faults == [])
    #expect(providers(wiring) == [nil])
  }

  @Test func `injecting all with a qualifier binds only services with that qualifier`() {
    let tapes = request(Self.named.type, for: "Backup", kind: .all)
    #expect(providers(ServiceWiring.wire([Self.disk, Self.named], [tapes])) == ["Tape"])
  }

  @Test func `a fallback counts only where there is no other provider`() {
    #expect(providers(ServiceWiring.wire([Self.memory, Self.disk], [Self.all])) == ["Disk"])
    #expect(providers(ServiceWiring.wire([Self.memory], [Self.all])) == ["Memory"])
  }

  @Test(arguments: [ServiceRequest.Kind.required, .optional, .lazy])
  func `injecting one of several providers is still a fault`(kind: ServiceRequest.Kind) {
    let one = request(storage, for: "Orders", kind: kind)
    let wiring = ServiceWiring.wire([Self.disk, Self.cloud], [Self.all, one])
    #expect(
      wiring.faults == [.doubledProvider(type: storage, declarations: [Self.cloud, Self.disk])])
  }

  @Test func `a module that injects all of its own type does not wait for itself`() {
    let own = request(storage, for: "Disk", kind: .all)
    let wiring = ServiceWiring.wire([Self.disk, Self.cloud], [own])
    #expect(wiring.faults == [])
    #expect(providers(wiring) == ["Cloud"])
    #expect(wiring.collected.contains(Self.disk))
    let alone = ServiceWiring.wire([Self.disk], [own])
    #expect(alone.bindings.map(\.request) == [own])
    #expect(providers(alone) == [nil])
  }

  @Test func `a lazy request needs a provider like any other`() {
    let lazy = request(push, for: "Orders", kind: .lazy)
    #expect(
      ServiceWiring.wire([], [lazy]).faults == [
        .missingProvider(type: push, requests: [lazy], near: [])
      ])
    #expect(providers(ServiceWiring.wire([declare(push, by: "Push")], [lazy])) == ["Push"])
  }
}
