// SPDX-License-Identifier: Apache-2.0

@testable import GantryServices
import GantrySupport
import TestRounds
import Testing

struct ServiceTableTests {
  private enum One {}
  private enum Two {}
  private struct Pair<A, B>: Sendable {}

  /// Hundreds of types, whose metadata is spread in memory as in an app.
  private static func types(_ depth: Int) -> [any Sendable.Type] {
    func double<T: Sendable>(_ type: T.Type) -> [any Sendable.Type] {
      [Pair<T, One>.self, Pair<T, Two>.self]
    }
    var types: [any Sendable.Type] = [Int.self]
    for _ in 0..<depth { types += types.suffix(64).flatMap { double($0) } }
    return types
  }

  /// Keys of types and of names: short ones, and long ones that differ in one character.
  private static let named: [ServiceType] = types(1).flatMap { type in
    [nil, "", "a", "b", "ab", "ba", "été", "\u{212B}", "\u{F900}"].map { key(type, $0) }
      + (0..<24).map { place in
        var name = Array("the-loyalty-level-of-user")
        name[place] = "_"
        return key(type, ServiceQualifier(String(name)))
      }
  }

  private static func key<T: Sendable>(_ type: T.Type, _ name: ServiceQualifier?) -> ServiceType {
    ServiceType(type, qualifier: name)
  }

  @Test(arguments: 0..<rounds(80))
  func `a table finds the same entries as a dictionary after random removals`(seed: Int) {
    check(Self.types(6).map { ObjectIdentifier($0) }, seed)
    check(Self.named, seed)
  }

  private func check<Key: ServiceTableKey & Hashable>(_ keys: [Key], _ seed: Int) {
    var table = ServiceTable<Key>()
    var known: [Key: ModuleName] = [:]
    var state = UInt64(seed)
    func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for step in 0..<600 {
      let key = keys[next(below: keys.count)]
      let former = known[key]
      if next(below: 5) < 3 {
        let name = ModuleName("\(step)")
        let entry = SharedService(step, ServiceType(Int.self), by: name)
        #expect(table.insert(entry, for: key)?.provider == former, "seed \(seed)")
        known[key] = name
      } else {
        #expect(table.remove(key)?.provider == former, "seed \(seed)")
        known[key] = nil
      }
      let wrong = keys.filter { table.entry(for: $0)?.provider != known[$0] }
      #expect(wrong.isEmpty, "seed \(seed)")
    }
    #expect(table.entries.count == known.count)
  }

  @Test func `a qualifier is found however its text is composed`() {
    let registry = ServiceRegistry()
    registry.provide(1, as: Int.self, "\u{E9}t\u{E9}", by: "A")
    #expect(registry.resolveIfPresent(Int.self, "e\u{301}te\u{301}") == 1)
    #expect(registry.resolveIfPresent(Int.self, "ete") == nil)
  }

  @Test func `names that differ in one character begin their search in different places`() {
    let starts = Set(Self.named.map { $0.spread >> 32 })
    #expect(starts.count == Self.named.count)
  }

  @Test func `a provider withdraws only its own services, even if others have replaced some`() {
    let registry = ServiceRegistry()
    registry.provide(1, as: Int.self, by: "A")
    registry.provide("a", as: String.self, by: "A")
    registry.provide(2.5, as: Double.self, "eu", by: "A")
    registry.provide(2, as: Int.self, by: "B")
    registry.provide("b", as: String.self, by: "B")
    registry.provide("a again", as: String.self, by: "A")
    registry.withdraw(by: "A")
    #expect(registry.provided.map(\.provider) == ["B"])
    #expect(registry.resolveIfPresent(Int.self) == 2)
    registry.withdraw(by: "B")
    #expect(registry.provided.isEmpty)
    #expect(registry.state.withLock { $0.filed.isEmpty })
  }
}
