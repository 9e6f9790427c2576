// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

extension ServiceKeys {
  fileprivate var text: ServiceKey<String?> { .init() }
}

/// Services that modules declare, and provide when they launch.
@Suite struct ServiceProvidingTests {
  let registry = ServiceRegistry()

  private func provide(
    _ text: String, _ qualifier: ServiceQualifier? = nil, by provider: ModuleName,
    isCollected: Bool = false, isSlow: Bool
  ) async throws {
    let declaration = ServiceDeclaration(
      ServiceType(String.self, qualifier: qualifier), by: provider, declaredAt: "")
    let provision = registry.provision(declaration, isCollected: isCollected)
    guard isSlow else { return try registry.provide(provision, make: { text }) }
    try await registry.provide(provision) {
      await Task.yield()
      return text
    }
  }

  @Test(arguments: [false, true])
  func `a declared service is found under its qualifier`(isSlow: Bool) async throws {
    try await provide("a", "eu", by: "A", isSlow: isSlow)
    #expect(registry.resolveIfPresent(String.self, "eu") == "a")
    #expect(registry.resolveIfPresent(String.self) == nil)
  }

  @Test(arguments: [false, true])
  func `collected services are found only by resolving all, ordered by provider and qualifier`(
    isSlow: Bool
  ) async throws {
    for (provider, qualifier) in [("C", nil), ("B", "y"), ("B", "x"), ("A", nil)] as [_] {
      try await provide(
        "\(provider) \(qualifier ?? "")", qualifier.map { ServiceQualifier($0) },
        by: ModuleName(provider), isCollected: true, isSlow: isSlow)
    }
    #expect(registry.resolveIfPresent(String.self) == nil)
    #expect(try registry.resolveAll(String.self) == ["A ", "B x", "B y", "C "])
    #expect(registry.provided.map(\.provider) == ["A", "C", "B", "B"], "by type, then provider")
  }

  /// Each way in which a module provides a service.
  enum Way: CaseIterable { case slow, immediate, result, keyed }

  private func provide(_ text: String, _ way: Way, _ provision: ServiceProvision) async throws {
    switch way {
    case .slow: try await registry.provide(provision, { () async in text })
    case .immediate: try registry.provide(provision, make: { text })
    case .result: registry.provide(provision, value: text)
    case .keyed: registry.provide(provision, for: ServiceKeys().text) { text }
    }
  }

  @Test(arguments: Way.allCases, [false, true])
  func `a life that is over provides nothing`(way: Way, isCollected: Bool) async throws {
    let type = way == .keyed ? ServiceType(ServiceKeys().text) : ServiceType(String.self)
    let declaration = ServiceDeclaration(type, by: "A", declaredAt: "")
    let over = registry.provision(declaration, isCollected: isCollected)
    let current = registry.provision(declaration, isCollected: isCollected)
    try await provide("current", way, current)
    try await provide("over", way, over)
    #expect(registry.provided.count == 1)
    if isCollected {
      #expect(try registry.resolveAll(String.self) == (way == .keyed ? [] : ["current"]))
    } else {
      #expect(
        (way == .keyed ? registry[\.text] : registry.resolveIfPresent(String.self)) == "current")
    }
  }

  @Test func `resolving a service only if it is there starts no provider`() async throws {
    registry.prepare(order: [:]) { _, _ throws(ServiceError) in throw .cancelled(type: "Int") }
    #expect(try await registry.obtainIfPresent(Int.self, nil) == nil)
    registry.provide(1, as: Int.self, by: "A")
    #expect(try await registry.obtainIfPresent(Int.self, nil) == 1)
  }
}
