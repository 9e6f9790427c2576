// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

@Suite struct SharedValuesTests {
  let values = SharedValues(owner: "Account")

  @Test func `a value is nil until a module provides it`() throws {
    #expect(values.name == nil)
    try values.provide("ada", for: \.name)
    #expect(values.name == "ada")
    #expect(values[\.name] == "ada")
  }

  @Test func `a key with a default is never nil`() throws {
    #expect(values.level == 3)
    try values.provide(7, for: \.level)
    #expect(values.level == 7)
    try values.provide(nil, for: \.level)
    #expect(values.level == 3)
  }

  @Test func `an owner can change its own value and set it to nil`() throws {
    try values.provide("ada", for: \.name)
    try values.provide("bob", for: \.name)
    #expect(values.name == "bob")
    try values.provide(nil, for: \.name)
    #expect(values.name == nil)
    #expect(values.provided.map(\.provider) == ["Account"])
  }

  @Test func `a closure is called at each read`() throws {
    let counter = Counter()
    try values.provide(for: \.x) { counter.next() }
    #expect(values.x == 1)
    #expect(values.x == 2)
  }

  @Test func `a closure may read other values`() throws {
    try values.provide("ada", for: \.name)
    try values.provide(for: \.x) { [values] in values.name?.count }
    #expect(values.x == 3)
  }

  @Test func `a closure that reads its own key gets nil or the default`() throws {
    try values.provide(for: \.x) { [values] in values.x.map { $0 + 1 } ?? 1 }
    #expect(values.x == 1)
    try values.provide(for: \.level) { [values] in values.level + 1 }
    #expect(values.level == 4)
    #expect(values.level == 4, "the next read asks anew")
  }

  @Test func `closures that read each other's keys terminate`() throws {
    try values.provide(for: \.x) { [values] in values.level + 10 }
    try values.provide(for: \.level) { [values] in (values.x ?? 100) + 1_000 }
    #expect(values.x == 1_110 && values.level == 1_013)
    #expect(values.provided.map(\.text) == ["1013", "1110"])
  }

  @Test func `a task started by a closure may read the closure's key`() async throws {
    let (reads, read) = AsyncStream.makeStream(of: Int?.self)
    try values.provide(for: \.x) { [values] in
      if values.name == nil {
        // It waits for the name, which is provided after the closure has returned.
        Task {
          _ = try await values.value(for: \.name)
          read.yield(values.x)
        }
      }
      return 5
    }
    #expect(values.x == 5)
    try values.provide("ada", for: \.name)
    #expect(await reads.first { _ in true } == 5)
  }

  @Test func `every scope reads a provided value`() throws {
    try values.provide("ada", for: \.name)
    #expect(values.scoped(to: "Orders").name == "ada")
  }

