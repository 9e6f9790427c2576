// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryRouting

/// The faults of a URL's parts, each part on its own.
@Suite struct URLPartTests {
  private static func label(_ count: Int) -> String { String(repeating: "a", count: count) }

  private static func host(_ length: Int) -> String {
    let labels = Array(repeating: label(63), count: length / 64)
    return (labels + [label(length % 64)]).joined(separator: ".")
  }

  @Test(arguments: [
    (label(63), true), (label(64), false), (host(253), true), (host(254), false), ("a", true),
    ("1.2.3.4", true), ("1.2.3.4.", true), ("255.255.255.255:80", true), ("256.2.3.4", false),
    ("1.2.3", false), ("1.2.3.4.5", false), ("01.2.3.4", false), ("+1.2.3.4", false),
    ("1.2.3.x", true), ("x.0x7f", false), ("x.0x", false), ("x.0x7g", true), ("0x7f.example", true),
    ("7.example", true), ("x.7", false), ("x.y_", true), ("_x.y", true), ("x.y-", false),
    ("-x.y", false), ("x-y.z", true), (".", false), ("a.", true), ("a..", false), ("x.y:0", true),
    ("x.y:65535", true), ("x.y:65536", false), ("x.y:443", false), (":80", false), ("x.y:", false),
  ])
  func `a host is a name or an IPv4 address, with or without a port`(host: String, isHost: Bool) {
    #expect(RouteSchemes.isHost(host) == isHost)
    #expect(RouteSchemes([], hosts: [host]).faults.isEmpty == isHost)
  }

  @Test(arguments: [
    ("", false), ("0", true), ("1", true), ("65535", true), ("65536", false), ("70000", false),
    ("99999", false), ("00001", true), ("000001", false), ("1a", false), ("+1", false),
    (" 1", false),
  ])
  func `a port is a 16-bit number of at most five digits`(text: String, isPort: Bool) {
    #expect(RouteURL.isPort(text.utf8) == isPort)
  }

  @Test(
    arguments: [
      ("", .emptySegment), ("a", nil), (".", .dotSegment), ("..", .dotSegment), ("...", nil),
      (".a", nil), ("a.", nil), ("a.b", nil), ("a/..", .dotSegment), ("a\\..", .dotSegment),
      ("../a", .dotSegment), ("/.", .dotSegment), ("a/.../b", nil), ("a/", nil), ("..a/b", nil),
      ("\u{1F}", .controlCharacter), ("a\u{7F}", .controlCharacter), ("..\u{0}", .controlCharacter),
      (" ", nil), ("~", nil),
    ] as [(String, RouteURLFault?)])
  func `a segment is refused for its first fault`(
    segment: String, fault: RouteURLFault?
  ) { #expect(RoutePath.fault(of: segment.utf8) == fault) }

  @Test(arguments: [
    ("", false), ("/", false), ("/a", true), ("a", false), ("/a/", false), ("//a", false),
    ("/a//b", false), ("/a/b", true), ("/a/b/c", true), ("/a/b/c/d", false), ("/.a", false),
    ("/a.b", true), ("/a./b", true), ("/a%20b", false), ("/a?b", false), ("/a#b", false),
    ("/a\\b", false), ("/a\u{1F}", false), ("/a\u{7F}", false), ("/a b", true), ("/~", true),
    ("/a:b", true), ("/\u{E9}", true), ("/123456789", true), ("/1234567890", false),
  ])
  func `a path in normal form is recognized without parsing`(text: String, isNormal: Bool) throws {
    let limits = RouteLimits(urlLength: 10, segments: 3)
    #expect(RoutePath.isNormal(text, limits: limits) == isNormal)
    guard isNormal else { return }
    var reader = URLReader(Array(text.utf8), schemes: .none, limits: limits)
    #expect(try reader.read(text) == RouteURL(path: try RoutePath(parsing: text)))
  }

  @Test(
    arguments: [
      (["a", "b"], [], nil), (["a", "b", "c"], [], .tooManySegments(limit: 2)), ([], [], nil),
      (["123456789"], [], nil), (["1234567890"], [], .tooLong(limit: 10)),
      (["a"], [RouteQueryItem("b", "12345")], nil),
      (["a"], [RouteQueryItem("b", "123456")], .tooLong(limit: 10)),
      (["a"], [RouteQueryItem("b", nil), RouteQueryItem("c", nil)], .tooManyQueryItems(limit: 1)),
      (
        ["1234567890"], [RouteQueryItem("b", nil), RouteQueryItem("c", nil)],
        .tooManyQueryItems(limit: 1)
      ),
      (["\u{E9}"], [], nil), (["\u{E9}\u{E9}"], [], .tooLong(limit: 10)),
    ] as [([String], [RouteQueryItem], RouteURLFault?)])
  func `limits apply to the URL as printed`(
    segments: [String], query: [RouteQueryItem], fault: RouteURLFault?
  ) throws {
    let limits = RouteLimits(urlLength: 10, segments: 2, queryItems: 1)
    let url = RouteURL(path: try RoutePath(segments: segments), query: query)
    #expect(limits.fault(of: url) == fault)
  }

  @Test func `limits are never negative, and the call depth is at least one`() throws {
    let limits = RouteLimits(urlLength: -1, segments: -1, queryItems: -1, callDepth: -1)
    #expect(limits == RouteLimits(urlLength: 0, segments: 0, queryItems: 0, callDepth: 1))
    #expect(limits != RouteLimits(urlLength: 0, segments: 0, queryItems: 0, callDepth: 2))
    let url = try RouteURL(parsing: "a")
    #expect(limits.fault(of: url) == .tooLong(limit: 0))
    let short = RouteLimits(segments: 0)
    #expect(short.fault(of: url) == .tooManySegments(limit: 0))
    #expect(short.fault(of: RouteURL(path: .root)) == nil)
  }

  @Test(
    arguments: [
      (RouteQueryItem("", nil), nil), (RouteQueryItem("a", nil), RouteQueryItem("a", nil)),
      (RouteQueryItem("", ""), RouteQueryItem("", "")), (RouteQueryItem("\u{0}", nil), nil),
      (RouteQueryItem("\u{0}", "x"), RouteQueryItem("", "x")),
      (RouteQueryItem("a\u{0}b", "\u{0}"), RouteQueryItem("ab", "")),
    ] as [(RouteQueryItem, RouteQueryItem?)])
  func `a query item keeps only what can be read again`(
    item: RouteQueryItem, readable: RouteQueryItem?
  ) { #expect(item.readable == readable) }

  @Test func `items are equal by the bytes of name and value`() {
    let item = RouteQueryItem("caf\u{E9}", "\u{E9}")
    #expect(item == RouteQueryItem("caf\u{E9}", "\u{E9}"))
    #expect(item != RouteQueryItem("cafe\u{301}", "\u{E9}"))
    #expect(item != RouteQueryItem("caf\u{E9}", "e\u{301}"))
    #expect(RouteQueryItem("a", nil) != RouteQueryItem("a", ""))
    #expect(RouteQueryItem("a", "") != RouteQueryItem("a", nil))
    #expect(RouteQueryItem("a", nil) == RouteQueryItem("a", nil))
  }
}
