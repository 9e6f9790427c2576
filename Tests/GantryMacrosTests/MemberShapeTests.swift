// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryMacros

/// The ways to write a member, and how each is read.
@Suite struct MemberShapeTests {
  private static func empty(_ name: String) -> String {
    "2: '\(name)' has no value in the generated init(context:): give it a default, mark it "
      + "@Inject, or write init(context:) in 'OrdersModule'"
  }

  @Test(arguments: [
    ("var a: Int { willSet {} }", empty("a")), ("var a: Int { didSet { b() } }", empty("a")),
    ("let a: Int?", empty("a")), ("let (a, b): (Int, Int)", empty("(a, b)")),
    ("private(set) var a: Int", empty("a")), ("unowned let a: A", empty("a")),
    ("var a: [Int]", empty("a")), ("var a: Int = 1 { didSet {} }", nil),
    ("var a: Int { get { 1 } set {} }", nil), ("var a: Int { _read { yield b } }", nil),
    ("var a: Int!", nil), ("weak var a: A?", nil), ("let (a, b) = (1, 2)", nil),
    ("lazy var a: Int = 1", nil), ("static let a: Int", nil), ("@Wrapped var a: Int", nil),
    ("func a() -> Int { 1 }", nil), ("subscript(a: Int) -> Int { a }", nil),
  ])
  func `only a stored property without a value is a fault`(member: String, message: String?) {
    let expansion = Expansion(MisuseTests.inModule("  \(member)"))
    #expect(expansion.messages == [message].compactMap(\.self))
  }

  @Test(arguments: [
    ("any (P & Q)", "(any P & Q).self"), ("[any (P & Q)]", "[any P & Q].self"),
    ("(any (P & Q))?", "Optional<any P & Q>.self"),
  ])
  func `parentheses after any are not read as an expression`(type: String, metatype: String) {
    let expansion = Expansion(MisuseTests.inModule("  @Inject let p: \(type)"))
    #expect(expansion.messages == [])
    #expect(expansion.text.contains("context.inject(\(metatype))"), "\(expansion.text)")
  }

