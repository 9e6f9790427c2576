// SPDX-License-Identifier: Apache-2.0

/// Rows of the table of methods, by the words of their selectors.
///
/// A name has one address in the Objective-C runtime, so no text is hashed or compared. The system asks
/// for many methods each time it is given a delegate: a search takes no lock and allocates nothing.
package struct SelectorTable: Sendable {
  /// The words, each at its place or behind it; zero where there is none, as no selector is.
  private let words: ContiguousArray<UInt>
  /// The rows, at the places of their words.
  private let rows: ContiguousArray<DelegateMethodRow?>
  private let bits: Int

  /// Makes it of rows and the words of their selectors; of two with one word, the first counts.
  package init(_ pairs: [(word: UInt, row: DelegateMethodRow)]) {
    // At most a quarter is taken, so that words seldom lie far from their places.
    let bits = Int.bitWidth - (max(1, pairs.count) * 4 - 1).leadingZeroBitCount
    var words = ContiguousArray<UInt>(repeating: 0, count: 1 << bits)
    var rows = ContiguousArray<DelegateMethodRow?>(repeating: nil, count: words.count)
    for (word, row) in pairs where word != 0 {
      var place = Self.place(word, bits)
      while words[place] != 0, words[place] != word { place = (place + 1) & (words.count - 1) }
      guard words[place] == 0 else { continue }
      words[place] = word
      rows[place] = row
    }
    self.words = words
    self.rows = rows
    self.bits = bits
  }

  /// The row of a selector; nil for a method that is not in the table.
  package subscript(_ word: UInt) -> DelegateMethodRow? {
    var place = Self.place(word, bits)
    while words[place] != 0 {
      if words[place] == word { return rows[place] }
      place = (place + 1) & (words.count - 1)
    }
    return nil
  }

  /// By multiplication with the golden ratio, which spreads addresses that lie side by side.
  private static func place(_ word: UInt, _ bits: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(word) &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }
}
