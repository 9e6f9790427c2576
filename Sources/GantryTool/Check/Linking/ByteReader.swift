// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation

/// Reads little-endian numbers and texts from bytes; missing ones are nil or empty.
struct ByteReader {
  private let bytes: Data

  init(_ bytes: Data) { self.bytes = bytes }

  /// The number that begins at an offset.
  func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    let size = MemoryLayout<Number>.size
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }

  /// A 64-bit number that is an offset or a size in the file.
  func offset(at offset: Int) -> Int? {
    guard let number = number(UInt64.self, at: offset), number <= bytes.count else { return nil }
    return Int(number)
  }

  /// The text from an offset to the next zero byte.
  func text(at offset: Int) -> String {
    guard offset >= 0, offset < bytes.count else { return "" }
    return bytes.withUnsafeBytes {
      String(decoding: $0[offset...].prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
