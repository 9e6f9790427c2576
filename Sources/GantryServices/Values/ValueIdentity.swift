// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
          // One literal is mostly one address; in another image it is a copy.
          left.count == right.count
            && (left.baseAddress == right.baseAddress || left.elementsEqual(right))
        }
      }
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(spread) }

  /// A hash of the first and the last bytes, which differ in names that people choose.
  ///
  /// The keyed hash of a `Dictionary` guards against chosen keys, which cannot occur here, and
  /// takes as long as all the rest of a read.
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
