// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

private protocol Store<Item>: Sendable { associatedtype Item }
private enum Shop { struct Shelf<Item> { enum Place { case top } } }
private actor Till {}

@Suite struct WordingTypeTests {
  private struct Örtlich {}

  private static let types: [Any.Type] = {
    struct Local {}
    return [
      Int.self, String?.self, [String: [Int]].self, (Int, name: String).self, Void.self, Any.self,
      AnyObject.self,
      ((Int, inout String) async throws -> Void).self, (@MainActor @Sendable () -> Int).self,
      Shop.self,
      Shop.Shelf<Int>.self, Shop.Shelf<any Sendable>.Place.self, Till.self, (any Store).self,
      (any Store<Int>)?.self,
      (any Store & AnyObject).self, (any Sendable & Error).self, Int.Type.self,
      (any Store.Type).self, Local.self,
      Örtlich.self, Shop.Shelf<Local>.self, KeyPath<Shop, Int>.self,
    ]
  }()

  @Test(arguments: types.indices)
  func `the name of a type is that of the standard library, without scopes of private types`(
    index: Int
  ) {
    let type = Self.types[index]
    let name = String(reflecting: type).replacing(#/\(unknown context at \$\w+\)\./#, with: "")
      .replacing(#/\((\S+) in _\w+\)/#) { $0.1 }
    #expect(Wording.name(of: type) == name)
    #expect(Wording.name(of: type, qualified: false) == String(describing: type))
  }

  @Test func `the name of a private type is the same in each run`() {
    #expect(Wording.name(of: Örtlich.self) == "GantrySupportTests.WordingTypeTests.Örtlich")
  }

  @Test(arguments: [
    ("Shop.(unknown context at $7f1c2a).Till", "Shop.Till"),
    ("Shop.(Till in _925919699903BA4519D64B0AEFC99997).Key", "Shop.Till.Key"),
    ("a price of 3 $, paid (cash in _Rome)", "a price of 3 $, paid (cash in _Rome)"),
  ])
  func `scopes of private types are left out of a text`(text: String, name: String) {
    #expect(Wording.stable(text) == name)
  }
}
