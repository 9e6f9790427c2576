// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Finds the patterns that can match one path equally.
struct PatternClashes {
  /// Pairs of places in the list, the earlier first.
  private(set) var pairs: [(Int, Int)] = []
  /// The later of each pair.
  private(set) var losers: Set<Int> = []

  /// - Complexity: O(n), plus the square of the number of those that differ in kinds only.
  init(_ patterns: [PathPattern]) {
    // The first of each shape, and the others, of which there are hardly any.
    var firsts: [[UInt8]: Int] = [:]
    var others: [Int: [Int]] = [:]
    firsts.reserveCapacity(patterns.count)
    for (index, pattern) in patterns.enumerated() {
      let first = Self.first(of: Self.shape(of: pattern), index, &firsts)
      guard first != index else { continue }
      let earlier = [first] + others[first, default: []]
      if let other = earlier.first(where: { patterns[$0].clashes(with: pattern) }) {
        pairs.append((other, index))
        losers.insert(index)
      } else {
        others[first, default: []].append(index)
      }
    }
  }

  /// The first place that has a shape: a new one, where no other has it.
  private static func first(of shape: [UInt8], _ index: Int, _ firsts: inout [[UInt8]: Int]) -> Int
  {
    func note(_ first: inout Int?) -> Int {
      if let first { return first }
      first = index
      return index
    }
    return note(&firsts[shape])
  }

  /// The literals and the ranks of the others: the same for all that can clash.
  private static func shape(of pattern: PathPattern) -> [UInt8] {
    var shape: [UInt8] = []
    shape.reserveCapacity(32)
    for segment in pattern.segments {
      // No literal contains the byte 0, so that no two shapes read alike by chance.
      shape += [0, UInt8(segment.rank)]
      if case .literal(let text) = segment { shape += text.utf8 }
    }
    return shape
  }
}
