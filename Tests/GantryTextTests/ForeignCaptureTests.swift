// SPDX-License-Identifier: Apache-2.0

import GantryText
import Testing

@Suite struct ForeignCaptureTests {
  @Test(arguments: [
    ("{id}", 0, ":id", "%7B"), ("<id>", 0, ":id", "%3C"), ("<int:id>", 0, ":id", "%3C"),
    ("[id]", 0, ":id", "%5B"), ("[...slug]", 0, "*slug", "%5B"), ("[[...slug]]", 0, "*slug", "%5B"),
    ("{path*}", 0, "*path", "%7B"), ("(\\d+)", 0, ":name", "%28"), ("(.*)", 0, "*rest", "%28"),
    ("user_:name", 5, ":name", "%3A"), ("a*", 1, "*rest", "%2A"),
    ("files-*rest", 6, "*rest", "%2A"),
    ("{}", 0, ":name", "%7B"), ("{2fa}", 0, ":fa", "%7B"), ("größe{a}", 7, ":a", "%7B"),
    ("x]", 1, ":name", "%5D"), ("<größe>", 0, ":größe", "%3C"),
  ])
  func `another router's capture is explained in this router's syntax`(
    segment: String, offset: Int, instead: String, escape: String
  ) throws {
    let capture = try #require(ForeignCapture(in: segment.utf8))
    #expect(capture.offset == offset)
    #expect(capture.instead == instead)
    #expect(capture.escape == escape)
  }

  @Test(arguments: ["", "orders", "größe", "a.b-c_d~e", "%7Bid%7D", "$id", "@me", "a=b;c", "a+b,c"])
  func `a plain segment is not a foreign capture`(segment: String) {
    #expect(ForeignCapture(in: segment.utf8) == nil)
  }

  @Test func `the message names both fixes`() {
    #expect(
      ForeignCapture.words("{id}", instead: ":id", escape: "%7B")
        == "a capture is a whole segment, written :id, not {id}; for the character itself, write "
        + "%7B")
  }
}
