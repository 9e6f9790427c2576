// SPDX-License-Identifier: Apache-2.0

@testable import GantryServices
import GantryText
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

  @Test(arguments: 0..<rounds(80))
  func `a table finds the same entries as a dictionary after random removals`(seed: Int) {
    var table = ServiceTable()
    var known: [ObjectIdentifier: Int] = [:]
    func box<T: Sendable>(_ type: T.Type, _ number: Int) -> any ServiceEntry {
      SharedService(number, ServiceType(type), by: ModuleName("\(number)"))
    }
    var state = UInt64(seed)
    func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let types = Self.types(6)
    for step in 0..<600 {
      let type = types[next(below: types.count)]
      let id = ObjectIdentifier(type)
      if next(below: 5) < 3 {
        let replaced = table.insert(box(type, step), for: id)
        #expect(replaced?.provider == known[id].map { ModuleName("\($0)") }, "seed \(seed)")
        known[id] = step
      } else {
        #expect(table.remove(id)?.provider == known[id].map { ModuleName("\($0)") }, "seed \(seed)")
        known[id] = nil
      }
      for type in types {
        let id = ObjectIdentifier(type)
        #expect(
          table.entry(for: id)?.provider == known[id].map { ModuleName("\($0)") }, "seed \(seed)")
      }
    }
    #expect(table.entries.count == known.count)
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
    #expect(registry.resolve(Int.self) == 2)
    registry.withdraw(by: "B")
    #expect(registry.provided.isEmpty)
    #expect(registry.state.withLock { $0.filed.isEmpty })
  }
}
