// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

/// Shared values among many others, and their listing.
@Suite struct SharedValueListTests {
  let values = SharedValues(owner: "Account")

  private func fill<S: Sendable>(_ value: S, _ keys: Int) throws {
    // Watched keys keep their slots, so that the table has to grow.
    _ = values.changes(of: \.[Tag<S>()]).makeAsyncIterator()
    if keys > 1 { try fill([value], keys - 1) }
  }

  @Test func `values stay the same while keys are added`() throws {
    let debug = values.scoped(to: "Debug")
    try values.provide("ada", for: \.name)
    try values.provide(1, for: \.x)
    try debug.provide(2, for: \.x, overriding: true)
    try values.provide(for: \.long) { 3 }
    try fill(0, 150)
    #expect(values.name == "ada")
    #expect(values.x == 2)
    #expect(values.long == 3)
    debug.withdrawAll()
    #expect(values.x == 1)
  }

  @Test(arguments: [
    ("ada", false, "name = ada (Account)"), (nil, false, "name = nil (Account)"),
    ("ada", true, "name = <hidden> (Account)"), (nil, true, "name = <hidden> (Account)"),
  ])
  func `a listed value has its text unless it is sensitive`(
    value: String?, isSensitive: Bool, line: String
  ) throws {
    let key = SharedValueKey<String>("name", isSensitive: isSensitive)
    try values.provide(value, for: key, overriding: false)
    #expect(values.provided.map(\.description) == [line])
    #expect(values.description == line)
    #expect(values.provided.map(\.text) == [isSensitive ? nil : value])
  }

  @Test(arguments: [false, true])
  func `a key outside SharedValueKeys can be provided and overridden`(isClosure: Bool) throws {
    let key = SharedValueKey<Int>("x")
    let debug = values.scoped(to: "Debug")
    func provide(_ value: Int, _ values: SharedValues, overriding: Bool) throws {
      guard isClosure else {
        return try values.provide(value, for: key, overriding: overriding)
      }
      try values.provide(for: key, overriding: overriding) { value }
    }
    try provide(1, values, overriding: false)
    #expect(throws: SharedValueError.claimed(key: "x", by: "Account", refused: "Debug")) {
      try provide(2, debug, overriding: false)
    }
    #expect(values.x == 1)
    try provide(2, debug, overriding: true)
    #expect(values.x == 2)
    let listed = try #require(values.provided.first)
    #expect(listed.provider == "Debug")
    #expect(listed.overrides == "Account")
    #expect(listed.type == "Int")
    #expect(listed.text == "2")
  }

  @Test(arguments: [false, true])
  func `a refused key of another type names the module whose value is current`(
    isProvided: Bool
  ) throws {
    if isProvided { try values.provide("ada", for: \.name) }
    try values.scoped(to: "Debug").provide("bob", for: \.name, overriding: true)
    let error = SharedValueError.otherType(
      key: "name", type: "Swift.String", by: "Debug", refused: "Numbers",
      refusedType: "Swift.Int")
    #expect(throws: error) {
      try values.scoped(to: "Numbers").provide(1, for: \.numberedName)
    }
  }

  @Test func `a closure overrides a value only if it says so`() throws {
    try values.provide(1, for: \.x)
    let debug = values.scoped(to: "Debug")
    #expect(throws: SharedValueError.claimed(key: "x", by: "Account", refused: "Debug")) {
      try debug.provide(for: \.x) { 2 }
    }
    #expect(values.x == 1)
    try debug.provide(for: \.x, overriding: true) { 2 }
    #expect(values.x == 2)
  }

  @Test func `values are listed in order of their key names`() throws {
    try values.provide(1, for: \.x)
    try values.provide(2, for: \.long)
    try values.provide(3, for: \.level)
    try values.provide("ada", for: \.name)
    #expect(
      values.provided.map(\.key)
        == ["a name of more than two words of memory", "level", "name", "x"])
  }
}
