// SPDX-License-Identifier: Apache-2.0

import GantryServices
import GantrySupport
import Testing

extension ServiceKeys {
  fileprivate var name: ServiceKey<String?> { .init() }
  fileprivate var level: ServiceKey<Int> { .init(default: 3) }
  fileprivate var token: ServiceKey<String?> { .init(sensitive: true) }
  fileprivate var kept: ServiceKey<Kept?> { .init() }
  /// The key `name` of another target.
  fileprivate var elsewhere: ServiceKey<String?> { .init(name: "name") }
  /// Another key, with the same name.
  fileprivate var numberedName: ServiceKey<Int?> { .init(name: "name") }
}

private final class Kept: Sendable {
  let onEnd: @Sendable () -> Void
  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
  deinit { onEnd() }
}

@Suite struct ServiceKeyTests {
  let registry = ServiceRegistry()

  private func provide<Value>(
    _ path: KeyPath<ServiceKeys, ServiceKey<Value>>, by provider: ModuleName = "Account",
    _ read: @escaping @Sendable () -> Value
  ) {
    registry.provide(ServiceKeys()[keyPath: path], by: provider, read)
  }

  @Test func `a keyed service is nil or the key's default until a module provides it`() {
    #expect(registry[\.name] == nil)
    #expect(registry[\.level] == 3)
    provide(\.name) { "ada" }
    provide(\.level) { 7 }
    #expect(registry[\.name] == "ada")
    #expect(registry[\.level] == 7)
    registry.withdraw(by: "Account")
    #expect(registry[\.name] == nil)
    #expect(registry[\.level] == 3)
  }

  @Test func `the provider is asked at each read`() {
    let counter = Counter()
    provide(\.level) { counter.next() }
    #expect([registry[\.level], registry[\.level]] == [1, 2])
    let read = registry.reader(of: \.level)
    #expect([read(), read()] == [3, 4])
  }

  @Test func `a reader that was made before the provider follows it`() {
    let read = registry.reader(of: \.level)
    #expect(read() == 3)
    provide(\.level) { 7 }
    #expect(read() == 7)
    registry.withdraw(by: "Account")
    #expect(read() == 3)
  }

  @Test func `a provider may read other keys`() {
    provide(\.name) { "ada" }
    provide(\.level) { [registry] in registry[\.name]?.count ?? 0 }
    #expect(registry[\.level] == 3)
  }

  @Test func `a provider with no value now gives nil`() {
    provide(\.name) { nil }
    #expect(registry[\.name] == nil)
    #expect(registry.values.map(\.text) == ["nil"])
  }

  @Test func `the same name and type are the same key, and another type is another key`() {
    provide(\.name) { "ada" }
    #expect(registry[\.elsewhere] == "ada")
    #expect(registry[\.numberedName] == nil)
    provide(\.numberedName) { 7 }
    #expect(registry[\.numberedName] == 7)
    #expect(registry[\.name] == "ada")
  }

  @Test func `a key is no service of its value's type`() {
    provide(\.name) { "ada" }
    #expect(registry.resolveIfPresent(String?.self) == nil)
    #expect((try? registry.resolveAll(String?.self)) == [])
    registry.provide("bob", as: String?.self, "name", by: "Names")
    #expect(registry[\.name] == "ada")
  }

  @Test func `a withdrawn provider is released`() {
    let ended = Counter()
    do {
      let kept = Kept { _ = ended.next() }
      provide(\.kept) { kept }
    }
    #expect(registry[\.kept] != nil)
    registry.withdraw(by: "Account")
    #expect(ended.count == 1)
  }

  @Test func `values are listed by key with their providers, without sensitive ones`() {
    let asked = Counter()
    provide(\.token) { "\(asked.next())" }
    provide(\.name, by: "Guest") { "ada" }
    registry.provide("europe", as: String.self, "servers", by: "Servers")
    let values = registry.values
    #expect(values.map(\.type.name) == ["\\.name", "\\.token"])
    #expect(values.map(\.provider) == ["Guest", "Account"])
    #expect(values.map(\.text) == ["ada", nil])
    #expect(asked.count == 0)
  }

