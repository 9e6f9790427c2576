// SPDX-License-Identifier: Apache-2.0

public import GantryText

/// Services by the identity of their type: open addressing over type addresses.
///
/// A type's identity is an address, which one multiplication spreads well. The keyed hash of a
/// `Dictionary` takes longer, and guards against chosen keys, which cannot occur here.
@usableFromInline
struct ServiceTable {
  /// The identities alone, so that a search touches no reference count. The number of slots is a
  /// power of two, and at most half are set, so each search meets a free slot.
  @usableFromInline var ids: [ObjectIdentifier?] = Array(repeating: nil, count: 16)
  /// The entry of each set identity, at the same position.
  @usableFromInline var slots: [(any ServiceEntry)?] = Array(repeating: nil, count: 16)
  private var count = 0

  /// The services in no particular order.
  var entries: [any ServiceEntry] { slots.compactMap(\.self) }

  @inlinable
  func entry(for id: ObjectIdentifier) -> (any ServiceEntry)? { slots[position(of: id)] }

  /// Inserts an entry, and returns the one that it replaces.
  mutating func insert(_ entry: any ServiceEntry, for id: ObjectIdentifier) -> (any ServiceEntry)? {
    if (count + 1) * 2 > slots.count { grow() }
    let position = position(of: id)
    let replaced = slots[position]
    ids[position] = id
    slots[position] = entry
    if replaced == nil { count += 1 }
    return replaced
  }

  /// Removes an entry and returns it.
  mutating func remove(_ id: ObjectIdentifier) -> (any ServiceEntry)? {
    var hole = position(of: id)
    guard let removed = slots[hole] else { return nil }
    let mask = ids.count - 1
    var next = (hole + 1) & mask
    // Entries move up if a search for them would have passed the free slot.
    while let moving = ids[next] {
      let distance = (next - start(of: moving)) & mask
      if distance >= (next - hole) & mask {
        (ids[hole], slots[hole]) = (moving, slots[next])
        hole = next
      }
      next = (next + 1) & mask
    }
    (ids[hole], slots[hole]) = (nil, nil)
    count -= 1
    return removed
  }

  private mutating func grow() {
    let old = zip(ids, slots)
    ids = Array(repeating: nil, count: slots.count * 2)
    slots = Array(repeating: nil, count: ids.count)
    for case (let id?, let entry?) in old {
      let position = position(of: id)
      ids[position] = id
      slots[position] = entry
    }
  }

  /// The position that holds the type, or the free slot for it.
  @inlinable
  func position(of id: ObjectIdentifier) -> Int {
    let mask = ids.count - 1
    var position = start(of: id)
    while let taken = ids[position], taken != id { position = (position + 1) & mask }
    return position
  }

  /// The position at which the search for a type begins.
  @inlinable
  func start(of id: ObjectIdentifier) -> Int {
    // Fibonacci hashing: 2^64 divided by the golden ratio; the high bits are the well-mixed ones.
    let mixed = UInt64(UInt(bitPattern: id)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (ids.count - 1)
  }
}

/// A provided service whose type only the requesting caller knows.
@usableFromInline
protocol ServiceEntry: AnyObject, Sendable {
  var type: ServiceType { get }
  var provider: ModuleName { get }
  var scope: ServiceScope { get }
  /// The instance that all consumers share; nil if each gets its own.
  var instance: (any Sendable)? { get }
}
