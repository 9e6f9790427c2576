// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Services by the identity of their type: open addressing over type addresses.
///
/// A type's identity is an address, so that one multiplication spreads it; the keyed hash of a
/// `Dictionary` guards against chosen keys, which there are none of here, and takes longer.
@usableFromInline
struct ServiceTable {
  /// The identities alone, so that a search touches no reference count. Their number is a power
  /// of two, and at most half are set, so that each search meets a free place.
  @usableFromInline var ids: [ObjectIdentifier?] = Array(repeating: nil, count: 16)
  /// The entry for each identity that is set, at the same place.
  @usableFromInline var slots: [(any ServiceEntry)?] = Array(repeating: nil, count: 16)
  private var count = 0

  /// The services in no particular order.
  var entries: [any ServiceEntry] { slots.compactMap(\.self) }

  @inlinable
  func entry(for id: ObjectIdentifier) -> (any ServiceEntry)? { slots[position(of: id)] }

  /// Files an entry and returns the one it replaces.
  mutating func insert(_ entry: any ServiceEntry, for id: ObjectIdentifier) -> (any ServiceEntry)? {
    if (count + 1) * 2 > slots.count { rebuild(capacity: slots.count * 2) { _ in true } }
    let position = position(of: id)
    let replaced = slots[position]
    ids[position] = id
    slots[position] = entry
    if replaced == nil { count += 1 }
    return replaced
  }

  /// Removes the entries of one provider and returns them.
  mutating func removeAll(by provider: String) -> [any ServiceEntry] {
    let removed = entries.filter { $0.provider == provider }
    rebuild(capacity: slots.count) { $0.provider != provider }
    return removed
  }

  private mutating func rebuild(capacity: Int, keeping isKept: (any ServiceEntry) -> Bool) {
    let old = zip(ids, slots)
    ids = Array(repeating: nil, count: capacity)
    slots = Array(repeating: nil, count: capacity)
    count = 0
    for case (let id?, let entry?) in old where isKept(entry) {
      let position = position(of: id)
      ids[position] = id
      slots[position] = entry
      count += 1
    }
  }

  /// The place that holds the type, or the free one where it belongs.
  @inlinable
  func position(of id: ObjectIdentifier) -> Int {
    let mask = ids.count - 1
    // Fibonacci hashing: 2^64 divided by the golden ratio; the high bits are the well-mixed ones.
    let mixed = UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15
    var position = Int(truncatingIfNeeded: mixed >> 32) & mask
    while let taken = ids[position], taken != id { position = (position + 1) & mask }
    return position
  }
}
