// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import Testing

@Suite struct TextTableTests {
  @Test func `columns are as wide as their longest cell, and numbers are right-aligned`() {
    var table = TextTable(["task", "ran", ""], numeric: [1])
    table.add(["open", "3.0 ms", "main"])
    table.add(["größe 🚀", "12.5 ms", ""])
    table.add(["short"])
    table.add(["", "1", "x", "more"])
    #expect(
      table.text == """
        task         ran
        open      3.0 ms  main
        größe 🚀  12.5 ms
        short
                       1  x     more
        """)
  }

  @Test func `a table without rows is only its header`() {
    #expect(TextTable(["a", "b"]).text == "a  b")
    #expect(TextTable([]).text == "")
  }
}
