// SPDX-License-Identifier: Apache-2.0

import GantryRouting
import Testing

@testable import GantryMacros

@Suite struct RoutePatternTextTests {
  @Test(arguments: [
    "", "/", "orders/:id", "/orders/:id/", "a/*rest", "größe/%C3%A9", "a/%2F", ".well-known",
    "a/...",
    "a//b", "//", "a/:", "a/*", "a/:7", "a/:b-c", "a/:b.json", "a/:b c", "a/:🚲", "a/:b\u{A0}",
    "https://shop.example/a", "a://b?c", ":a/:b/:a", ":a/*a", "*a/b", "a/*b/*c", "a?b=1", "a#b",
    "a/:b?c=:d", "a/%zz", "a/b%", "a/b%4", "a/%FF", "a/..", "./a", "a/%2E%2e", "a/b%2F..", "a\\b",
    "a/b%5C..", "a/b\u{1}", "a/%0A", "a/\u{7F}", "a/:id(\\d+)", "*/b", "**", "a/**/b", "a/:x?",
    "a/:x?/b", "a/{x?}", "a/:x-:y", "a/:path*", "{id}", "<int:id>", "[...slug]", "a}", "10:30",
    "a*",
    "a/%+1/é\u{301}", "a/%é0",
    String(repeating: "a", count: 2049), String(repeating: "a/", count: 33),
    (0..<17).map { ":a\($0)" }.joined(separator: "/"), ":a/:b/:c/:d/*a",
  ])
  func `a macro refuses the patterns that the router refuses, in the same words`(text: String) {
    var problem: String?
    do throws(RouteError) {
      _ = try PathPattern(text)
    } catch {
      if case .malformedPattern(_, let reason, _) = error { problem = reason }
    }
    #expect(RoutePatternText(text).problem == problem)
  }
}
