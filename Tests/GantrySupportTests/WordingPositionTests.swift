// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct WordingPositionTests {
  @Test(arguments: [
    ("Invalid value around character 5.", "{\n a: x", "Invalid value near line 2, column 4"),
    ("Invalid value around character 0.", "x", "Invalid value near line 1, column 1"),
    ("Bad around character 2.", "ä x", "Bad near line 1, column 2"),
    ("Unexpected end of file.", "{", "Unexpected end of file."),
    ("Bad around character 9.", "x", "Bad around character 9."),
    ("Bad around character x.", "x", "Bad around character x."),
  ])
  func `a parser's position becomes a line and a column`(
    message: String, text: String, said: String
  ) {
    #expect(Wording.positioned(message, in: Array(text.utf8)) == said)
  }
}
