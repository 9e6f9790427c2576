// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct WordingExcerptTests {
  @Test(arguments: [
    ("plain", "plain"), ("Grüße 👩‍👧", "Grüße 👩‍👧"), ("a\nb\u{1B}[2J\0", #"a\nb\u{1B}[2J\0"#),
    ("a\u{2028}b\u{202E}c\u{2066}", #"a\u{2028}b\u{202E}c\u{2066}"#),
  ])
  func `a text shows its control characters`(text: String, excerpt: String) {
    #expect(Wording.excerpt(text) == excerpt)
  }

  @Test func `a long text is cut`() {
    let text = String(repeating: "x", count: 201)
    #expect(Wording.excerpt(text) == text.dropLast() + "…")
  }
}
