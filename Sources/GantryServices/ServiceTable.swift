// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// Services by their key: open addressing, with a hash that costs a few instructions.
///
/// The keyed hash of a `Dictionary` takes longer, and guards against chosen keys. Here, a key is a type's identity,
/// or that and a name that is written in code.
@usableFromInline
struct ServiceTable<Key: ServiceTableKey> {
  /// The keys alone, so that a search touches no reference count. The number of slots is a power of
  /// two, and at most half are set, so each search meets a free slot.
  @usableFromInline var keys: [Key?] = Array(repeating: nil, count: 16)
  /// The entry of each set key, at the same position.
  @usableFromInline var slots: [(any ServiceEntry)?] = Array(repeating: nil, count: 16)
  private var count = 0

  /// The services in no particular order.
  var entries: [any ServiceEntry] { slots.compactMap(\.self) }

  @inlinable
  func entry(for key: Key) -> (any ServiceEntry)? { slots[position(of: key)] }

  /// Inserts an entry, and returns the one that it replaces.
  mutating func insert(_ entry: any ServiceEntry, for key: Key) -> (any ServiceEntry)? {
    if (count + 1) * 2 > slots.count { grow() }
    let position = position(of: key)
    let replaced = slots[position]
    keys[position] = key
    slots[position] = entry
    if replaced == nil { count += 1 }
    return replaced
  }

  /// Removes an entry and returns it.
  mutating func remove(_ key: Key) -> (any ServiceEntry)? {
    var hole = position(of: key)
    guard let removed = slots[hole] else { return nil }
    let mask = keys.count - 1
    var next = (hole + 1) & mask
    // Entries move up if a search for them would have passed the free slot.
    while let moving = keys[next] {
      let distance = (next - start(of: moving)) & mask
      if distance >= (next - hole) & mask {
        (keys[hole], slots[hole]) = (moving, slots[next])
        hole = next
      }
      next = (next + 1) & mask
    }
    (keys[hole], slots[hole]) = (nil, nil)
    count -= 1
    return removed
  }

  private mutating func grow() {
    let old = zip(keys, slots)
    keys = Array(repeating: nil, count: slots.count * 2)
    slots = Array(repeating: nil, count: keys.count)
    for case (let key?, let entry?) in old {
      let position = position(of: key)
      keys[position] = key
      slots[position] = entry
    }
  }

  /// The position that holds the key, or the free slot for it.
  @inlinable
  func position(of key: Key) -> Int {
    let mask = keys.count - 1
    var position = start(of: key)
    while let taken = keys[position], taken != key { position = (position + 1) & mask }
    return position
  }

  /// The position at which the search for a key begins.
  @inlinable
  func start(of key: Key) -> Int { Int(truncatingIfNeeded: key.spread >> 32) & (keys.count - 1) }
}

/// A key of a ``ServiceTable``.
@usableFromInline
protocol ServiceTableKey: Equatable, Sendable {
  /// A hash; the high half is the well-mixed one.
  var spread: UInt64 { get }
}

extension ObjectIdentifier: ServiceTableKey {
  /// Fibonacci hashing, since an identity is an address: 2^64 divided by the golden ratio.
  @inlinable
  var spread: UInt64 { UInt64(UInt(bitPattern: self)) &* 0x9E37_79B9_7F4A_7C15 }
}

extension ServiceType: ServiceTableKey {
  /// The same over the type and the bytes of the qualifier.
  @usableFromInline
  var spread: UInt64 {
    guard let name = qualifier?.rawValue else { return id.spread }
    let mixed = name.utf8.withContiguousStorageIfAvailable {
      Self.mix(id.spread, UnsafeRawBufferPointer($0))
    }
    // Text that isn't ASCII can be equal without the same bytes.
    return (mixed ?? nil) ?? (id.spread ^ UInt64(UInt(bitPattern: name.hashValue)))
  }

  /// Mixes a hash with each eight bytes of a text; nil if it isn't ASCII.
  private static func mix(_ seed: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64? {
    var hash = seed ^ UInt64(bytes.count)
    var all: UInt64 = 0
    func add(_ word: UInt64) {
      all |= word
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    if bytes.count < 8 {
      add(bytes.reduce(0) { $0 << 8 | UInt64($1) })
    } else {
      for start in stride(from: 0, to: bytes.count, by: 8) {
        add(bytes.loadUnaligned(fromByteOffset: min(start, bytes.count - 8), as: UInt64.self))
      }
    }
    return all & 0x8080_8080_8080_8080 == 0 ? hash : nil
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
