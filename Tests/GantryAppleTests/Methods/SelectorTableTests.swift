// SPDX-License-Identifier: Apache-2.0

@testable import GantryApple
import Testing

@Suite struct SelectorTableTests {
  private let rows = DelegateMethodRow.all(of: .uiKit)

  /// Words like the runtime's: adjacent addresses, numbers, and words far apart.
  @Test(arguments: [0x1_0400_2000 as UInt, 1, 0xFFFF_FFFF_F000_0000], [1, 8, 4096] as [UInt])
  func `each row is found by its word only`(first: UInt, step: UInt) {
    let words = rows.indices.map { first &+ UInt($0) &* step }
    let table = SelectorTable(zip(words, rows).map { ($0, $1) })
    for (word, row) in zip(words, rows) { #expect(table[word] === row) }
    for word in 1...1000 as ClosedRange<UInt> {
      let other = first &- word &* step
      #expect((table[other] == nil) == !words.contains(other))
    }
    #expect(table[0] == nil)
  }

  @Test func `the first of two rows with one word counts, and zero finds no row`() {
    let table = SelectorTable([(7, rows[0]), (7, rows[1]), (0, rows[2])])
    #expect(table[7] === rows[0])
    #expect(table[0] == nil)
    #expect(SelectorTable([])[7] == nil)
  }
}
