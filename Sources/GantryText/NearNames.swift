// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Finds names that were probably meant.
package enum NearNames {
  /// The longest word, in bytes, for which others are looked for, and the longest that is near.
  package static let lengthLimit = 200

  /// The names that are close to a word, nearest first, ties by name; at most three.
  ///
  /// - Parameters:
  ///   - word: What somebody wrote.
  ///   - names: What there is; the word itself is no answer.
  /// - Returns: Names that differ in at most a third of the word's letters.
  /// - Complexity: One edit distance for each name of similar length; of many words, search with
  ///   a ``NearNameSearch``.
  package static func of(_ word: String, among names: some Sequence<String>) -> [String] {
    guard word.utf8.count <= lengthLimit else { return [] }
    let folded = Array(word.lowercased().utf8)
    let limit = max(1, folded.count / 3)
    var found: [(distance: Int, name: String)] = []
    var seen: Set<String> = [word]
    for name in names where name.utf8.count <= 2 * lengthLimit {
      let other = Array(name.lowercased().utf8)
      // A name inside its module (`Orders.open` for `open`) is near however long the module is.
      let isMember =
        other.count > folded.count
        && other.suffix(folded.count + 1) == [UInt8(ascii: ".")] + folded
      guard isMember || abs(other.count - folded.count) <= limit else { continue }
      let distance = isMember ? 0 : self.distance(folded, other, limit: limit)
      if distance <= limit, seen.insert(name).inserted { found.append((distance, name)) }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return found.prefix(3).map(\.name)
  }

  /// The edit distance that counts a swap of two neighbours as one (optimal string alignment).
  ///
  /// - Parameters:
  ///   - first: A word.
  ///   - second: Another one.
  ///   - limit: What is further apart may be answered with any number above this.
  static func distance(_ first: [UInt8], _ second: [UInt8], limit: Int = .max) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 0..<first.count {
      var next = [row + 1]
      for column in 0..<second.count {
        let same = first[row] == second[column]
        var best = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        next.append(best)
      }
      // Later rows are no nearer than the two before them.
      if row > 0, min(last.min() ?? 0, next.min() ?? 0) > limit { return .max }
      (beforeLast, last) = (last, next)
    }
    return last[second.count]
  }
}
