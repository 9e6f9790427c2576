// SPDX-License-Identifier: Apache-2.0

/// The hash FNV-1a with 64 bits: the same in every process.
struct Hash64 {
  private(set) var value: UInt64 = 14_695_981_039_346_656_037

  /// The value as 16 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 1_099_511_628_211 }

  /// Adds a text and its end, so that two texts differ from one that joins them.
  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(0)
  }

  /// Returns the hash of a text alone.
  static func of(_ text: String) -> UInt64 {
    var hash = Hash64()
    for byte in text.utf8 { hash.add(byte) }
    return hash.value
  }
}
