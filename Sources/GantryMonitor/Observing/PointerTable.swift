// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A table from identities to values: linear probing over the address.
///
/// A dictionary hashes so that an attacker can't choose colliding keys; addresses aren't chosen,
/// and a lookup happens in each observed call.
struct PointerTable<Value: AnyObject> {
  private var keys: [UInt] = []
  private var values: [Value?] = []
  private(set) var count = 0

  /// The value of a key; nil when it is not there.
  subscript(id: ObjectIdentifier) -> Value? {
    guard !keys.isEmpty else { return nil }
    let key = UInt(bitPattern: id)
    var position = home(of: key)
    while keys[position] != 0 {
      if keys[position] == key { return values[position] }
      position = (position + 1) & (keys.count - 1)
    }
    return nil
  }

  /// All values, in no order that means anything.
  var all: [Value] { values.compactMap(\.self) }

  /// Calls a closure with each value, in no order that means anything.
  func forEach(_ body: (Value) -> Void) {
    for case let value? in values { body(value) }
  }

  /// Adds a value, or replaces the one that is there.
  mutating func insert(_ value: Value, for id: ObjectIdentifier) {
    if (count + 1) * 2 > keys.count { rebuild(capacity: max(8, keys.count * 2)) { _ in true } }
    place(value, UInt(bitPattern: id))
  }

  /// Removes values.
  mutating func removeAll(where isRemoved: (Value) -> Bool) {
    rebuild(capacity: keys.count) { !isRemoved($0) }
  }

  private func home(of key: UInt) -> Int {
    // Objects are at multiples of 16; a multiplication spreads the differing bits (Knuth, 6.4).
    Int(truncatingIfNeeded: (key >> 4) &* 0x9E37_79B9 >> 12) & (keys.count - 1)
  }

  private mutating func rebuild(capacity: Int, keeping isKept: (Value) -> Bool) {
    let old = zip(keys, values)
    keys = Array(repeating: 0, count: capacity)
    values = Array(repeating: nil, count: capacity)
    count = 0
    for case (let key, let value?) in old where isKept(value) { place(value, key) }
  }

  private mutating func place(_ value: Value, _ key: UInt) {
    var position = home(of: key)
    while keys[position] != 0, keys[position] != key {
      position = (position + 1) & (keys.count - 1)
    }
    if keys[position] == 0 { count += 1 }
    keys[position] = key
    values[position] = value
  }
}
