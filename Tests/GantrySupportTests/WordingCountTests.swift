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
}
