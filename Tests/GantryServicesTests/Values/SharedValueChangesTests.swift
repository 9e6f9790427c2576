// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import GantryServices

@Suite struct SharedValueChangesTests {
  let values = SharedValues(owner: "Account")

  @Test func `a sequence of changes begins with the current value`() async throws {
    try values.provide("ada", for: \.name)
    var changes = values.changes(of: \.name).makeAsyncIterator()
    #expect(await changes.next() == "ada")
    try values.provide("bob", for: \.name)
    #expect(await changes.next() == "bob")
    values.withdraw(\.name)
    #expect(await changes.next() == .some(nil))
  }

  @Test func `changes of a key with a default begin with the default`() async throws {
    var changes = values.changes(of: \.level).makeAsyncIterator()
    #expect(await changes.next() == 3)
    try values.provide(4, for: \.level)
    #expect(await changes.next() == 4)
  }

  @Test func `a slow reader may miss intermediate values but never the last`() async throws {
    var changes = values.changes(of: \.x).makeAsyncIterator()
    #expect(await changes.next() == .some(nil))
    for number in 1...100 { try values.provide(number, for: \.x) }
    #expect(await changes.next() == 100)
  }

  @Test func `unread changes are merged, and an unchanged value is not repeated`() async throws {
    let reader = Task { [values] in
      var changes = values.changes(of: \.level).makeAsyncIterator()
      var levels = [await changes.next()]
      for level in 4...9 { try values.provide(level, for: \.level) }
      levels.append(await changes.next())
      let guest = values.scoped(to: "Guest")
      try guest.provide(1, for: \.x)
      guest.withdraw(\.level)
      guest.withdrawAll()
      // A cancelled reader gets only pending values and doesn't wait.
      withUnsafeCurrentTask { $0?.cancel() }
      return levels + [await changes.next()]
    }
    #expect(try await reader.value == [3, 9, nil])
  }

  @Test func `each reader has its own position`() async throws {
    let sequence = values.changes(of: \.x)
    var first = sequence.makeAsyncIterator()
    try values.provide(1, for: \.x)
    var second = sequence.makeAsyncIterator()
    #expect(await first.next() == 1)
    #expect(await second.next() == 1)
    try values.provide(2, for: \.x)
    #expect(await first.next() == 2)
    #expect(await second.next() == 2)
  }

  @Test func `an override and its withdrawal are changes`() async throws {
    try values.provide("ada", for: \.name)
    var changes = values.changes(of: \.name).makeAsyncIterator()
    #expect(await changes.next() == "ada")
    let debug = values.scoped(to: "Debug")
    try debug.provide("eve", for: \.name, overriding: true)
    #expect(await changes.next() == "eve")
    debug.withdrawAll()
    #expect(await changes.next() == "ada")
  }

  @Test func `announcing a change calls the closure again`() async throws {
    let counter = Counter()
    try values.provide(for: \.x) { counter.next() }
    var changes = values.changes(of: \.x).makeAsyncIterator()
    #expect(await changes.next() == 1)
    values.announce(\.x)
    #expect(await changes.next() == 2)
    values.announce(\.long)
  }

  @Test func `every reader ends with the last of many concurrent changes`() async throws {
    let final = 1_000_000
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { [values] in
          for await value in values.changes(of: \.x) where value == final { return }
        }
      }
      for number in 1...200 { try? values.provide(number, for: \.x) }
      try? values.provide(final, for: \.x)
    }
  }

  @Test func `a cancelled reader ends`() async {
    let reader = Task { [values] in
      var count = 0
      for await _ in values.changes(of: \.x) { count += 1 }
      return count
    }
    reader.cancel()
    #expect(await reader.value <= 1)
  }

  @Test func `a released reader is no longer registered`() async {
    do {
      var changes = values.changes(of: \.x).makeAsyncIterator()
      #expect(await changes.next() == .some(nil))
      #expect(watchers == 1)
    }
    #expect(watchers == 0)
  }

  private var watchers: Int? {
    values.store.state.withLock { $0.table.slot(for: SharedValueKeys().x.identity)?.watchers.count }
  }

  @Test func `waiting for a value returns once it is provided, and at once afterwards`()
    async throws
  {
    async let waiting = values.value(for: \.name)
    try values.provide("ada", for: \.name)
    #expect(try await waiting == "ada")
    #expect(try await values.value(for: \.name) == "ada")
  }

  @Test func `a default value does not end a wait for a value`() async throws {
    async let waiting = values.value(for: \.level)
    try values.provide(4, for: \.level)
    #expect(try await waiting == 4)
  }

  @Test func `cancelling the task ends its wait for a value`() async {
    let waiting = Task { [values] in try await values.value(for: \.name) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
