// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

@Suite struct RouteRedirectsTests {
  static let map = """
    {
      "version": 1,
      "redirects": [
        {"from": "old/:id", "to": "orders/:id"},
        {"from": "old/latest", "to": "orders"},
        {"from": "files/*rest", "to": "documents/*rest"},
        {"from": "users/:name/files/*rest", "to": "files/:name/all/*rest"},
        {"from": "start", "to": "/"},
        {"from": "shop/:a/:b", "to": ":b/:a"}
      ],
      "gone": ["sale/*rest", "documents/secret"]
    }
    """

  static func redirects(_ json: String) throws(RouteError) -> RouteRedirects {
    try RouteRedirects(json: Data(json.utf8))
  }

  @Test(arguments: [
    ("old/7", "/orders/7"), ("old/latest", "/orders"), ("files/a/b", "/documents/a/b"),
    ("users/ann/files/x/y", "/documents/ann/all/x/y"), ("start", "/"), ("shop/1/2", "/2/1"),
    ("old/a%2Fb", "/orders/a%2Fb"), ("old/100%25", "/orders/100%25"), ("/old//7/", "/orders/7"),
    ("shop/latest/old", "/orders"), ("shop/7/old", "/orders/7"),
  ])
  func `a path is followed to its end`(path: String, end: String) throws {
    let redirects = try Self.redirects(Self.map)
    let destination = try redirects.destination(of: try RouteURL(parsing: path))
    #expect(destination == .moved(try RouteURL(parsing: end)))
  }

  @Test(arguments: ["sale/x", "sale/x/y", "documents/secret", "files/secret"])
  func `a gone path is gone, even if a redirect leads to it`(path: String) throws {
    let redirects = try Self.redirects(Self.map)
    #expect(try redirects.destination(of: try RouteURL(parsing: path)) == .gone)
  }

  @Test(arguments: ["", "orders/7", "old", "old/7/x", "sale", "documents/x", "Old/7"])
  func `a path without an entry is not redirected`(path: String) throws {
    let redirects = try Self.redirects(Self.map)
    #expect(try redirects.destination(of: try RouteURL(parsing: path)) == nil)
    #expect(try RouteRedirects.none.destination(of: try RouteURL(parsing: path)) == nil)
  }

  @Test func `entries are listed in the map's order, gone paths last`() throws {
    let entries = try Self.redirects(Self.map).entries
    #expect(entries.map(\.keyPath) == (0..<6).map { "redirects[\($0)]" } + ["gone[0]", "gone[1]"])
    #expect(entries[0].from.description == "old/:id")
    #expect(entries[0].to?.description == "orders/:id")
    #expect(entries[7].to == nil)
  }

  @Test(arguments: [
    #"{"version": 1, "redirects": []}"#, #"{"version": 1, "gone": []}"#,
    #"{"version": 1.0, "redirects": [], "gone": []}"#,
  ])
  func `a map may be empty`(json: String) throws {
    #expect(try Self.redirects(json).entries.isEmpty)
  }

  @Test(arguments: ["", "{", "nonsense", #"{"version": 1, "redirects": [}"#])
  func `invalid JSON is refused with a reason`(json: String) {
    #expect {
      try Self.redirects(json)
    } throws: { error in
      guard case RouteError.malformedRedirects(let reason) = error else { return false }
      return !reason.isEmpty
    }
  }

  @Test(arguments: [
    ("{\n  \"version\": 1,\n  \"gone\": x}", "line 3, column "), ("nonsense", "line 1, column "),
  ])
  func `invalid JSON is refused with its line`(json: String, place: String) throws {
    let error = #expect(throws: RouteError.self) { try Self.redirects(json) }
    let text = try #require(error).description
    #expect(text.hasPrefix("The redirect map isn't JSON: "))
    #expect(text.contains(place))
  }

  @Test func `faulty entries, clashes and cycles are all reported at once`() {
    let json = """
      {"version": 1, "redirect": [], "redirects": [
        {"from": "a/:id", "to": "b/:idd"}, {"from": "c", "to": "d"}, {"from": "d", "to": "c"},
        {"from": "e/:x", "to": "f"}, {"from": "e/:y", "to": "f"}
      ], "gone": "x"}
      """
    #expect(
      throws: RouteError.invalidRedirects([
        .unknownKey(keyPath: "redirect", known: ["version", "redirects", "gone"]),
        .wrongValue(keyPath: "gone", expected: "an array", found: "the text \"x\""),
        .unknownCapture(keyPath: "redirects[0].to", name: ":idd", from: "a/:id"),
        .clash(keyPath: "redirects[4]", first: "redirects[3]", pattern: "e/:x"),
        .cycle(keyPaths: ["redirects[1]", "redirects[2]"]),
      ])
    ) { try Self.redirects(json) }
  }

