// SPDX-License-Identifier: Apache-2.0

public import GantryText

/// Shared values by key: open addressing, grown when half full; a key that was seen stays.
struct ValueTable {
  /// The state of one key.
  struct Slot {
    var info: ValueInfo
    /// The provider's entry.
    var claim: (any ValueEntry)?
    /// The entry that hides that one.
    var override: (any ValueEntry)?
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]

    var entries: [any ValueEntry] { [claim, override].compactMap(\.self) }
  }

  private var identities: [ValueIdentity?] = Array(repeating: nil, count: 64)
  /// The readers' values, at the same places. They are separate from the slots, so that a read
  /// touches little memory.
  private var current: [(any ValueEntry)?] = Array(repeating: nil, count: 64)
  private var slots: [Slot?] = Array(repeating: nil, count: 64)
  private var count = 0

  /// Every key that was provided or watched, in no particular order.
  var all: [Slot] { slots.compactMap(\.self) }

  func entry(for identity: ValueIdentity) -> (any ValueEntry)? {
    current[position(of: identity)]
  }

  func slot(for identity: ValueIdentity) -> Slot? { slots[position(of: identity)] }

  /// Changes the state of a key, and returns the dropped entries.
  mutating func change(
    _ info: ValueInfo, _ body: (inout Slot) -> Void
  ) -> [any ValueEntry] {
    if (count + 1) * 2 > slots.count { grow() }
    let position = position(of: info.identity)
    if identities[position] == nil { count += 1 }
    var slot = slots[position] ?? Slot(info: info)
    // One declaration is enough to make the value sensitive.
    slot.info.isSensitive = slot.info.isSensitive || info.isSensitive
    let before = slot.entries
    body(&slot)
    identities[position] = info.identity
    slots[position] = slot
    current[position] = slot.override ?? slot.claim
    return before
  }

  private mutating func grow() {
    let old = self
    let capacity = slots.count * 2
    identities = Array(repeating: nil, count: capacity)
    current = Array(repeating: nil, count: capacity)
    slots = Array(repeating: nil, count: capacity)
    for case (let index, let identity?) in old.identities.enumerated() {
      let position = position(of: identity)
      identities[position] = identity
      current[position] = old.current[index]
      slots[position] = old.slots[index]
    }
  }

  /// The place that holds the key, or the free place for it.
  private func position(of identity: ValueIdentity) -> Int {
    let mask = identities.count - 1
    var position = Int(truncatingIfNeeded: identity.spread >> 32) & mask
    while let taken = identities[position], taken != identity { position = (position + 1) & mask }
    return position
  }
}

/// The properties that a key declares.
struct ValueInfo: Sendable {
  let identity: ValueIdentity
  let type: Any.Type
  var isSensitive: Bool

  init<Value>(_ key: SharedValueKey<Value>) {
    identity = key.identity
    type = Value.self
    isSensitive = key.isSensitive
  }

  var typeName: String { String(describing: type) }

  var name: String { identity.name.description }
}

/// A provided value whose type is known only to the code that reads it.
@usableFromInline
protocol ValueEntry: AnyObject, Sendable {
  var owner: ModuleName { get }
  /// The value as text; this calls a closure.
  var text: String? { get }
}

/// A provided value with its type.
@usableFromInline
final class ValueBox<Value: Sendable>: ValueEntry {
  @usableFromInline enum Source: Sendable {
    case value(Value?)
    case closure(@Sendable () -> Value?)
  }

  @usableFromInline let source: Source
  @usableFromInline let owner: ModuleName

  init(_ source: Source, owner: ModuleName) {
    self.source = source
    self.owner = owner
  }

  @inlinable var value: Value? {
    switch source {
    case .value(let value): value
    case .closure(let read): asked(read)
    }
  }

  /// The closure's value; nil when an outer call is already running it.
  @usableFromInline
  func asked(_ read: @Sendable () -> Value?) -> Value? {
    OpenRead.of(self, read) ?? nil
  }

  @usableFromInline var text: String? { value.map { String(describing: $0) } }
}

/// The identity of a key: its name, and the type of the value.
@usableFromInline
struct ValueIdentity: Hashable, Sendable {
  let name: StaticString
  let type: ObjectIdentifier

  @usableFromInline
  init(name: StaticString, type: ObjectIdentifier) {
    self.name = name
    self.type = type
  }

  @usableFromInline
  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.type == rhs.type
      && lhs.name.withUTF8Buffer { left in
        rhs.name.withUTF8Buffer { right in
          // A literal usually has one address; another image has a copy of it.
          left.count == right.count
            && (left.baseAddress == right.baseAddress || left.elementsEqual(right))
        }
      }
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(spread) }

  /// A hash of the first and last bytes, in which names that people choose differ.
  ///
  /// The keyed hash of a `Dictionary` guards against chosen keys, which cannot occur here. It takes
  /// as long as the rest of a read.
  var spread: UInt64 {
    // 2^64 divided by the golden ratio: Fibonacci hashing, where the high bits are well mixed.
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    return name.withUTF8Buffer { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var hash = UInt64(truncatingIfNeeded: raw.count)
      if raw.count < MemoryLayout<UInt64>.size {
        for byte in raw { hash = hash << 8 | UInt64(byte) }
      } else {
        hash &+= raw.loadUnaligned(as: UInt64.self)
        hash = hash &* factor
        let last = raw.count - MemoryLayout<UInt64>.size
        hash ^= raw.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      }
      return hash &* factor
    }
  }
}
