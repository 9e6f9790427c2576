// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct WordingCountTests {
  @Test(arguments: [
    (0, "0 modules", "0 launches"), (1, "1 module", "1 launch"), (2, "2 modules", "2 launches"),
  ])
  func `a noun after a number is plural unless the number is 1`(
    number: Int, regular: String, other: String
  ) {
    #expect(number.counted("module") == regular)
    #expect(number.counted("launch", "launches") == other)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1_000, "1,000"), (-1_000, "-1,000"), (12_345, "12,345"),
    (1_000_000, "1,000,000"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `a number has a comma before each three digits`(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}
