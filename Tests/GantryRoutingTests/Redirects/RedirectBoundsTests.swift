// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting
import Testing

/// Limits on redirect maps, which may come from outside.
@Suite struct RedirectBoundsTests {
  private static func measure(_ json: String) -> Duration {
    ContinuousClock().measure { _ = try? RouteRedirectsTests.redirects(json) }
  }

  @Test func `the time to read a nested map grows only with its length`() {
    func map(_ count: Int) -> String {
      let nested = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
      let list = Array(repeating: nested, count: count).joined(separator: ",")
      return #"{"version": 1, "redirects": [\#(list)], "gone": [\#(list)]}"#
    }
    #expect(throws: RouteError.self) { try RouteRedirectsTests.redirects(map(1)) }
    // In cubic time, one of these would take a second; all together take far less.
    #expect(Self.measure(map(50)) < .seconds(5))
  }

  @Test func `a nested value is named by its kind`() {
    let json = #"{"version": 1, "redirects": [{"from": {"a": [[1]]}, "to": [["b"]]}, [["c"]]]}"#
    #expect(
      throws: RouteError.invalidRedirects([
        .wrongValue(keyPath: "redirects[0].from", expected: "a pattern", found: "an object"),
        .wrongValue(keyPath: "redirects[0].to", expected: "a pattern", found: "an array"),
        .wrongValue(
          keyPath: "redirects[1]", expected: "an object with from and to", found: "an array"),
      ])
    ) { try RouteRedirectsTests.redirects(json) }
  }

  @Test(arguments: ["7", "[]", "{}", "[[[]]]"])
  func `a map with too many entries is refused before they are read`(entry: String) {
    let list = Array(repeating: entry, count: 1_000_000 / entry.count).joined(separator: ",")
    let fault = RouteRedirectsFault.tooMany(keyPath: "the map", limit: 10_000)
    #expect(throws: RouteError.invalidRedirects([fault])) {
      try RouteRedirectsTests.redirects(#"{"version": 1, "redirects": [\#(list)]}"#)
    }
  }

  @Test func `only the first unknown keys are named`() {
    let keys = (0..<5_000).map { #""key\#($0)": 1"# }.joined(separator: ",")
    #expect {
      try RouteRedirectsTests.redirects("{\(keys)}")
    } throws: { error in
      guard case RouteError.invalidRedirects(let faults) = error else { return false }
      return faults.count < 30
    }
  }

  @Test func `a redirect past the limits is refused`() throws {
    let entries = (0..<80).map { number in
      #"{"from": "a\#(number)/*r", "to": "a\#(number + 1)/\#(String(repeating: "y", count: 200))/*r"}"#
    }
    let map = try RouteRedirectsTests.redirects(
      #"{"version": 1, "redirects": [\#(entries.joined(separator: ","))]}"#)
    #expect {
      try map.destination(of: RouteURL(parsing: "a0/x"))
    } throws: { error in
      guard case RouteError.malformedURL(_, .tooLong(limit: 8192), _) = error else { return false }
      return true
    }
    #expect {
      try map.destination(
        of: RouteURL(parsing: "a0/x"), limits: RouteLimits(urlLength: 60_000, segments: 20))
    } throws: { error in
      guard case RouteError.malformedURL(_, .tooManySegments(limit: 20), _) = error else {
        return false
      }
      return true
    }
    let short = try map.destination(of: RouteURL(parsing: "a60/x"))
    #expect(short == .moved(try RouteURL(parsing: "a80/" + Self.middle(20) + "x")))
  }

  private static func middle(_ count: Int) -> String {
    String(repeating: String(repeating: "y", count: 200) + "/", count: count)
  }

  @Test func `the highest limits apply like any others`() throws {
    let map = try RouteRedirectsTests.redirects(
      #"{"version": 1, "redirects": [{"from": "old", "to": "new"}]}"#)
    let limits = RouteLimits(urlLength: .max, segments: .max, queryItems: .max, callDepth: .max)
    #expect(limits.segments == 65_534)
    #expect(
      try map.destination(of: RouteURL(parsing: "old"), limits: limits)
        == .moved(RouteURL(parsing: "new")))
  }

  @Test func `a call that is redirected past the limits reaches no handler`() async throws {
    let journal = Journal()
    let router = Shop.router(journal)
    let far = String(repeating: "z/", count: 30)
    let map = #"""
      {"version": 1, "redirects": [
        {"from": "a/*r", "to": "b/\#(far)*r"}, {"from": "b/*r", "to": "c/\#(far)*r"},
        {"from": "c/*r", "to": "d/\#(far)*r"}, {"from": "d/*r", "to": "orders/7"}]}
      """#
    router.replaceRedirects(try RouteRedirects(json: Data(map.utf8)))
    #expect(!router.canOpen("a/x", from: .internal))
    await #expect(throws: RouteError.self) { try await router.call("a/x", as: Void.self) }
    #expect(journal.all == [])
  }
}
