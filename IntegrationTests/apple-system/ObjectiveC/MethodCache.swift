// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The methods that were found, by class and name, as real runtimes keep them: a search that was made
/// before takes no lock.
final class MethodCache: Sendable {
  private struct Found {
    let type: UInt
    let selector: Int
    /// Zero where there is no such method.
    let code: UInt
  }

  // Invariant: each is zero, or the address of a `Found` that nothing changes or releases any more: a
  // search may be reading it. A place is only filled while it's zero, so no method drives out another
  // one, as none does in real runtimes, where each class has a cache of its own.
  private let places = InlineArray<4096, Atomic<UInt>> { _ in Atomic(0) }

  /// The code; zero for none, and nil where nothing is known of it.
  func code(of selector: Selector, in type: UInt) -> UInt? {
    var place = Self.place(of: selector, type)
    for _ in places.indices {
      let address = places[place].load(ordering: .acquiring)
      guard let found = UnsafePointer<Found>(bitPattern: address) else { return nil }
      if found.pointee.type == type, found.pointee.selector == selector.number {
        return found.pointee.code
      }
      place = (place + 1) & 4095
    }
    return nil
  }

  /// Keeps a code that isn't known; one thread at a time may call it. A full cache keeps nothing more.
  func keep(_ code: UInt, of selector: Selector, in type: UInt) {
    var place = Self.place(of: selector, type)
    for _ in places.indices {
      if places[place].load(ordering: .relaxed) == 0 {
        let found = UnsafeMutablePointer<Found>.allocate(capacity: 1)
        found.initialize(to: Found(type: type, selector: selector.number, code: code))
        return places[place].store(UInt(bitPattern: found), ordering: .releasing)
      }
      place = (place + 1) & 4095
    }
  }

  func clear() {
    for place in places.indices { places[place].store(0, ordering: .releasing) }
  }

  /// Multiplies by the golden ratio, which spreads neighboring classes and numbers.
  private static func place(of selector: Selector, _ type: UInt) -> Int {
    let key = UInt64(type) ^ UInt64(selector.number) << 40
    return Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 52)
  }
}