  @Test(arguments: [#"{"version": 1e999}"#, #"{"version": 1, "gone": [1e999]}"#])
  func `a number that is too large is refused with a message`(json: String) {
    let error = RouteError.malformedRedirects(reason: "A number in it is too large.")
    #expect(throws: error) { try Self.redirects(json) }
  }

  @Test func `bytes that aren't UTF-8 are refused`() {
    #expect(throws: RouteError.self) {
      try RouteRedirects(json: Data([0x22, 0xFF, 0xFE, 0x22]))
    }
  }

  @Test func `a map of great depth is refused`() {
    let json = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(throws: RouteError.self) { try Self.redirects(json) }
  }

  @Test(
    arguments: [
      ("[]", [.wrongValue(keyPath: "the map", expected: expectedMap, found: "an array")]),
      ("{}", [.missingKey(keyPath: "version"), .missingKey(keyPath: "redirects")]),
      (
        #"{"version": 2, "gone": []}"#,
        [.wrongValue(keyPath: "version", expected: "1", found: "2")]
      ),
      (
        #"{"version": "1", "gone": {}, "redirects": null}"#,
        [
          .wrongValue(keyPath: "version", expected: "1", found: "the text \"1\""),
          .wrongValue(keyPath: "redirects", expected: "an array", found: "null"),
          .wrongValue(keyPath: "gone", expected: "an array", found: "an object"),
        ]
      ),
      (
        #"{"version": 1, "redirect": [], "gone": []}"#,
        [.unknownKey(keyPath: "redirect", known: ["version", "redirects", "gone"])]
      ),
      (
        #"{"version": 1, "redirects": [7, {"from": "a"}, {"from": true, "to": 1.5, "x": 0}]}"#,
        [
          .wrongValue(
            keyPath: "redirects[0]", expected: "an object with from and to", found: "7"),
          .missingKey(keyPath: "redirects[1].to"),
          .unknownKey(keyPath: "redirects[2].x", known: ["from", "to"]),
          .wrongValue(keyPath: "redirects[2].from", expected: "a pattern", found: "true"),
          .wrongValue(keyPath: "redirects[2].to", expected: "a pattern", found: "1.5"),
        ]
      ),
      (
        #"{"version": 1, "redirects": [{"from": "a//b", "to": "../x"}], "gone": [":"]}"#,
        [
          .malformedPattern(keyPath: "redirects[0].from", text: "a//b", .emptySegment, position: 2),
          .malformedPattern(
            keyPath: "redirects[0].to", text: "../x", .literal(.dotSegment), position: 0),
          .malformedPattern(keyPath: "gone[0]", text: ":", .badName, position: 1),
        ]
      ),
      (
        #"{"version": 1, "redirects": [{"from": "a/:b/*c", "to": ":x/:c/*b"}]}"#,
        [":x", ":c", "*b"].map {
          .unknownCapture(keyPath: "redirects[0].to", name: $0, from: "a/:b/*c")
        }
      ),
    ] as [(String, [RouteRedirectsFault])])
  func `a bad map is refused with all of its faults`(json: String, faults: [RouteRedirectsFault]) {
    #expect(throws: RouteError.invalidRedirects(faults)) { try Self.redirects(json) }
  }

  private static let expectedMap = "an object with version, redirects and gone"

  @Test func `entries for the same paths clash`() {
    let json = """
      {"version": 1, "gone": ["a/:y", "b"],
       "redirects": [{"from": "a/:x", "to": "c/:x"}, {"from": "/b/", "to": "c"}]}
      """
    let faults: [RouteRedirectsFault] = [
      .clash(keyPath: "gone[0]", first: "redirects[0]", pattern: "a/:x"),
      .clash(keyPath: "gone[1]", first: "redirects[1]", pattern: "b"),
    ]
    #expect(throws: RouteError.invalidRedirects(faults)) { try Self.redirects(json) }
  }

  @Test func `a map has at most 10,000 entries`() throws {
    func json(_ count: Int, from: String, to: String) -> String {
      let entries = (0..<count).map { #"{"from": "\#(from)\#($0)", "to": "\#(to)"}"# }
      return #"{"version": 1, "redirects": [\#(entries.joined(separator: ","))]}"#
    }
    #expect(try Self.redirects(json(10_000, from: "old/", to: "new")).entries.count == 10_000)
    let entries = RouteRedirectsFault.tooMany(keyPath: "the map", limit: 10_000)
    #expect(throws: RouteError.invalidRedirects([entries])) {
      try Self.redirects(json(10_001, from: "old/", to: "new"))
    }
    let full = json(10_000, from: "old/", to: "new").dropLast()
    #expect(throws: RouteError.invalidRedirects([entries])) {
      try Self.redirects(full + #", "gone": ["last"]}"#)
    }
    #expect(try Self.redirects(json(1_000, from: "old/:x/", to: ":x")).entries.count == 1_000)
    let targets = RouteRedirectsFault.tooMany(
      keyPath: "entries with captures in to, or with a query or a scheme in from", limit: 1_000)
    #expect(throws: RouteError.invalidRedirects([targets])) {
      try Self.redirects(json(1_001, from: "old/:x/", to: ":x"))
    }
  }
}