  @Test func `many tasks can read while providers come and go`() async {
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask { [registry] in
          let provider = ModuleName("Owner \(number)")
          for round in 0..<200 {
            registry.provide(ServiceKeys().level, by: provider) { round }
            _ = registry[\.level]
            registry.withdraw(by: provider)
          }
        }
      }
    }
    #expect(registry[\.level] == 3)
  }
}

/// How keyed services are wired, before anything runs.
@Suite struct KeyedWiringTests {
  private static let name = ServiceType(ServiceKeys().name)
  private static let level = ServiceType(ServiceKeys().level)

  private static func declare(
    _ type: ServiceType = name, by provider: ModuleName, isOverride: Bool = false
  ) -> ServiceDeclaration {
    ServiceDeclaration(
      type, by: provider, isOverride: isOverride, declaredAt: "\(provider)/Module.swift:1")
  }

  @Test func `a keyed service is named after its key`() {
    #expect(Self.name.name == "\\.name")
    #expect(Self.name.qualifiedName == "\\.name: Swift.Optional<Swift.String>")
    #expect(Self.name == ServiceType(ServiceKeys().elsewhere))
    #expect(Self.name != ServiceType(ServiceKeys().numberedName))
  }

  @Test(arguments: [
    (
      [declare(by: "Account"), declare(by: "Guest")],
      """
      \\.name is provided by Account (Account/Module.swift:1) and Guest (Guest/Module.swift:1). \
      Remove one, or mark it `overriding: true`.
      """
    ),
    (
      [
        declare(by: "Account"), declare(by: "Debug", isOverride: true),
        declare(by: "Stage", isOverride: true),
      ],
      """
      \\.name is provided by Debug (Debug/Module.swift:1) and Stage (Stage/Module.swift:1). \
      Remove one of them.
      """
    ),
    (
      [declare(by: "Account"), declare(by: "Guest"), declare(by: "Debug", isOverride: true)],
      """
      \\.name is provided by Account (Account/Module.swift:1) and Guest (Guest/Module.swift:1). \
      Remove one, or mark it `overriding: true`.
      """
    ),
    (
      [declare(by: "Account"), declare(by: "Account")],
      """
      \\.name is provided by Account (Account/Module.swift:1) and Account \
      (Account/Module.swift:1). Remove one of them.
      """
    ),
  ])
  func
    `two providers of one key are a fault, even if no module injects it or another overrides them`(
      declarations: [ServiceDeclaration], message: String
    )
  {
    let wiring = ServiceWiring.wire(declarations, [])
    #expect(wiring.faults.map(\.description) == [message])
    #expect(wiring.providers == [:])
  }

  @Test func `a provider that overrides replaces the other one`() {
    let (account, debug) = (
      Self.declare(by: "Account"), Self.declare(by: "Debug", isOverride: true)
    )
    let wish = request(Self.name, for: "Orders")
    for declarations in [[account, debug], [debug, account]] {
      let wiring = ServiceWiring.wire(declarations, [wish])
      #expect(wiring.faults.isEmpty)
      #expect(wiring.providers == [Self.name: debug])
      #expect(wiring.bindings.map(\.provider) == [debug])
    }
  }

  @Test func `a missing provider is a fault that names similar keys and the way without one`() {
    let numbered = ServiceType(ServiceKeys().numberedName)
    let wiring = ServiceWiring.wire(
      [Self.declare(numbered, by: "Numbers"), Self.declare(Self.level, by: "Levels")],
      [request(Self.name, for: "Orders")])
    #expect(
      wiring.faults.map(\.description) == [
        """
        No module provides \\.name, which Orders (Orders/Module.swift:2) injects. Did you mean \
        \\.name: Swift.Optional<Swift.Int>? Link a module that provides it, or read \
        `services[\\.name]` instead.
        """
      ])
  }
}
