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
  // search may be reading it.
  private let places = InlineArray<1024, Atomic<UInt>> { _ in Atomic(0) }

  /// The code; zero for none, and nil where nothing is known of it.
  func code(of selector: Selector, in type: UInt) -> UInt? {
    let address = places[Self.place(selector, type)].load(ordering: .acquiring)
    guard let found = UnsafePointer<Found>(bitPattern: address), found.pointee.type == type,
      found.pointee.selector == selector.number
    else { return nil }
    return found.pointee.code
  }

  func keep(_ code: UInt, of selector: Selector, in type: UInt) {
    let found = UnsafeMutablePointer<Found>.allocate(capacity: 1)
    found.initialize(to: Found(type: type, selector: selector.number, code: code))
    places[Self.place(selector, type)].store(UInt(bitPattern: found), ordering: .releasing)
  }

  func clear() {
    for place in places.indices { places[place].store(0, ordering: .releasing) }
  }

  /// Classes lie at multiples of eight; names are numbered one after the other.
  private static func place(_ selector: Selector, _ type: UInt) -> Int {
    Int(truncatingIfNeeded: type >> 3 &+ UInt(bitPattern: selector.number)) & 1023
  }
}
