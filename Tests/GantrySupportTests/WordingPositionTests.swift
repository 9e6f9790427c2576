// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct WordingPositionTests {
  @Test(arguments: [
    ("Invalid value around character 5.", "{\n a: x", "Invalid value near line 2, column 4"),
    ("Invalid value around character 0.", "x", "Invalid value near line 1, column 1"),
    ("Bad around character 2.", "ä x", "Bad near line 1, column 2"),
    ("Unexpected end of file.", "{\n\"a\": 1 \n\n", "Unexpected end of file near line 2, column 7"),
    ("Unexpected end of file.", "", "Unexpected end of file near line 1, column 1"),
    (
      "Bad UTF-8 1 bytes starting from character 2.", "[\n1",
      "Bad UTF-8 1 bytes near line 2, column 1"
    ),
    ("Number 1e999 is not so.", "[\n1e999]", "Number 1e999 is not so near line 2, column 1"),
    ("Number 1e999 is not so.", "[]", "Number 1e999 is not so."),
    ("Bad around character 9.", "x", "Bad around character 9."),
    ("Bad around character x.", "x", "Bad around character x."),
  ])
  func `a parser's position becomes a line and a column`(
    message: String, text: String, said: String
  ) {
    #expect(Wording.positioned(message, in: Array(text.utf8)) == said)
  }
}
