// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct ObjectRouteExpansionTests {
  @Test func `a struct with objects stays on the main actor, and no URL carries them`() {
    let text = Expansion(
      """
      @RoutePattern("a/:id") public struct Page {
        public var id: Int
        @NotFromURL public var draft: Draft
        @NotFromURL public var image: Image?
        @NotFromURL let done: @MainActor (Draft) -> Void
      }
      """
    ).text
    for line in [
      "public init(id: Int, draft: Draft, image: Image? = nil, "
        + "done: @escaping @MainActor (Draft) -> Void) {",
      "extension Page: GantryRouting.ObjectRoute {",
      "public nonisolated static var routePattern: Swift.String {",
      "[GantryRouting.RouteParameter(\"id\", Int.self)]",
      "public nonisolated static var requiredObjects: [Swift.String] {",
      "[\"draft\", \"done\"]",
      "@MainActor public init(",
      "throw routeArguments.missing(object: \"draft\")",
    ] { #expect(text.contains(line), "\(line)\n\(text)") }
    #expect(!text.contains("add(\"draft\""))
  }

  @Test func `a struct on an actor is a route for any of them`() {
    let text = Expansion(
      """
      @MainActor @RoutePattern("a/:id") struct Page {
        var id: Int
        var count: Int = standard
      }
      """
    ).text
    for line in [
      "nonisolated init(id: Int, count: Int = standard) {", "nonisolated init(\n",
      "nonisolated static func __default(count: Swift.Void) -> Int {",
      "nonisolated static var routePattern: Swift.String {",
      "nonisolated static var routeParameters:", "nonisolated var routeArguments:",
    ] { #expect(text.contains(line), "\(line)\n\(text)") }
  }

  @Test func `objects with defaults don't refuse a URL`() {
    let text = Expansion(
      "@RoutePattern(\"a\") struct Page {\n  @NotFromURL var done: () -> Void = {}\n}"
    ).text
    #expect(text.contains("init(done: @escaping () -> Void = {"), "\(text)")
    #expect(!text.contains("throw routeArguments"), "\(text)")
  }

  @Test(arguments: [
    "struct A {\n  @NotFromURL var a: Int\n}", "@NotFromURL var a: Int = 3",
    "@RoutePattern(\"a\") struct A {\n  @NotFromURL static var a: Int = 3\n}",
    "@RoutePattern(\"a\") struct A {\n  @NotFromURL var a: Int { 3 }\n}",
    "@RoutePattern(\"a\") struct A {\n  @NotFromURL func a() {}\n}",
  ])
  func `the mark belongs on a stored property of a route`(source: String) {
    #expect(
      Expansion(source).messages.map { $0.drop { $0 != "@" } } == [
        "@NotFromURL belongs on a stored property, with a type, of a struct with @RoutePattern"
      ])
  }
}
