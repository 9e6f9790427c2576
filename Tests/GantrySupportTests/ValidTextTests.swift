// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantrySupport
import Testing

@Suite struct ValidTextTests {
  @Test(
    arguments: [
      ([], ""), ([0x61, 0xC3, 0xA4], "aä"), ([0xEF, 0xBF, 0xBD], "\u{FFFD}"), ([0xC3], nil),
      ([0x61, 0xFF], nil), ([0xED, 0xA0, 0x80], nil),
    ] as [([UInt8], String?)]) func `bytes that aren't UTF-8 are no text`(
      bytes: [UInt8], text: String?
    )
  {
    #expect(String(utf8: bytes) == text)
  }

  @Test func `a strict URL isn't repaired`() {
    #expect(URL(strict: "shop://a b") == nil)
    #expect(URL(strict: "shop://a%20b")?.scheme == "shop")
  }
}