  @Test func `a second provider is refused with the name of the first`() throws {
    try values.provide("ada", for: \.name)
    #expect(throws: SharedValueError.claimed(key: "name", by: "Account", refused: "Guest")) {
      try values.scoped(to: "Guest").provide("bob", for: \.name)
    }
    #expect(values.name == "ada")
  }

  @Test func `a withdrawn value can be provided by another module`() throws {
    try values.provide("ada", for: \.name)
    values.withdraw(\.name)
    #expect(values.name == nil)
    try values.scoped(to: "Guest").provide("bob", for: \.name)
    #expect(values.name == "bob")
  }

  @Test func `a module cannot withdraw another module's value`() throws {
    try values.provide("ada", for: \.name)
    let guest = values.scoped(to: "Guest")
    guest.withdraw(\.name)
    guest.withdraw(\.x)
    guest.withdrawAll()
    #expect(values.name == "ada")
  }

  @Test func `withdrawing all removes every value of one owner`() throws {
    try values.provide("ada", for: \.name)
    try values.provide(1, for: \.x)
    try values.scoped(to: "Guest").provide(2, for: \.long)
    values.withdrawAll()
    #expect(values.provided.map(\.key) == ["a name of more than two words of memory"])
    try values.provide("eve", for: \.name)
    try values.scoped(to: "Guest").provide(3, for: \.x)
    values.withdrawAll()
    #expect(values.name == nil)
    #expect(values.x == 3)
  }

  @Test func `an override hides the value until it is withdrawn`() throws {
    let debug = values.scoped(to: "Debug")
    try debug.provide("eve", for: \.name, overriding: true)
    try values.provide("ada", for: \.name)
    #expect(values.name == "eve")
    try debug.provide("mallory", for: \.name)
    #expect(values.name == "mallory")
    #expect(values.provided.map(\.provider) == ["Debug"])
    #expect(values.provided.map(\.overrides) == ["Account"])
    #expect(values.provided.map(\.text) == ["mallory"])
    debug.withdrawAll()
    #expect(values.name == "ada")
  }

  @Test func `an override that hides no value can be withdrawn`() throws {
    try values.provide("eve", for: \.name, overriding: true)
    values.withdraw(\.name)
    #expect(values.name == nil)
    #expect(values.provided.isEmpty)
  }

  @Test func `two overrides of one value are refused`() throws {
    try values.scoped(to: "Debug").provide("eve", for: \.name, overriding: true)
    #expect(throws: SharedValueError.claimed(key: "name", by: "Debug", refused: "Other")) {
      try values.scoped(to: "Other").provide("bob", for: \.name, overriding: true)
    }
  }

  @Test func `one name has only one type`() throws {
    let other = values.scoped(to: "Numbers")
    try values.provide("ada", for: \.name)
    #expect(values.numberedName == nil)
    let refusal = SharedValueError.otherType(
      key: "name", type: "Swift.String", by: "Account", refused: "Numbers",
      refusedType: "Swift.Int")
    #expect(throws: refusal) { try other.provide(7, for: \.numberedName) }
    #expect(throws: refusal) { try other.provide(7, for: \.numberedName, overriding: true) }
    #expect(values.name == "ada")
    #expect(values.numberedName == nil)
    values.withdrawAll()
    try other.provide(7, for: \.numberedName)
    #expect(values.numberedName == 7)
    #expect(values.name == nil)
  }

  @Test func `a declared key is reserved for its type`() throws {
    values.reserve([SharedValueClaim(\.name, by: "Account", declaredAt: "a")])
    let refusal = SharedValueError.otherType(
      key: "name", type: "Swift.String", by: "Account", refused: "Account",
      refusedType: "Swift.Int")
    #expect(throws: refusal) { try values.provide(7, for: \.numberedName) }
    #expect(
      refusal.description == """
        Account cannot provide \\.name as Swift.Int: Account provides it as Swift.String. Declare the \
        key once, in an interface that both import.
        """)
  }

  @Test func `names that differ only in the middle are different keys`() throws {
    try values.provide(1, for: \.long)
    #expect(values.longer == nil)
    try values.provide(2, for: \.longer)
    #expect(values.long == 1)
    #expect(values.longer == 2)
  }

  @Test func `names with equal text are the same key, wherever they are in memory`() throws {
    let name: StaticString = SharedValueKeys.x()
    #expect(!name.hasPointerRepresentation)
    try values.provide(1, for: \.x)
    #expect(values.elsewhere == 1)
  }

  @Test func `a hundred keys are all found, and an existing reader still gets changes`()
    async throws
  {
    var changes = values.changes(of: \.name).makeAsyncIterator()
    #expect(await changes.next() == .some(nil))
    func provide<S: Sendable & Equatable>(_ value: S, depth: Int) throws {
      try values.provide(value, for: \.[Tag<S>()])
      #expect(values[\.[Tag<S>()]] == value)
      // A key keeps its slot once used; its name is free for the next type.
      values.withdraw(\.[Tag<S>()])
      if depth > 1 { try provide([value], depth: depth - 1) }
    }
    try provide(1, depth: 100)
    try values.provide("ada", for: \.name)
    #expect(await changes.next() == "ada")
  }

  @Test func `a declared key is reserved for its declaring module`() throws {
    values.reserve([
      SharedValueClaim(\.name, by: "Account", declaredAt: "a"),
      SharedValueClaim(\.name, by: "Debug", isOverride: true, declaredAt: "b"),
    ])
    #expect(throws: SharedValueError.claimed(key: "name", by: "Account", refused: "Guest")) {
      try values.scoped(to: "Guest").provide("bob", for: \.name)
    }
    #expect(throws: SharedValueError.claimed(key: "name", by: "Debug", refused: "Guest")) {
      try values.scoped(to: "Guest").provide("bob", for: \.name, overriding: true)
    }
    try values.provide("ada", for: \.name)
    try values.scoped(to: "Debug").provide("eve", for: \.name)
    #expect(values.name == "eve")
    values.withdraw(\.name)
    values.reserve([SharedValueClaim(\.x, by: "Account", declaredAt: "a")])
    try values.scoped(to: "Guest").provide("bob", for: \.name)
    #expect(values.provided.map(\.overrides) == ["Guest"])
  }

  @Test func `a withdrawn or replaced value is released and may read values while it is`() throws {
    let ended = Counter()
    func make() -> Kept { Kept { [values] in if values.kept == nil { _ = ended.next() } } }
    try values.provide(make(), for: \.kept)
    values.withdraw(\.kept)
    #expect(ended.count == 1)
    try values.provide(make(), for: \.kept)
    try values.provide(nil, for: \.kept)
    #expect(ended.count == 2)
  }

  @Test func `many tasks can read and provide values concurrently`() async {
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask { [values] in
          let mine = values.scoped(to: ModuleName("Owner \(number)"))
          for round in 0..<200 {
            try? mine.provide(round, for: \.x)
            _ = values.x
            mine.withdraw(\.x)
          }
        }
      }
    }
    #expect(values.provided.isEmpty)
  }

  @Test func `an error about a claimed value names the provider and says what to do`() {
    let error = SharedValueError.claimed(key: "userID", by: "Account", refused: "Guest")
    #expect(
      error.description
        == "Guest cannot provide \\.userID: Account provides it. Let one of them provide it, or"
        + " provide it with `overriding: true`.")
  }
}
