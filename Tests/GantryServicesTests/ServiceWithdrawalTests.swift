// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

private final class Engine: Sendable {}
private struct Paint: Sendable {}

/// Services that are withdrawn when their provider ends.
@Suite struct ServiceWithdrawalTests {
  let registry = ServiceRegistry(
    declarations: [declare(storage, by: "Disk"), declare(storage, by: "Cloud")])

  private var reason: ServiceError? {
    do throws(ServiceError) {
      _ = try registry.resolve((any StorageService).self)
      return nil
    } catch {
      return error
    }
  }

  @Test
  func `a provider that withdraws without having provided anything does not count as stopped`() {
    registry.withdraw(by: "Disk")
    #expect(
      reason == .missing(type: "StorageService", near: [], declaredBy: ["Cloud", "Disk"]))
    registry.provide(Disk(), as: (any StorageService).self, by: "Disk")
    registry.withdraw(by: "Disk")
    #expect(reason == .stopped(type: "StorageService", providers: ["Disk"]))
  }

  @Test func `a second withdrawal changes nothing`() {
    registry.provide(Disk(), as: (any StorageService).self, by: "Disk")
    registry.withdraw(by: "Disk")
    registry.provide(Memory(), as: (any StorageService).self, by: "Cloud")
    registry.withdraw(by: "Disk")
    #expect(registry.provided.map(\.provider) == ["Cloud"])
    #expect(reason == nil)
  }

  @Test func `a provider whose single service was replaced keeps the collected ones`() throws {
    let collected = ServiceDeclaration(ServiceType(Int.self), by: "A", declaredAt: "")
    registry.provide(1, as: Int.self, by: "A")
    try registry.provide(registry.provision(collected, isCollected: true), make: { 2 })
    registry.provide(3, as: Int.self, by: "B")
    #expect(try registry.resolveAll(Int.self) == [2, 3])
    registry.withdraw(by: "A")
    #expect(try registry.resolveAll(Int.self) == [3])
    #expect(registry.provided.map(\.provider) == ["B"])
  }

  @Test func `a provider that is back no longer counts as stopped, even if it provides less`() {
    registry.provide(Disk(), as: (any StorageService).self, by: "Disk")
    registry.withdraw(by: "Disk")
    registry.provide(1, as: Int.self, by: "Disk")
    #expect(
      reason == .missing(type: "StorageService", near: [], declaredBy: ["Cloud", "Disk"]))
  }

  @Test(arguments: [[nil, "eu"], ["eu", nil]] as [[ServiceQualifier?]])
  func `withdrawing removes plain, qualified and collected services alike`(
    qualifiers: [ServiceQualifier?]
  ) throws {
    for qualifier in qualifiers {
      registry.provide("kept", as: String.self, qualifier, by: "B")
      registry.provide(1, as: Int.self, qualifier, by: "A")
      for text in ["one", "two"] {
        let type = ServiceType(String.self, qualifier: qualifier)
        let declaration = ServiceDeclaration(type, by: "A", declaredAt: "")
        try registry.provide(
          registry.provision(declaration, isCollected: true), make: { text })
      }
    }
    #expect(try registry.resolveAll(String.self).count == 6)
    registry.withdraw(by: "A")
    #expect(try registry.resolveAll(String.self) == ["kept", "kept"])
    #expect(try registry.resolveAll(Int.self) == [])
  }

  @Test func `a withdrawn object is tracked as alive while a consumer holds it`() throws {
    registry.provide(Engine(), as: Engine.self, by: "A")
    var engine: Engine? = registry.resolveIfPresent(Engine.self)
    let id = try ObjectIdentifier(#require(engine))
    let withdrawn = registry.withdrawReferring(by: "A")
    #expect(withdrawn.map(\.type) == [ServiceType(Engine.self)])
    #expect(withdrawn.map(\.object.id) == [id])
    #expect(withdrawn.map(\.object.isAlive) == [true])
    #expect(withdrawn.allSatisfy { $0.object.type == Engine.self })
    engine = nil
    #expect(engine == nil)
    #expect(withdrawn.map(\.object.isAlive) == [false])
    #expect(registry.provided.isEmpty)
  }

  @Test func `withdrawn values and unique instances are not tracked`() throws {
    registry.provide(Paint(), as: Paint.self, by: "A")
    registry.provide(Disk(), as: (any StorageService).self, by: "A")
    try registry.provide(as: Engine.self, scope: .unique, by: "A") { Engine() }
    let engine = registry.resolveIfPresent(Engine.self)
    #expect(registry.withdrawReferring(by: "A").isEmpty)
    #expect(engine != nil)
    #expect(registry.provided.isEmpty)
  }
}
