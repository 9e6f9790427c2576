// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Makes lines of bytes that come in pieces.
struct LineSplitter {
  /// A line without its end.
  struct Line: Sendable {
    /// The line's text; bytes that are not UTF-8 are repaired, so that it is refused as a URL
    /// instead of getting lost.
    let text: String
    /// Whether the line was longer than the limit, and its rest is gone.
    let isCut: Bool
  }

  /// The longest line that is kept, in bytes: far more than any URL.
  static let limit = 65_536

  private var rest: [UInt8] = []
  private var isCut = false

  /// Takes a piece.
  ///
  /// - Returns: The lines that it completes.
  /// - Complexity: O(*n*), where *n* is the size of the piece.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if rest.count < Self.limit {
        rest.append(byte)
      } else {
        isCut = true
      }
    }
    return lines
  }

  /// The line that lacks an end when there is no more; nil where there is none.
  mutating func end() -> Line? { rest.isEmpty ? nil : take() }

  private mutating func take() -> Line {
    defer {
      rest.removeAll(keepingCapacity: true)
      isCut = false
    }
    return Line(text: String(decoding: rest, as: UTF8.self), isCut: isCut)
  }
}
