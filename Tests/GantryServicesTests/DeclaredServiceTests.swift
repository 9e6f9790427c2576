// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

private final class Engine: Sendable {}
private struct Broken: Error {}

/// Services that cannot be made, and services declared later.
@Suite struct DeclaredServiceTests {
  let registry = ServiceRegistry()

  private func provide(
    scope: ServiceScope = .shared, isSlow: Bool, _ make: @escaping @Sendable () throws -> Engine
  ) async throws {
    let declaration = ServiceDeclaration(
      ServiceType(Engine.self, qualifier: "left"), by: "Plant", scope: scope, declaredAt: "")
    let provision = registry.provision(declaration)
    guard isSlow else { return try registry.provide(provision, make: make) }
    try await registry.provide(provision) {
      await Task.yield()
      return try make()
    }
  }

  @Test(arguments: [false, true])
  func `a failure to make a shared service names its provider`(isSlow: Bool) async {
    let failed = ServiceError.failed(
      type: "Engine[left]", provider: "Plant", message: "Broken()")
    await #expect(throws: failed) { try await provide(isSlow: isSlow) { throw Broken() } }
    #expect(registry.provided.isEmpty)
  }

  @Test(arguments: [false, true])
  func `a provider that is cancelled while making a shared service throws CancellationError`(
    isSlow: Bool
  ) async {
    let provider = Task {
      try await provide(isSlow: isSlow) {
        withUnsafeCurrentTask { $0?.cancel() }
        throw CancellationError()
      }
    }
    await #expect(throws: CancellationError.self) { try await provider.value }
    #expect(registry.provided.isEmpty)
  }

  @Test(arguments: [ServiceScope.shared, .unique], [false, true])
  func `a cancellation error from the provider's own code counts as its failure`(
    scope: ServiceScope, isSlow: Bool
  ) async {
    let failed = ServiceError.failed(
      type: "Engine[left]", provider: "Plant", message: "CancellationError()")
    await #expect(throws: failed) {
      try await provide(scope: scope, isSlow: isSlow) { throw CancellationError() }
      _ = try await registry.resolveWhenLaunched(Engine.self, "left")
    }
  }

  @Test func `a declared synchronous service is made on request`() async throws {
    try await provide(scope: .unique, isSlow: false) { Engine() }
    let first = try registry.resolve(Engine.self, "left")
    let second = try registry.resolve(Engine.self, "left")
    #expect(first !== second)
    #expect(registry.provided.map(\.scope) == [.unique])
  }

  @Test func `several collected services are undecided only under their own qualifier`() throws {
    for provider in ["B", "A"] as [ModuleName] {
      let declaration = ServiceDeclaration(
        ServiceType(Int.self, qualifier: "x"), by: provider, declaredAt: "")
      try registry.provide(registry.provision(declaration, isCollected: true), make: { 1 })
    }
    #expect(throws: ServiceError.undecided(type: "Int[x]", providers: ["A", "B"])) {
      try registry.resolve(Int.self, "x")
    }
    #expect(throws: ServiceError.missing(type: "Int", near: ["Int[x]"], declaredBy: [])) {
      try registry.resolve(Int.self)
    }
  }

  @Test func `once its starter is forgotten, a registry finds only provided services`() async throws
  {
    registry.prepare(order: [:]) { type, consumer throws(ServiceError) in
      throw .notStarted(
        type: type.name, provider: consumer ?? "none", chain: [], reason: "no power")
    }
    let reason = ServiceError.notStarted(
      type: "Int", provider: "Orders", chain: [], reason: "no power")
    await #expect(throws: reason) {
      try await registry.lazy(Int.self, for: "Orders").get()
    }
    registry.forgetStarter()
    await #expect(throws: ServiceError.missing(type: "Int", near: [], declaredBy: [])) {
      try await registry.resolveWhenLaunched(Int.self)
    }
    registry.provide(1, as: Int.self, by: "A")
    #expect(try await registry.lazy(Int.self, for: "Orders").get() == 1)
  }
}
