// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import GantryServices

@Suite struct SharedValueChangesTests {
  let values = SharedValues(owner: "Account")

  @Test func `changes begin with the value now`() async throws {
    try values.provide("ada", for: \.name)
    var changes = values.changes(of: \.name).makeAsyncIterator()
    #expect(await changes.next() == "ada")
    try values.provide("bob", for: \.name)
    #expect(await changes.next() == "bob")
    values.withdraw(\.name)
    #expect(await changes.next() == .some(nil))
  }

  @Test func `changes of a key with a default give the default`() async throws {
    var changes = values.changes(of: \.level).makeAsyncIterator()
    #expect(await changes.next() == 3)
    try values.provide(4, for: \.level)
    #expect(await changes.next() == 4)
  }

  @Test func `a slow reader misses values in between, never the last`() async throws {
    var changes = values.changes(of: \.x).makeAsyncIterator()
    #expect(await changes.next() == .some(nil))
    for number in 1...100 { try values.provide(number, for: \.x) }
    #expect(await changes.next() == 100)
  }

  @Test func `many changes that nobody took are one, and what does not change is none`()
    async throws
  {
    let reader = Task { [values] in
      var changes = values.changes(of: \.level).makeAsyncIterator()
      var levels = [await changes.next()]
      for level in 4...9 { try values.provide(level, for: \.level) }
      levels.append(await changes.next())
      let guest = values.scoped(to: "Guest")
      try guest.provide(1, for: \.x)
      guest.withdraw(\.level)
      guest.withdrawAll()
      // From here on it is given only what is there, and waits for nothing.
      withUnsafeCurrentTask { $0?.cancel() }
      return levels + [await changes.next()]
    }
    #expect(try await reader.value == [3, 9, nil])
  }

  @Test func `readers have places of their own`() async throws {
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

  @Test func `an override and its end are changes`() async throws {
    try values.provide("ada", for: \.name)
    var changes = values.changes(of: \.name).makeAsyncIterator()
    #expect(await changes.next() == "ada")
    let debug = values.scoped(to: "Debug")
    try debug.provide("eve", for: \.name, overriding: true)
    #expect(await changes.next() == "eve")
    debug.withdrawAll()
    #expect(await changes.next() == "ada")
  }

  @Test func `a closure is asked again when it announces a change`() async throws {
    let counter = Counter()
    try values.provide(for: \.x) { counter.next() }
    var changes = values.changes(of: \.x).makeAsyncIterator()
    #expect(await changes.next() == 1)
    values.announce(\.x)
    #expect(await changes.next() == 2)
    values.announce(\.long)
  }

  @Test func `the last of many concurrent changes is what every reader ends with`() async throws {
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

  @Test func `a reader that is cancelled ends`() async {
    let reader = Task { [values] in
      var count = 0
      for await _ in values.changes(of: \.x) { count += 1 }
      return count
    }
    reader.cancel()
    #expect(await reader.value <= 1)
  }

  @Test func `a reader that is gone is kept by nobody`() async {
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

  @Test func `a value is waited for, and is there at once afterwards`() async throws {
    async let waiting = values.value(for: \.name)
    try values.provide("ada", for: \.name)
    #expect(try await waiting == "ada")
    #expect(try await values.value(for: \.name) == "ada")
  }

  @Test func `a default does not end the waiting`() async throws {
    async let waiting = values.value(for: \.level)
    try values.provide(4, for: \.level)
    #expect(try await waiting == 4)
  }

  @Test func `waiting ends with the task that waits`() async {
    let waiting = Task { [values] in try await values.value(for: \.name) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
