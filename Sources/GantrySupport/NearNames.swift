// SPDX-License-Identifier: Apache-2.0

/// Finds the names that a misspelled name was probably meant to be.
package enum NearNames {
  /// The length limit in bytes, for a word to search for and for the names that it finds.
  package static let lengthLimit = 200

  /// Returns the names that are close to a word, nearest first, ties by name; at most three.
  ///
  /// - Parameters:
  ///   - word: The name as it was written.
  ///   - names: The names that exist; the word itself is left out.
  /// - Returns: Names that differ in at most a third of the word's letters.
  /// - Complexity: O(n) in the letters of all names, plus one edit distance for each name of
  ///   similar length and letters. For many words, use a ``NearNameSearch``.
  package static func of(_ word: String, among names: some Sequence<String>) -> [String] {
    guard word.utf8.count <= lengthLimit else { return [] }
    let folded = Array(word.lowercased().utf8)
    let limit = max(1, folded.count / 3)
    var found: [(distance: Int, name: String)] = []
    var seen: Set<String> = [word]
    var letters = LetterBalance(folded)
    for name in names where name.utf8.count <= 2 * lengthLimit {
      let other = Array(name.lowercased().utf8)
      // A name inside a module (`Orders.open` for `open`) is near, however long the module's name
      // is.
      let isMember =
        other.count > folded.count
        && other.suffix(folded.count + 1) == [UInt8(ascii: ".")] + folded
      guard isMember || abs(other.count - folded.count) <= limit && letters.least(other) <= limit
      else { continue }
      let distance = isMember ? 0 : self.distance(folded, other, limit: limit)
      if distance <= limit, seen.insert(name).inserted { found.append((distance, name)) }
    }
    found.sort { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return found.prefix(3).map(\.name)
  }

  /// Returns the edit distance that counts a swap of two neighbors as one edit (optimal string
  /// alignment).
  ///
  /// - Parameters:
  ///   - first: A word.
  ///   - second: Another word.
  ///   - limit: The largest distance of interest. For words further apart, any number above it may
  ///     be returned.
  package static func distance(
    _ first: [UInt8], _ second: [UInt8], limit: Int = .max
  ) -> Int {
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
      // Later rows are never nearer than the two before them.
      if row > 0, min(last.min() ?? 0, next.min() ?? 0) > limit { return .max }
      (beforeLast, last) = (last, next)
    }
    return last[second.count]
  }
}

/// The number of times that each byte occurs in a word: a cheap bound for edit distances.
private struct LetterBalance {
  private let count: Int
  private var balance = [Int](repeating: 0, count: 256)

  init(_ word: [UInt8]) {
    count = word.count
    for byte in word { balance[Int(byte)] += 1 }
  }

  /// Returns the smallest edit distance to another word that the letters allow, in any order.
  mutating func least(_ other: [UInt8]) -> Int {
    var surplus = 0
    for byte in other {
      if balance[Int(byte)] <= 0 { surplus += 1 }
      balance[Int(byte)] -= 1
    }
    for byte in other { balance[Int(byte)] += 1 }
    return max(surplus, count - (other.count - surplus))
  }
}

/// Finds near names for many words among the same names, with bounded work.
///
/// When thousands of names are wrong, a reader corrects the first few and tries again. So only the
/// first ``wordLimit`` different words get near names.
package struct NearNameSearch {
  /// The number of different words to search for.
  package static let wordLimit = 20

  /// The number of words compared with all names so far.
  package private(set) var searches = 0
  private let names: [String]
  private var found: [String: [String]] = [:]

  /// Creates a search among some names.
  ///
  /// - Parameter names: The names that exist.
  package init(_ names: some Sequence<String>) { self.names = Array(names) }

  /// Returns the names that are close to a word, as ``NearNames/of(_:among:)`` finds them.
  ///
  /// - Parameters:
  ///   - word: The name as it was written.
  ///   - own: A name to leave out.
  /// - Returns: The near names; empty once ``wordLimit`` other words have been searched for.
  package mutating func near(_ word: String, except own: String = "") -> [String] {
    if found[word] == nil {
      guard searches < Self.wordLimit else { return [] }
      searches += 1
      found[word] = NearNames.of(word, among: names)
    }
    return found[word, default: []].filter { $0 != own }
  }
}