  @Test(arguments: [
    ("@Launch func `say \"hi\"`() {}", #"module.launch("say \"hi\"", "#),
    ("@On func `say \"hi\"`(_ event: E) {}", #"module.on(E.self, "say \"hi\"", "#),
    ("@Route(\"a\") func `say \"hi\"`() {}", #"module.route("a", "say \"hi\"", "#),
    ("@Provides var `say \"hi\"`: any P { q }", #"module.provide((any P).self, "say \"hi\"", "#),
    ("@Run func `say \"hi\"`() async {}", #"module.run("say \"hi\"", "#),
    ("@Shutdown func `say \"hi\"`() {}", #"module.shutdown("say \"hi\"", "#),
  ])
  func `a quotation mark in a raw name is escaped`(member: String, text: String) {
    let expansion = Expansion(MisuseTests.inModule("  \(member)"))
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(text), "\(expansion.text)")
  }

  @Test(arguments: [
    ("@Provides var p: any P.Type { Q.self }", "value(module.p as any P.Type)"),
    ("@Provides func p() -> (any P.Type) { Q.self }", "value(module.p() as (any P.Type))"),
    (
      "@Launch func f() -> any P.Type { Q.self }",
      "value(module.f() as any P.Type), as: (any P.Type).self"
    ),
    ("@Provides var p: any P { Q() }", "value(module.p)"),
    ("@Provides var p: Q.Type { Q.self }", "value(module.p)"),
  ])
  func `the metatype of an existential keeps its type`(member: String, text: String) {
    let expansion = Expansion(MisuseTests.inModule("  \(member)"))
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(text), "\(expansion.text)")
  }

  /// A declaration around a module or a route, its own modifiers, and the access of its members.
  @Test(arguments: [
    ("public extension E", "", "public "), ("package extension E", "", "package "),
    ("fileprivate extension E", "", "fileprivate "), ("private extension E", "", "fileprivate "),
    ("extension E", "", ""), ("public extension E", "internal ", ""),
    ("public extension E", "package ", "package "), ("public enum E", "", ""),
    ("extension E", "public ", "public "),
  ])
  func `members have the access of the extension around their type`(
    around: String, own: String, access: String
  ) {
    let module = Expansion("\(around) {\n  @Module \(own)final class A {}\n}")
    let route = Expansion(
      "\(around) {\n  @RoutePattern(\"a/:id\") \(own)struct A {\n    var id: Int\n  }\n}")
    #expect(module.messages + route.messages == [])
    #expect(
      module.text.contains("    \(access)init(context: Gantry.ModuleContext)"), "\(module.text)")
    #expect(
      module.text.contains("    \(access)nonisolated static var manifest"), "\(module.text)")
    #expect(route.text.contains("    \(access)init(id: Int)"), "\(route.text)")
    #expect(route.text.contains("  \(access)static var routePattern"), "\(route.text)")
  }

  @Test(arguments: [
    ("@Module class A {}", "required init(context: Gantry.ModuleContext) throws { }"),
    ("@Module class A {}", "extension A: @unchecked Gantry.Module {"),
    ("@Module final class A<T> {}", "extension A: Gantry.Module {"),
    ("@Module class A<T> {}", "required init(context: Gantry.ModuleContext) {"),
    (
      "@Module class A {\n  static var manifest: ModuleManifest { m }\n}",
      "required init(context: Gantry.ModuleContext) {"
    ),
  ])
  func `a class that may have subclasses conforms even if it is refused`(
    source: String, text: String
  ) {
    let expansion = Expansion(source)
    #expect(expansion.messages.count == 1)
    #expect(expansion.text.contains(text), "\(expansion.text)")
  }

  @Test(arguments: [
    ("@Inject let (p, q): (any P, any Q)", "2: @Inject belongs on a stored 'let'"),
    (
      "@Inject let p: Lazy<ModuleContext>",
      "2: there is always exactly one ModuleContext: write "
        + "'@Inject let' with the plain type 'ModuleContext'"
    ),
    (
      "@Inject let p: [Gantry.Router]",
      "2: there is always exactly one Gantry.Router: write "
        + "'@Inject let' with the plain type 'Gantry.Router'"
    ),
    (
      "@Inject let p: (any P)! = nil",
      "2: an @Inject property cannot have a value of its own: the service is its value | remove the "
        + "value"
    ),
  ])
  func `a malformed injection has a message`(member: String, message: String) {
    #expect(Expansion(MisuseTests.inModule("  \(member)")).messages == [message])
  }

  @Test(arguments: [
    (
      "var p: any P { get async throws { q } }",
      "try await Gantry.MacroSupport.run(on: module) { try await module.p }"
    ),
    ("var p: any P { get throws { q } }", "try await Gantry.MacroSupport.value(module.p)"),
    ("var p: any P { get { q } set { r() } }", "module.p"),
    ("let p: any P = Q()", "module.p"),
    (
      "func p() async -> any P { q }",
      "await Gantry.MacroSupport.run(on: module) { await module.p() }"
    ),
  ])
  func `a provided member is read with the effects of its getter`(member: String, call: String) {
    let expansion = Expansion("@Module actor A {\n  @Provides \(member)\n}")
    #expect(expansion.messages == [])
    #expect(
      expansion.text.contains("in \(call) }")
        || expansion.text.contains("await Gantry.MacroSupport.value(\(call)) }"),
      "\(expansion.text)")
  }

  @Test(arguments: [
    (".debug", true, "Gantry.TaskOptions()"), ("Condition.debug", true, "Gantry.TaskOptions()"),
    ("Gantry.Condition.debug", true, "Gantry.TaskOptions()"),
    (".debug, .environment(\"A\")", true, "Gantry.TaskOptions(enabled: .environment(\"A\"))"),
    (".environment(\"A\"), .debug", true, "Gantry.TaskOptions(enabled: .environment(\"A\"))"),
    (".environment(\"A\")", false, "Gantry.TaskOptions(enabled: .environment(\"A\"))"),
    ("Other.debug", false, "Gantry.TaskOptions(enabled: Other.debug)"),
  ])
  func `a task for debug builds is left out of other builds`(
    conditions: String, isDebugOnly: Bool, options: String
  ) {
    let text = Expansion("@Launch(enabled: \(conditions)) func f() {}").text
    #expect(text.contains(options), "\(text)")
    #expect(text.contains("#if DEBUG") == isDebugOnly, "\(text)")
  }

  @Test(
    arguments: [
      ("", [], nil), ("/", [], nil), ("a/b", [], nil), ("/a/:id/", ["id"], nil),
      (":a/:b/c/:größe_2", ["a", "b", "größe_2"], nil), ("a/*rest", [], "rest"),
      (":id/*path", ["id"], "path"), ("a%2Ab", [], nil),
    ] as [(String, [String], String?)])
  func `a pattern's captures are read in order`(text: String, captures: [String], rest: String?) {
    let pattern = RoutePatternText(text)
    #expect(pattern.problem == nil)
    #expect(pattern.captures == captures)
    #expect(pattern.rest == rest)
    #expect(pattern.names == captures + [rest].compactMap(\.self))
  }

  private static let name =
    "a capture's name consists of letters, digits and underscores, and doesn't begin with a digit"

  @Test(arguments: [
    ("//", "a segment may not be empty"), ("*a/*b", "nothing may follow *rest"), (":", name),
    (":2a", name), (":a-b", name), ("*2", name), (":a/*a", "two captures are named a"),
    (
      "a#b",
      "a pattern has no query: a query item is a parameter that the path doesn't capture; write %3F"
        + " and %23 for ? and #"
    ),
  ])
  func `a pattern's first fault is reported`(text: String, problem: String) {
    #expect(RoutePatternText(text).problem == problem)
  }

  @Test func `a route needs a pattern, and observers keep a property stored`() {
    #expect(
      Expansion("@RoutePattern struct A {}").messages == [
        "1: a pattern must be a plain string literal, so that it can be checked"
      ])
    let route = "@RoutePattern(\"a/:id\") struct A {\n  var id: Int { didSet { b() } }\n}"
    #expect(Expansion(route).messages == [])
    #expect(Expansion(route).text.contains("init(id: Int) {"))
    let computed = "@RoutePattern(\"a/:id\") struct A {\n  var id: Int { get { 1 } set {} }\n}"
    #expect(
      Expansion(computed).messages == [
        "1: the pattern captures 'id', and 'A' has no property of that name: add 'var id', or correct"
          + " the pattern"
      ])
  }

  @Test(arguments: [
    ("🚀", "🎉"), ("`x-y`", "`x y`"), ("`x y`", "x_y"), ("`x+`", "`x-`"),
  ])
  func `members with names of other characters keep their arguments apart`(
    first: String, second: String
  ) {
    let members = [first, second].map { "  @Launch(timeout: limit) func \($0)() {}" }
    let expansion = Expansion(MisuseTests.inModule(members.joined(separator: "\n")))
    #expect(expansion.messages == [])
    let made = expansion.text.split(separator: "\n").filter { $0.contains("func __gantry") }
    #expect(made.count == 2 && made.first != made.last, "\(made)")
  }
}
