// SPDX-License-Identifier: Apache-2.0

import GantrySupport
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
    let capture = try #require(ForeignCapture(in: segment.utf8, isLast: false))
    #expect(capture.offset == offset)
    #expect(capture.instead == instead)
    #expect(capture.advice == "for the character itself, write \(escape)")
  }

  private static let type = "the type of its parameter decides which texts match"
  private static let optional =
    "an optional value is a query item, or there are two routes, one without it"
  private static let parts = "or with one capture, whose text your code takes apart"
  private static let rest = "it takes one or more segments"
  private static let last = "only the last segment can be one"

  @Test(arguments: [
    (":id(\\d+)", true, 3, ":id", type), (":id(\\d+)?", true, 3, ":id", type),
    (":id<int>", false, 3, ":id", type), (":id{[0-9]+}", false, 3, ":id", type),
    (":id[0-9]", false, 3, ":id", type), (":x?", true, 2, ":x", optional),
    (":größe?", false, 8, ":größe", optional), (":x-:y", true, 2, ":x/:y", parts),
    (":lat,:lng,:zoom", true, 4, ":lat/:lng/:zoom", parts), (":a:b", false, 2, ":a/:b", parts),
    (":file.json", true, 5, ":file", "its text has all that is in the segment"),
    (":name.:ext", true, 5, ":name", "its text has all that is in the segment"),
    (":path*", true, 5, "*path", rest), (":path+", true, 5, "*path", rest),
    (":path*", false, 5, "*path", last), ("*", true, 0, "*rest", rest),
    ("*", false, 0, ":name", "only the last segment can be the rest"),
    ("**", true, 0, "*rest", rest), ("**", false, 0, "*rest", last),
    ("**path", true, 0, "*path", rest),
  ])
  func `what other routers write around a capture is explained`(
    segment: String, isLast: Bool, offset: Int, instead: String, advice: String
  ) throws {
    let capture = try #require(ForeignCapture(in: segment.utf8, isLast: isLast))
    #expect(capture.offset == offset)
    #expect(capture.instead == instead)
    #expect(capture.advice == advice)
  }

  @Test(arguments: [
    ":id", "*rest", ":", ":7", ":order-id", ":b c", ":🚲", "*7", ":id?tab", ":id?tab=:x", "*a b",
    "**7", ":größe", ":x-:", ":x-:7y?",
  ])
  func `a capture, and what no router reads, is not a foreign capture`(segment: String) {
    for isLast in [true, false] {
      #expect(ForeignCapture(in: segment.utf8, isLast: isLast) == nil)
    }
  }

  @Test(arguments: ["", "orders", "größe", "a.b-c_d~e", "%7Bid%7D", "$id", "@me", "a=b;c", "a+b,c"])
  func `a plain segment is not a foreign capture`(segment: String) {
    #expect(ForeignCapture(in: segment.utf8, isLast: true) == nil)
  }

  @Test func `the message names both fixes`() {
    #expect(
      ForeignCapture.words(
        "{id}", instead: ":id", advice: "for the character itself, write %7B")
        == "a capture is a whole segment, written :id, not {id}; for the character itself, write "
        + "%7B")
  }
}
