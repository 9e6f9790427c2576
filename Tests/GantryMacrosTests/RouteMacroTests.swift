// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct RouteMacroTests {
  private static func route(_ members: String, _ pattern: String = "orders/:id") -> String {
    "@RoutePattern(\"\(pattern)\") struct Page {\n\(members)\n}"
  }

  private static func module(_ members: String) -> String {
    "@Module final class A {\n\(members)\n}"
  }

  private static let structs: [(String, String)] = [
    ("@RoutePattern(\"a\") class A {}", "1: @RoutePattern belongs on a struct: a route is a value"),
    (
      "@RoutePattern(\"a\") struct A<T> {}",
      "1: route 'A' cannot be generic: one type is one route"
    ),
    (
      "@RoutePattern(path) struct A {}",
      "1: a pattern must be a plain string literal, so that it can be checked"
    ),
    (route("", "a//b"), "1: 'a//b' isn't a pattern: a segment may not be empty"),
    (route("", "*a/b"), "1: '*a/b' isn't a pattern: nothing may follow *rest"),
    (route("", ":a/:a"), "1: ':a/:a' isn't a pattern: two captures are named a"),
    (
      route("", ":/a"),
      "1: ':/a' isn't a pattern: a capture's name consists of letters, digits and underscores, and"
        + " doesn't begin with a digit"
    ),
    (
      route("", "a?b"),
      "1: 'a?b' isn't a pattern: a pattern has no query: a query item is a parameter that the path"
        + " doesn't capture; write %3F and %23 for ? and #"
    ),
    (
      route("  var id: Int", "orders/{id}"),
      "1: 'orders/{id}' isn't a pattern: a capture is a whole segment, written :id, not {id}; for the"
        + " character itself, write %7B"
    ),
    (
      route("  var id: Int", "user_:id"),
      "1: 'user_:id' isn't a pattern: a capture is a whole segment, written :id, not user_:id; for the"
        + " character itself, write %3A"
    ),
    (route("", "a/../b"), "1: 'a/../b' isn't a pattern: segments . and .. are not allowed"),
    (
      route("  var id: Int", "a/:id(\\\\d+)"),
      "1: 'a/:id(\\d+)' isn't a pattern: a capture is a whole segment, written :id, not :id(\\d+);"
        + " the type of its parameter decides which texts match"
    ),
    (
      route("", "a/*"),
      "1: 'a/*' isn't a pattern: a capture is a whole segment, written *rest, not *; it takes one or"
        + " more segments"
    ),
    (
      route("", "a/:x?"),
      "1: 'a/:x?' isn't a pattern: a capture is a whole segment, written :x, not :x?; an optional"
        + " value is a query item, or there are two routes, one without it"
    ),
    (
      route("", "a/:x-:y"),
      "1: 'a/:x-:y' isn't a pattern: a capture is a whole segment, written :x/:y, not :x-:y; or with"
        + " one capture, whose text your code takes apart"
    ),
    (
      route("", "https://shop.example/a"),
      "1: 'https://shop.example/a' isn't a pattern: a pattern is a path: leave the scheme and the host"
        + " out"
    ),
    (
      route("", ":id"),
      "1: the pattern captures 'id', and 'Page' has no property of that name: add 'var id', or"
        + " correct the pattern"
    ),
    (
      route("  var id = 1"),
      "2: 'id' needs an explicit type, which says how to read its text"
    ),
    (
      route("  var id: (Int, Int)"),
      "2: 'id' cannot come from a URL: '(Int, Int)' isn't a RouteValue, or an"
        + " optional or array of one; if code hands it over, mark it @NotFromURL"
    ),
    (
      route("  var id: Int\n  var a: [String: Int]"),
      "3: 'a' cannot come from a URL: '[String: Int]' isn't a RouteValue, or an"
        + " optional or array of one; if code hands it over, mark it @NotFromURL"
    ),
    (
      route("  var id: Int?"),
      "2: 'id' is a capture, which every path has: make it a single value without a default"
    ),
    (
      route("  var id: Int = 7"),
      "2: 'id' is a capture, which every path has: make it a single value without a default"
    ),
    (
      route("  var id: Int\n  var a: Int? = 7"),
      "3: 'a' cannot have this default: if a URL leaves it out, an optional is nil and an array is empty"
    ),
    (route("  var rest: Int", "*rest"), "2: 'rest' takes the rest of a path: make it an array"),
    (route("  #if DEBUG\n    var id: Int\n  #endif"), "3: \(conditional("id"))"),
    (
      route("  var id: Int\n  #if A\n    #if B\n      let b: Int\n    #endif\n  #endif"),
      "5: \(conditional("b"))"
    ),
  ]

  private static func conditional(_ name: String) -> String {
    "'\(name)' cannot be inside #if, because the generated init cannot follow it there: move it out, or"
      + " write one struct for each branch"
  }

  private static let untyped =
    "a @Route function without a pattern takes one typed route, and after it at most one"
    + " ModuleContext; to take values from the URL or a RouteRequest, give it a pattern, as in"
    + " @Route(\"orders/:id\")"

  private static let handlers: [(String, String)] = [
    (module("  @Route func f() {}"), "2: \(untyped)"),
    (module("  @Route func f(id: Int) {}"), "2: \(untyped)"),
    (module("  @Route func f(_ request: RouteRequest) {}"), "2: \(untyped)"),
    (module("  @Route func f(_ route: Page?) {}"), "2: \(untyped)"),
    (
      module("  @Route(\"a\") func f(id: Any) {}"),
      "2: 'id' cannot come from a URL: 'Any' isn't a RouteValue, or an optional or array of one"
    ),
    (
      module("  @Route(\"a\") func f(id: [Array<Int>]) {}"),
      "2: 'id' cannot come from a URL: '[Array<Int>]' isn't a RouteValue, or an"
        + " optional or array of one"
    ),
    (
      module("  @Route(\"a/:id\") func f() {}"),
      "2: the pattern captures 'id', and 'f' has no parameter of that name: add it, or correct the"
        + " pattern"
    ),
    (
      module("  @Route(\"a/:id\") func f(_ route: Page) {}"),
      "2: the pattern captures 'id', and 'f' has no parameter of that name: add it, or correct the"
        + " pattern; to take a typed route, write @Route without a pattern"
    ),
    (
      module("  @Route(\"a?b=:id\") func f(id: Int) {}"),
      "2: 'a?b=:id' isn't a pattern: a pattern has no query: a query item is a parameter that the"
        + " path doesn't capture; write %3F and %23 for ? and #"
    ),
    (
      module("  @Route(\"a/<id>\") func f(id: Int) {}"),
      "2: 'a/<id>' isn't a pattern: a capture is a whole segment, written :id, not <id>; for the"
        + " character itself, write %3C"
    ),
    (
      module("  @Route(\"a/:id\") func f(id: Int?) {}"),
      "2: 'id' is a capture, which every path has: make it a single value without a default"
    ),
    (
      module("  @Route(\"a/../b\") func f() {}"),
      "2: 'a/../b' isn't a pattern: segments . and .. are not allowed"
    ),
    (
      module("  @Route(\"a\") func f() {}\n  @Route(\"b/:id\") func f(id: Int) {}"),
      "3: the module already has a @Route named 'f', and calls by name find only one: give this one"
        + " another name"
    ),
    (
      module("  @Route(\"a\") func f(_ a: inout Int) {}"),
      "2: 'a' cannot come from a URL: it is inout, variadic or a context"
    ),
    (
      module("  @Route(\"a\") func f() -> some P { q }"),
      "2: a @Route function returns a type that callers can name, not 'some'"
    ),
    (
      module("  @Route(\"a\") static func f() {}"),
      "2: a @Route member cannot be static: it is called on the module's instance | remove 'static'"
    ),
    (
      "func g() {\n  @Route(\"a\") func f() {}\n}",
      "2: @Route on a local function is never called: move it to file scope"
    ),
    (
      "struct S {\n  @Route(\"a\") func f() {}\n}",
      "2: @Route has no effect in 'S', which isn't a @Module"
    ),
    ("@Route func f() {}", "1: \(untyped)"),
    (
      "@Route(\"a/:id\") func f() {}",
      "1: the pattern captures 'id', and 'f' has no parameter of that name: add it, or correct the"
        + " pattern"
    ),
  ]

  @Test(arguments: structs + handlers)
  func `every misuse has its message at its line`(source: String, message: String) {
    #expect(Expansion(source).messages == [message])
  }

  @Test(arguments: [
    (
      "@MainActor final class A", "@Route func f(_ route: Page) -> View { v }",
      "module.route(Page.self, \"f\", Gantry.RouteOptions(), line:"
        + " 2, body: Gantry.RouteBody<_, Page>.main { module, route, _ in"
    ),
    (
      "actor A", "@Route(\"a/:id\", access: .external) func f(id: Int) -> View { v }",
      "module.route(\"a/:id\", \"f\", [GantryRouting.RouteParameter(\"id\", Int.self)],"
        + " Gantry.RouteOptions(access: .external), line: 2, body: .background {"
        + " module, call, _ in"
    ),
    (
      "final class A", "@Route(\"a\") func f(_ request: RouteRequest) {}",
      "module.route(\"a\", \"f\", nil, Gantry.RouteOptions(), line: 2,"
    ),
    (
      "actor A", "@Route nonisolated func f(_ route: Page) -> Int { 1 }",
      "module.route(Page.self, \"f\", Gantry.RouteOptions(), line:"
        + " 2, body: Gantry.RouteBody<_, Page>.anywhere { module, route, _ in"
    ),
    (
      "final class A", "@Route nonisolated func f(_ route: Page) async -> Int { 1 }",
      "module.route(Page.self, \"f\", Gantry.RouteOptions(), line:"
        + " 2, body: Gantry.RouteBody<_, Page>.background { module, route, _ in"
    ),
  ])
  func `a handler is registered by its form and isolation`(
    type: String, member: String, head: String
  ) {
    let text = Expansion("@Module \(type) {\n  \(member)\n}").text
    #expect(text.contains(head), "\(text)")
  }

  @Test func `members of one name that no build has together are no repetition`() {
    let members = """
        #if DEBUG
        @Route("a") func f() {}
        #else
        @Route("a") func f() {}
        #endif
      """
    #expect(Expansion(Self.module(members)).messages == [])
  }

  @Test func `an escape in a pattern's literal is the character`() {
    let members = "  @Route(\"caf\\u{e9}/:id\") func f(id: Int) {}"
    #expect(Expansion(Self.module(members)).messages == [])
  }

  @Test func `a result is returned unless it is discardable`() {
    let text = Expansion("@Route nonisolated func f(_ route: Page) -> Int { 1 }").text
    #expect(text.contains("{ _, route, _ in return f(route) }"), "\(text)")
    let dropped = Expansion("@discardableResult @Route func f(_ route: Page) -> Int { 1 }").text
    #expect(dropped.contains("{ _, route, _ in f(route) }"), "\(dropped)")
  }

  @Test(arguments: [
    (
      "@Route func f(_ route: Page, context: ModuleContext) -> View { v }",
      [
        "Gantry.ModuleManifest(function: \"f\", line:",
        "function.route(Page.self, Gantry.RouteOptions(), line: 1,",
        "__probe),", "main: { _, route, context in return f(route, context: context) },",
        "private static func __probe() {}",
      ]
    ),
    (
      "@MainActor @Route(\"a/:id\", access: .external) func f(id: Int) throws -> View { v }",
      [
        "function.route(\"a/:id\", [GantryRouting.RouteParameter(\"id\", Int.self)],"
          + " Gantry.RouteOptions(access: .external), line: 1, body: .main {"
          + " _, call, _ in",
        "return try f(id: call.arguments.value(\"id\", Int.self))",
      ]
    ),
    (
      "@Route(\"a\") nonisolated func f(_ request: RouteRequest) -> Int { 1 }",
      ["function.route(\"a\", nil, Gantry.RouteOptions(), line:", "return try f(call.request())"]
    ),
    (
      "@Route(\"a\") nonisolated func f() async {}",
      ["function.route(\"a\", [], Gantry.RouteOptions(), line:", "{ _, _, _ in", "await f()"]
    ),
  ])
  func `a free function is registered in its own record`(source: String, parts: [String]) {
    let text = Expansion(source).text
    for part in parts { #expect(text.contains(part), "\(part)\n\(text)") }
    #expect(text.contains("@section(\".note.gantry\")"))
    #expect(text.contains("__probe") == source.hasPrefix("@Route func"))
  }

  @Test func `a struct becomes a route`() {
    let text = Expansion(
      """
      @RoutePattern("a/:id") public struct Page {
        public var id: Int
        var tab: Tab?
        var tags: [String]
        var limit: Int = 20
        var double: Int { id * 2 }
        static let x = 1
      }
      """
    ).text
    for line in [
      "public init(id: Int, tab: Tab? = nil, tags: [String] = [], limit: Int = 20) {",
      "extension Page: GantryRouting.TypedRoute {",
      "public static var routePattern: Swift.String {",
      "GantryRouting.RouteParameter(\"tab\", Optional<Tab>.self)",
      "GantryRouting.RouteParameter(\"limit\", Int.self, hasDefault: true)",
      "self.tags = try routeArguments.value(\"tags\", [String].self)",
      "self.limit = try routeArguments.value(\"limit\", Int.self, default: 20)",
      "arguments.add(\"id\", self.id)",
    ] { #expect(text.contains(line), "\(line)\n\(text)") }
    #expect(!text.contains("double\""))
  }

  @Test func `a default that names a declaration is not written in a public initializer`() {
    let members = """
        var id: Int
        var limit: Int = standard
        var tab: Tab = .open
        var `class`: String = Self.first
        var offset: Int = -1
        var text: String = "a"
      """
    let text = Expansion(
      "@RoutePattern(\"a/:id\") public struct Page {\n\(members)\n}"
    ).text
    for line in [
      "public init(id: Int, limit: Int = Self.__default(limit: ()),"
        + " tab: Tab = Self.__default(tab: ()), `class`: String = Self.__default(class: ()),"
        + " offset: Int = -1, text: String = \"a\") {",
      "@usableFromInline static func __default(limit: Swift.Void) -> Int {\n    standard\n  }",
      "@usableFromInline static func __default(`class`: Swift.Void) -> String {",
      "self.limit = try routeArguments.value("
        + "\"limit\", Int.self, default: Self.__default(limit: ()))",
      "self.tab = try routeArguments.value(\"tab\", Tab.self, default: .open)",
    ] { #expect(text.contains(line), "\(line)\n\(text)") }
    let inner = Expansion("@RoutePattern(\"a/:id\") package struct Page {\n\(members)\n}").text
    #expect(inner.contains("limit: Int = standard, tab: Tab = .open,"), "\(inner)")
    #expect(inner.contains("  static func __default(limit: Swift.Void) -> Int {"), "\(inner)")
    #expect(!inner.contains("__default(tab"), "\(inner)")
  }

  @Test(arguments: [
    ("`default`", "default"), ("in", "in"), ("`inout`", "`inout`"), ("`a b`", "`a b`"),
    ("`1st`", "`1st`"), ("`class` inner", "class"),
  ])
  func `a label in a call has backticks only where it needs them`(written: String, label: String) {
    let text = Expansion(
      """
      @Module final class A {
        @Route("a") func page(\(written): String? = nil) {}
      }
      """
    ).text
    #expect(text.contains("page(\(label): "), "\(text)")
  }

  @Test func `a property can have any name and keeps its backticks`() {
    let text = Expansion(
      """
      @RoutePattern("a/:class") struct Page {
        var `class`: String
        var arguments: String?
        var tags: Array<String>
        var more: Swift.Optional<Int>
      }
      """
    ).text
    for line in [
      "init(`class`: String, arguments: String? = nil, tags: Array<String> = [],",
      "self.`class` = `class`",
      "self.`class` = try routeArguments.value(\"class\", String.self)",
      "arguments.add(\"class\", self.`class`)",
      "arguments.add(\"arguments\", self.arguments)",
      "GantryRouting.RouteParameter(\"tags\", Array<String>.self)",
    ] { #expect(text.contains(line), "\(line)\n\(text)") }
  }

  /// Members that are no part of a route's value.
  @Test(arguments: [
    "#if A\n  var a: Int { 1 }\n  static let b = 1\n  let c = 3\n  func d() {}\n#endif",
    "lazy var a: Int = 1", "#if A\n  lazy var a: Int = 1\n#endif",
  ])
  func `what no initializer sets is no parameter`(member: String) {
    let expansion = Expansion(Self.route("var id: Int\n\(member)"))
    #expect(expansion.messages == [])
    #expect(expansion.text.contains("init(id: Int) {"), "\(expansion.text)")
    #expect(!expansion.text.contains("\"a\""), "\(expansion.text)")
  }

  @Test func `a rest can be spelled as a generic type`() {
    let text = "@RoutePattern(\"a/*rest\") struct Page {\n  var rest: Array<String>\n}"
    #expect(Expansion(text).messages == [])
  }
}
