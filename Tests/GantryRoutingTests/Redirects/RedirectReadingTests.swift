// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

/// Maps that are read, or refused with their first mistake.
@Suite struct RedirectReadingTests {
  @Test func `entries are listed in the map's order, gone paths last`() throws {
    let entries = try RouteRedirectsTests.redirects(RouteRedirectsTests.map).entries
    #expect(
      entries.map(\.keyPath)
        == (0..<13).map { "redirects[\($0)]" } + (0..<3).map { "gone[\($0)]" })
    #expect(entries[0].from.path.description == "old/:id")
    #expect(entries[0].to?.description == "orders/:id")
    #expect(entries[13].to == nil)
  }

  @Test(arguments: [#"{"redirects": []}"#, #"{"gone": [], "redirects": []}"#])
  func `a map may be empty`(json: String) throws {
    #expect(try RouteRedirectsTests.redirects(json).entries.isEmpty)
  }

  @Test(arguments: [
    (#"[]"#, "it isn't an object"),
    (#"{}"#, "redirects is missing"),
    (#"{"redirects": {}}"#, "redirects isn't an array"),
    (#"{"redirects": null}"#, "redirects isn't an array"),
    (
      #"{"redirect": [], "redirects": []}"#,
      #"it has an unknown key "redirect", which is similar to redirects"#
    ),
    (#"{"redirects": [7]}"#, "redirects[0] isn't an object"),
    (#"{"redirects": [{"from": "a"}]}"#, "redirects[0].to is missing"),
    (#"{"redirects": [{"from": "a", "to": 7}]}"#, "redirects[0].to isn't a text"),
    (
      #"{"redirects": [{"from": "a", "to": "b", "form": "c"}]}"#,
      #"redirects[0] has an unknown key "form", which is similar to from"#
    ),
    (#"{"redirects": [], "gone": [["a"]]}"#, "gone[0] isn't a text"),
    (
      #"{"redirects": [{"from": "a", "to": "b", "to": "c"}]}"#,
      #"the key "to" occurs twice in one object, on line 1"#
    ),
    (
      "{\n\"redirects\": [],\n\"redirects\": []}",
      #"the key "redirects" occurs twice in one object, on line 3"#
    ),
  ])
  func `a map of another shape is refused`(json: String, reason: String) {
    #expect(throws: RouteError.invalidRedirects(reason: reason)) {
      try RouteRedirectsTests.redirects(json)
    }
  }

  private static let origins =
    "isn't a path, or a URL with an app's own scheme or with https and a host"

  private static let mistakes = [
    ("a//b", "c", #"redirects[0].from isn't a pattern: a segment may not be empty: "a//b""#),
    ("a", "../x", #"redirects[0].to isn't a pattern: segments . and .. are not allowed: "../x""#),
    ("a/:x", "b/:y", #"redirects[0] uses :y in "to", which "from" does not capture"#),
    ("a/:x", "b/*x", #"redirects[0] uses *x in "to", which "from" does not capture"#),
    ("a/*x", "b/:x", #"redirects[0] uses :x in "to", which "from" does not capture"#),
    ("a?x", "b/*x", #"redirects[0] uses *x in "to", which "from" does not capture"#),
    ("a/:x?x", "b", "redirects[0].from has two captures named x"),
    (
      "a?x&x", "b", #"redirects[0].from isn't a pattern: two captures are named x: "a?x&x""#
    ),
    ("http://a/b", "c", #"redirects[0].from \#(origins): "http://a/b""#),
    ("https:///b", "c", #"redirects[0].from \#(origins): "https:///b""#),
    ("https://a:443/b", "c", #"redirects[0].from \#(origins): "https://a:443/b""#),
    (
      "a/{id}", "b",
      "redirects[0].from isn't a pattern: a capture is a whole segment, written :id, not {id}; for"
        + #" the character itself, write %7B: "a/{id}""#
    ),
    (
      "a/:x", "b?c=:y", #"redirects[0] uses :y in "to", which "from" does not capture"#
    ),
    ("a/:x", "b?c=*x", #"redirects[0] uses *x in "to", which "from" does not capture"#),
    ("a/*x", "b?c=:x", #"redirects[0] uses :x in "to", which "from" does not capture"#),
    (
      "a/:x", "b?:x",
      #"redirects[0].to has a query item without a name: write x=:x: "b?:x""#
    ),
    ("a", "b?=c", #"redirects[0].to has a query item without a name: "b?=c""#),
    (
      "a", "b#c",
      #"redirects[0].to has a fragment, which no target can have; write %23 for #: "b#c""#
    ),
    (
      "a/:x", "b?c=user_:x",
      "redirects[0].to isn't a pattern: a capture is a whole segment, written :x, not user_:x; for"
        + #" the character itself, write %3A: "b?c=user_:x""#
    ),
    (
      "a/:x", "b?c=:x/d",
      #"redirects[0].to has a capture that is only a part of a value: "b?c=:x/d""#
    ),
    (
      "a", "b?c=%zz",
      "redirects[0].to has a wrong query: a percent sign needs two hexadecimal digits; write %25 for"
        + #" the sign itself: "b?c=%zz""#
    ),
    (
      "a", "b?c=%00",
      #"redirects[0].to has a wrong query: a control character is not allowed: "b?c=%00""#
    ),
    (
      "a", "https://shop.example/b",
      "redirects[0].to isn't a pattern: a pattern is a path: leave the scheme and the host out:"
        + #" "https://shop.example/b""#
    ),
  ]

  @Test(arguments: mistakes)
  func `a redirect that cannot be followed is refused`(from: String, to: String, reason: String) {
    #expect(throws: RouteError.invalidRedirects(reason: reason)) {
      try RouteRedirectsTests.redirects([(from: from, to: to)])
    }
  }

  @Test(arguments: ["a?x=1", "a?pid=:id", "a?:x", "a?x/y", "a?1", "a?x#y", "a?%20"])
  func `a query that isn't names is refused`(from: String) {
    let error = #expect(throws: RouteError.self) {
      try RouteRedirectsTests.redirects([(from: from, to: "b")])
    }
    #expect("\(error, default: "")".contains("redirects[0].from isn't a pattern: "))
  }

  @Test(
    arguments: [
      ([("a/:x", "b"), ("a/:y", "c")], "a/:x"), ([("a?x", "b"), ("/a/", "c")], "a"),
      ([("shop://A/b", "c"), ("shop://a/b", "d")], "a/b"),
      ([("https://A.example/", "c"), ("https://a.example", "d")], "/"),
    ] as [([(from: String, to: String)], String)])
  func `entries for the same paths clash`(entries: [(from: String, to: String)], pattern: String) {
    let reason = "redirects[1] covers the same paths as redirects[0], \(pattern)"
    #expect(throws: RouteError.invalidRedirects(reason: reason)) {
      try RouteRedirectsTests.redirects(entries)
    }
  }

  @Test func `entries of different schemes and hosts don't clash`() throws {
    let entries = [
      (from: "a", to: "b"), (from: "shop://a", to: "b"), (from: "bazaar://a", to: "b"),
      (from: "https://old.example/a", to: "b"), (from: "https://shop.example/a", to: "b"),
    ]
    #expect(try RouteRedirectsTests.redirects(entries).entries.count == entries.count)
  }

  @Test(arguments: [
    ("", "the file is empty"), ("{\n  \"gone\": x}", "near line 2, column "),
    ("nonsense", "near line 1, column "), (#"{"redirects": [}"#, "near line 1, column "),
  ])
  func `a text that isn't JSON is refused with its line`(json: String, words: String) throws {
    let error = #expect(throws: RouteError.self) { try RouteRedirectsTests.redirects(json) }
    #expect(try #require(error).description.contains(words))
  }

  @Test func `bytes that aren't UTF-8, and great depth, are refused`() {
    #expect(throws: RouteError.self) {
      try RouteRedirects(json: Data([0x22, 0xFF, 0xFE, 0x22]))
    }
    let json = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(throws: RouteError.self) { try RouteRedirectsTests.redirects(json) }
  }

  @Test func `a map over the limit is refused with its size`() throws {
    let text = #"{"redirects": []}"#
    let large = Data((text + String(repeating: " ", count: 1_000_001 - text.utf8.count)).utf8)
    let reason = "it has 1000001 bytes, and the limit is 1000000. Raise the limit if it is right"
    #expect(throws: RouteError.invalidRedirects(reason: reason)) { try RouteRedirects(json: large) }
    #expect(try RouteRedirects(json: large, limit: 1_000_001).entries.isEmpty)
  }

  @Test func `messages are short and have no control characters`() throws {
    let long = String(repeating: "x", count: 300_000)
    let forged = #"\u001B[2J\u0000\n\u202E"#
    let maps = [
      #"{"redirects": [], "\#(long)": 1}"#, #"{"redirects": [{"from": "\#(long)", "to": "a"}]}"#,
      #"{"redirects": [{"from": "a//\#(long)", "to": "a"}]}"#,
      #"{"redirects": [{"from": "ftp://\#(long)", "to": "a"}]}"#,
      #"{"redirects": [{"from": "a", "to": ":\#(long)"}]}"#,
      #"{"redirects": [{"from": "a?\#(long)", "to": "b"}, {"from": "a?\#(long)", "to": "b"}]}"#,
      #"{"redirects": [], "\#(forged)": 1}"#,
      #"{"redirects": [{"from": "\#(forged)", "to": "a"}]}"#,
      #"{"redirects": [{"from": "a//\#(forged)", "to": "a"}]}"#,
      #"{"redirects": [{"from": "a?\#(forged)", "to": "a"}]}"#,
      #"{"redirects": [{"from": "ftp://\#(forged)", "to": "a"}]}"#,
      #"{"redirects": [{"from": "a", "to": "\#(forged)"}]}"#,
      #"{"redirects": [{"from": "\u202Ea", "to": "b"}, {"from": "\u202Ea", "to": "b"}]}"#,
      #"{"\#(forged)": 1, "\#(forged)": 1, "redirects": []}"#,
    ]
    for map in maps {
      let error = #expect(throws: RouteError.self) { try RouteRedirectsTests.redirects(map) }
      let text = try #require(error).description
      #expect(text.utf8.count < 1_000)
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" }, "\(text)")
    }
  }

  /// In quadratic time, each would take many minutes.
  @Test(.timeLimit(.minutes(5))) func `a map as large as the limit allows is read`() throws {
    let nested = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let list = Array(repeating: nested, count: 900).joined(separator: ",")
    #expect(throws: RouteError.invalidRedirects(reason: "redirects[0] isn't an object")) {
      try RouteRedirectsTests.redirects(#"{"redirects": [\#(list)]}"#)
    }
    let entries = (0..<20_000).map { #"{"from": "old/:x/\#($0)", "to": ":x"}"# }
    let map = #"{"redirects": [\#(entries.joined(separator: ","))]}"#
    #expect(try RouteRedirectsTests.redirects(map).entries.count == entries.count)
  }
}
