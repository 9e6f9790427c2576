// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct InterceptMacroTests {
  private static func module(_ members: String) -> String {
    "@Module final class A {\n\(members)\n}"
  }

  private static let parameters =
    "an @Intercept function takes one RouteRequest, and after it at most one ModuleContext"
  private static let answer = "an @Intercept function returns a RouteDecision"

  @Test(arguments: [
    (
      "@Intercept(\"a/:id?\") func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      "2: 'a/:id?' isn't a pattern: a capture is a whole segment, written :id, not :id?; an optional"
        + " value is a query item, or there are two routes, one without it"
    ),
    (
      "@Intercept(\"a\", \"b/../c\") func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      "2: 'b/../c' isn't a pattern: segments . and .. are not allowed"
    ),
    (
      "@Intercept(Paths.secret) func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      "2: a path must be a plain string literal, so that the router knows it before the launch"
    ),
    ("@Intercept func f(_ r: RouteRequest) async {}", "2: \(answer)"),
    ("@Intercept func f(_ r: RouteRequest) -> Bool { true }", "2: \(answer)"),
    (
      "@Intercept func f(_ r: RouteRequest) throws -> RouteDecision { .allow }",
      "2: 'f' cannot throw: return .veto with the reason"
    ),
    ("@Intercept func f() -> RouteDecision { .allow }", "2: \(parameters)"),
    ("@Intercept func f(id: Int) async -> RouteDecision { .allow }", "2: \(parameters)"),
    (
      "@Intercept func f(_ r: RouteRequest, _ s: Int) -> RouteDecision { .allow }",
      "2: \(parameters)"
    ),
    ("@Intercept func f(_ r: inout RouteRequest) -> RouteDecision { .allow }", "2: \(parameters)"),
    (
      "@Intercept static func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      "2: an @Intercept member cannot be static: it is called on the module's instance | remove"
        + " 'static'"
    ),
    (
      "@Intercept func f<T>(_ r: RouteRequest) -> RouteDecision { .allow }",
      "2: an @Intercept function cannot be generic: no call could choose the types"
    ),
    (
      "@Intercept(\"a\") @Route(\"b\") func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      "2: a declaration cannot be both @Intercept and @Route"
    ),
    (
      """
      @Intercept("a") func f(_ r: RouteRequest) -> RouteDecision { .allow }
      @Intercept("b") func f(_ r: RouteRequest, c: ModuleContext) -> RouteDecision { .allow }
      """,
      "3: the module already has an @Intercept named 'f': give this one another name"
    ),
  ])
  func `every misuse has its message at its line`(member: String, message: String) {
    #expect(Expansion(Self.module(member)).messages == [message])
  }

  @Test(arguments: [
    (
      "func g() {\n  @Intercept func f(_ r: RouteRequest) -> RouteDecision { .allow }\n}",
      "2: @Intercept on a local function is never called: move it to file scope"
    ),
    (
      "@Intercept(\"a\") func f(_ r: RouteRequest) {}", "1: \(answer)"
    ),
    (
      "@Intercept(\"a\", name: \"my check\") func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      "1: 'my check' is not a name: names have no spaces"
    ),
    (
      "struct S {\n  @Intercept func f(_ r: RouteRequest) -> RouteDecision { .allow }\n}",
      "2: @Intercept has no effect in 'S', which isn't a @Module"
    ),
  ])
  func `an interceptor outside of a module has the messages of one in it`(
    source: String, message: String
  ) {
    #expect(Expansion(source).messages == [message])
  }

  @Test(arguments: [
    (
      "@MainActor final class A",
      "@Intercept(\"a\", \"b/*rest\", priority: .high) func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      """
      module.intercept("f", ["a", "b/*rest"], Gantry.InterceptorOptions(priority: .high), line: 2, body: .main { module, call, _ in return module.f(call) })
      """
    ),
    (
      "actor A",
      "@Intercept nonisolated func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      """
      module.intercept("f", [], Gantry.InterceptorOptions(), line: 2, body: .anywhere { module, call, _ in return module.f(call) })
      """
    ),
    (
      "actor A",
      "@Intercept(\"a\", asksPerson: true) func f(request: RouteRequest, context: ModuleContext) async -> RouteDecision { .allow }",
      """
      module.intercept("f", ["a"], Gantry.InterceptorOptions(asksPerson: true), line: 2, body: .background { module, call, context in
      """
    ),
    (
      "final class A", "@Intercept(\"a\") func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      """
      module.intercept("f", ["a"], Gantry.InterceptorOptions(), line: 2, body: .isolated(like:
      """
    ),
    (
      "final class A",
      "@Intercept(\"a\", priority: Self.late) func f(_ r: RouteRequest) async -> RouteDecision { .allow }",
      ".self) as Gantry.InterceptorOptions), line:"
    ),
  ])
  func `an interceptor is registered by its isolation`(type: String, member: String, part: String) {
    let expansion = Expansion("@Module \(type) {\n  \(member)\n}")
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(part), "\(expansion.text)")
  }

  /// Free functions, and a part of their expansion.
  @Test(arguments: [
    (
      "@Intercept(\"a\", \"b/*rest\", priority: .high) @MainActor func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      """
      function.intercept(["a", "b/*rest"], Gantry.InterceptorOptions(priority: .high), line: 1, body: .main { _, call, _ in return f(call) })
      """
    ),
    (
      "@Intercept nonisolated func call(_ r: RouteRequest, c: ModuleContext) -> RouteDecision { .allow }",
      """
      function.intercept([], Gantry.InterceptorOptions(), line: 1, body: \
      .anywhere { _, _call, context in return call(_call, c: context) })
      """
    ),
    (
      "@Intercept(\"a\", asksPerson: true) func f(_ r: RouteRequest) async -> RouteDecision { .allow }",
      """
      function.intercept(["a"], Gantry.InterceptorOptions(asksPerson: true), line: 1, body: .background { _, call, _ in
      """
    ),
    (
      "@Intercept(\"a\", name: \"guard\") func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      "Gantry.ModuleManifest(function: \"guard\", line:"
    ),
    (
      "@Intercept(\"a\", name: \"guard\") func f(_ r: RouteRequest) -> RouteDecision { .allow }",
      "body: .isolated(like: Swift.type(of: "
    ),
  ])
  func `a free function is an interceptor of its own`(source: String, part: String) {
    let expansion = Expansion(source)
    #expect(expansion.messages == [])
    #expect(expansion.text.contains(part), "\(expansion.text)")
  }
}
