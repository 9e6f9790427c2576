// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@Suite struct RouteURLTests {
  private static func read(
    _ text: String, schemes: RouteSchemes = URLTable.schemes, limits: RouteLimits = .standard
  ) -> Result<RouteURL, RouteError> {
    Result { () throws(RouteError) in
      try RouteURL(parsing: text, schemes: schemes, limits: limits)
    }
  }

  private static func fault(
    _ text: String, limits: RouteLimits = .standard
  ) -> (RouteURLFault, Int)? {
    guard case .failure(.malformedURL(_, let fault, let position)) = read(text, limits: limits)
    else { return nil }
    return (fault, position)
  }

  @Test func `the documented table has rows`() throws {
    #expect(try URLTable.rows().count > 70)
  }

  @Test(arguments: try URLTable.rows())
  func `a URL is read as the documented table says`(row: URLTable.Row) {
    let words = URLTable.words(of: Self.read(row.url))
    #expect(words.path == row.path)
    #expect(words.query == row.query)
  }

  @Test(arguments: try URLTable.rows())
  func `a parsed URL prints as text that reads back as the same`(row: URLTable.Row) throws {
    guard case .success(let url) = Self.read(row.url) else { return }
    #expect(try Self.read(url.text()).get() == url)
    let own = try Self.read(url.text(scheme: "bazaar")).get()
    #expect(own.path == url.path)
    #expect(own.query == url.query)
  }

  @Test func `the scheme and a claimed host are lowercased`() throws {
    let own = try Self.read("BAZAAR://Orders").get()
    #expect(own.scheme == "bazaar")
    #expect(own.host == nil)
    let claimed = try Self.read("HTTPS://SHOP.example:443").get()
    #expect(claimed.scheme == "https")
    #expect(claimed.host == "shop.example")
    #expect(try Self.read("https://LOCALHOST:8443").get().host == "localhost:8443")
    #expect(try Self.read("orders").get().scheme == nil)
  }

  @Test(arguments: [
    ("bazaar://orders/7", RouteError.undeclaredScheme("bazaar", declared: [])),
    ("https://shop.example/orders", .undeclaredHost("shop.example", declared: [])),
  ])
  func `external URLs are refused without declared schemes`(text: String, error: RouteError) {
    #expect(Self.read(text, schemes: .none) == .failure(error))
    #expect(throws: error) { try RoutePath(parsing: text) }
  }

  @Test func `an undeclared scheme is refused before the rest is parsed`() {
    let error = RouteError.undeclaredScheme("ftp", declared: ["bazaar"])
    #expect(Self.read("ftp://ann@host:x/..") == .failure(error))
  }

  @Test(arguments: [0x00, 0x01, 0x09, 0x0A, 0x0D, 0x1F, 0x7F] as [UInt8])
  func `a control character is refused anywhere`(byte: UInt8) throws {
    let control = String(UnicodeScalar(byte))
    for text in ["/a\(control)b", "/a?b\(control)", "/a##\(control)", "baz\(control)aar://a"] {
      let place = try #require(text.utf8.firstIndex(of: byte))
      let offset = text.utf8.distance(from: text.startIndex, to: place)
      let fault = try #require(Self.fault(text))
      #expect(fault == (.controlCharacter, offset))
    }
  }

  @Test func `each limit holds exactly`() throws {
    let limits = RouteLimits(urlLength: 12, segments: 2, queryItems: 2)
    for text in ["/2345/789012", "a/b", "a//b/", "?a&b", "?a&&b", "bazaar://a/b"] {
      #expect(throws: Never.self) { try Self.read(text, limits: limits).get() }
    }
    let tooLong = try #require(Self.fault("/2345/7890123", limits: limits))
    #expect(tooLong == (.tooLong(limit: 12), 12))
    let segments = try #require(Self.fault("/a/b/c", limits: limits))
    #expect(segments == (.tooManySegments(limit: 2), 5))
    let items = try #require(Self.fault("?a&b&c", limits: limits))
    #expect(items == (.tooManyQueryItems(limit: 2), 5))
  }

  @Test func `zero limits allow only the root`() throws {
    let limits = RouteLimits(urlLength: 1, segments: 0, queryItems: 0)
    #expect(try Self.read("/", limits: limits).get().path == .root)
    let segment = try #require(Self.fault("a", limits: limits))
    #expect(segment == (.tooManySegments(limit: 0), 0))
    let length = try #require(Self.fault("/a", limits: limits))
    #expect(length == (.tooLong(limit: 1), 1))
    let negative = try #require(Self.fault("a", limits: RouteLimits(urlLength: -1)))
    #expect(negative.0 == .tooLong(limit: 0))
  }

  @Test func `the host in a custom scheme counts as a segment`() throws {
    let limits = RouteLimits(segments: 1)
    let fault = try #require(Self.fault("bazaar://a/b", limits: limits))
    #expect(fault == (.tooManySegments(limit: 1), 11))
  }

  @Test func `the standard limits match the documentation`() {
    #expect(RouteLimits.standard == RouteLimits(urlLength: 8192, segments: 64, queryItems: 128))
    #expect(RouteLimits(urlLength: .max).urlLength == 65_534)
  }

  @Test func `a path of the maximum length is read, and one byte more is refused`() throws {
    let limits = RouteLimits(urlLength: .max)
    let longest = String(repeating: "a", count: 65_534)
    #expect(try Self.read(longest, limits: limits).get().path.segments == [longest])
    let fault = try #require(Self.fault(longest + "a", limits: limits))
    #expect(fault == (.tooLong(limit: 65_534), 65_534))
  }

  @Test func `an error holds only the beginning of a long text`() throws {
    let text = String(repeating: "é", count: 5000)
    guard case .failure(.malformedURL(let shown, _, _)) = Self.read(text) else {
      Issue.record("It was read.")
      return
    }
    #expect(shown == String(repeating: "é", count: 100) + "…")
  }

  @Test(arguments: [
    (RouteURL(path: .root), "/", "bazaar:///"),
    (RouteURL(path: .root, query: [.init("a", nil)]), "/?a", "bazaar:///?a"),
    (
      RouteURL(path: .root, query: [.init("a b", "+&=#"), .init("", "")]),
      "/?a%20b=%2B%26%3D%23&=", "bazaar:///?a%20b=%2B%26%3D%23&="
    ),
  ])
  func `a URL is printed with its query`(url: RouteURL, path: String, own: String) {
    #expect(url.text() == path)
    #expect(url.description == path)
    #expect(url.text(scheme: "bazaar") == own)
  }

  @Test(arguments: [
    (["orders", "7"], "bazaar://orders/7"),
    (["Orders", "7"], "bazaar:///Orders/7"),
    (["a:b"], "bazaar:///a%3Ab"),
    (["über"], "bazaar:///%C3%BCber"),
    (["a~b.c_d-e", "X"], "bazaar://a~b.c_d-e/X"),
  ])
  func `the first segment is printed as the host only if no reader changes it`(
    segments: [String], text: String
  ) throws {
    let url = RouteURL(path: try RoutePath(segments: segments))
    #expect(url.text(scheme: "bazaar") == text)
    #expect(try Self.read(text).get().path == url.path)
  }
}
