// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A set of numbers for each number: a bit for each pair, since a set of a few bytes for each pair
/// of a thousand modules would be large.
struct BitTable {
  private let width: Int
  private var words: [UInt64]

  /// Makes empty sets of the numbers below a number, one for each of them.
  init(_ count: Int) {
    width = (count + 63) / 64
    words = Array(repeating: 0, count: count * width)
  }

  /// Whether a set has a number.
  func contains(_ number: Int, in row: Int) -> Bool {
    words[row * width + number / 64] & (1 << UInt64(number % 64)) != 0
  }

  /// Adds a number to a set.
  mutating func insert(_ number: Int, into row: Int) {
    words[row * width + number / 64] |= 1 << UInt64(number % 64)
  }

  /// Adds all of one set to another.
  mutating func addRow(_ other: Int, to row: Int) {
    for word in 0..<width { words[row * width + word] |= words[other * width + word] }
  }
}
