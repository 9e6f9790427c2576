// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct LockedBoxTests {
  /// Runs a closure in its deinitializer.
  private final class Leaver: Sendable {
    private let leave: @Sendable () -> Void
    init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
    deinit { leave() }
  }

  private final class Place<Value: Sendable>: Sendable {
    let held = LockedBox<Value>()
  }

  @Test func `a value stays until it is taken, and is taken once`() {
    let place = Place<Int>()
    #expect(place.held.value == nil && place.held.take() == nil)
    place.held.put(1)
    place.held.put(2)
    #expect(place.held.value == 2 && place.held.value == 2)
    #expect(place.held.take() == 2)
    #expect(place.held.take() == nil && place.held.value == nil)
  }

  @Test func `only one of many tasks gets the value`() async {
    let place = Place<Int>()
    place.held.put(1)
    let taken = await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { place.held.take() } }
      return await group.compactMap(\.self).reduce(into: []) { $0.append($1) }
    }
    #expect(taken == [1])
  }

  @Test func `a replaced value is released outside the lock`() {
    let place = Place<Leaver>()
    let seen = Place<Bool>()
    place.held.put(Leaver { [weak place] in seen.held.put(place?.held.value != nil) })
    place.held.put(Leaver {})
    #expect(seen.held.value == true)
  }
}
