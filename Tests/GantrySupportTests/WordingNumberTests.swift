// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

/// Numbers and names as in every message.
@Suite struct WordingNumberTests {
  @Test(
    arguments: [
      (0, 0, "0"), (0, 2, "0.00"), (0.5, 0, "1"), (1.25, 1, "1.3"), (2.34567, 3, "2.346"),
      (-0.004, 2, "0.00"), (-0.006, 2, "-0.01"), (-1.5, 0, "-2"), (0.05, 1, "0.1"),
      (12_345.678, 2, "12345.68"), (9.999, 2, "10.00"), (1e16, 2, "1e+16"), (.infinity, 1, "inf"),
      (-.infinity, 1, "-inf"), (.nan, 1, "nan"), (1e15, 0, "1000000000000000"),
      (9_007_199_254_740_992, 0, "9007199254740992"), (1e14, 2, "100000000000000.0"),
    ] as [(Double, Int, String)])
  func `a number has a fixed count of decimals`(value: Double, decimals: Int, text: String) {
    #expect(Wording.number(value, decimals: decimals) == text)
  }

  @Test(arguments: 0...4)
  func `a number is rounded to its decimals`(decimals: Int) throws {
    var unit = 1.0
    for _ in 0..<decimals { unit /= 10 }
    for step in -2_000...2_000 {
      let value = Double(step) * 0.037_13
      let text = Wording.number(value, decimals: decimals)
      let read = try #require(Double(text), "\(value)")
      #expect(abs(read - value) <= unit / 2 + 1e-9, "\(value): \(text)")
      let places = text.split(separator: ".").dropFirst().first?.count ?? 0
      #expect(places == decimals, "\(value): \(text)")
      #expect(text.hasPrefix("-") == (read < 0), "\(value): \(text)")
    }
  }

  @Test(arguments: [
    ("b", "a", false), ("a", "b", true), ("a", "a", false), ("a", "ab", true), ("", "a", true),
    ("Z", "a", true), ("z", "ä", true), ("ä", "z", false), ("A10", "A9", true),
    ("\u{FFFF}", "\u{10000}", true), ("e\u{301}", "f", true), ("é", "f", false),
  ])
  func `names are sorted by Unicode scalars`(one: String, other: String, isFirst: Bool) {
    #expect(one.precedes(other) == isFirst)
    #expect((ModuleName(one) < ModuleName(other)) == isFirst)
    let scalars = one.unicodeScalars.lexicographicallyPrecedes(other.unicodeScalars)
    #expect(scalars == isFirst)
  }
}
