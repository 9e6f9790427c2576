// SPDX-License-Identifier: Apache-2.0

import Testing

/// Arguments that the compiler may refuse are not copied: the mistake would be reported twice.
@Suite struct ArgumentExpansionTests {
  private static func expanded(_ member: String) -> [String] {
    Expansion("@Module final class A {\n  \(member)\n}").text
      .split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }

  @Test(arguments: [
    (
      "@Launch(.afterReady, requires: \"B\", \"C\", priority: 3) func f() {}", "Gantry.TaskOptions("
    ),
    ("@Launch(timeout: .seconds(5), retry: .backoff) func f() {}", "Gantry.TaskOptions("),
    ("@Launch(.first, requires: \"B\") func f() {}", "Gantry.TaskOptions(.first, requires: \"B\")"),
    ("@Launch(priority: -1) func f() {}", "Gantry.TaskOptions(priority: -1)"),
    ("@Launch(enabled: .environment(\"X\"), .debug) func f() {}", "Gantry.TaskOptions("),
    ("@On(.once, priority: 3) func f(_ event: E) {}", "Gantry.HandlerOptions(.once, priority: 3)"),
    ("@On(named: \"a\", priority: 3) func f(_ event: NamedEvent) {}", "module.on(named: \"a\","),
    (
      "@On(backlog: .newest(1)) func f(_ event: E) {}", "Gantry.HandlerOptions(backlog: .newest(1))"
    ),
    (
      "@On(backgroundTask: \"a\", \"b\", priority: 3) func f(_ task: PerformBackgroundTask) {}",
      "Gantry.HandlerOptions(backgroundTask: \"a\", \"b\", priority: 3)"
    ),
    ("@Run(.always, retry: .unlimited) func f() async {}", "Gantry.RunOptions(.always"),
    ("@Run(retry: .never) var p: P", "Gantry.RunOptions(retry: .never)"),
    ("@Run(ready: .whenReported) var p: P", "Gantry.RunOptions(ready: .whenReported)"),
    ("@Shutdown(timeout: .seconds(5)) func f() {}", "Gantry.ShutdownOptions(timeout: .seconds(5))"),
    ("@Provides(scope: .unique) var p: P { P() }", "Gantry.ProvideOptions(scope: .unique)"),
    ("@Inject(\"a\") let p: P", "module.inject(P.self, \"a\","),
    ("@Route(\"a\", access: .external) func f() {}", "Gantry.RouteOptions(access: .external)"),
  ])
  func `literals and known members are copied`(member: String, copy: String) {
    let lines = Self.expanded(member)
    #expect(lines.contains { $0.contains(copy) })
    #expect(!lines.contains { $0.contains("__gantry(") })
  }

  @Test(arguments: [
    ("@Launch(.later) func f() {}", "Gantry.TaskOptions"),
    ("@Launch(priority: 3, after: \"B\") func f() {}", "Gantry.TaskOptions"),
    ("@Launch(after: .consent) func f() {}", "Gantry.TaskOptions"),
    ("@Launch(timeout: limit) func f() {}", "Gantry.TaskOptions"),
    ("@Launch(timeout: .seconds(\"5\")) func f() {}", "Gantry.TaskOptions"),
    ("@Launch(requires: \"\\(name)\") func f() {}", "Gantry.TaskOptions"),
    ("@On(.twice) func f(_ event: E) {}", "Gantry.HandlerOptions"),
    ("@On(named: name) func f(_ event: NamedEvent) {}", "Swift.String"),
    (
      "@On(backgroundTask: \"a\", Tasks.b) func f(_ task: PerformBackgroundTask) {}",
      "Gantry.HandlerOptions"
    ),
    (
      "@Run(retry: .every(.seconds(9), times: 5)) func f() async {}", "Gantry.RunOptions"
    ),
    ("@Shutdown(5) func f() {}", "Gantry.ShutdownOptions"),
    ("@Provides(.europe) var p: P { P() }", "Gantry.ProvideOptions"),
    ("@Inject(.europe) let p: P", "Gantry.ServiceQualifier?"),
    ("@Route(\"a\", access: .other) func f() {}", "Gantry.RouteOptions"),
  ])
  func `all other arguments become members of their own`(member: String, type: String) {
    let lines = Self.expanded(member)
    let made = lines.filter { $0.hasPrefix("private nonisolated static func __gantry(") }
    #expect(made.contains { $0.hasSuffix(".Type) -> \(type) {") }, "\(made)")
    #expect(lines.contains { $0.contains("(A.__gantry(") && $0.contains(" as \(type))") })
  }

  @Test func `overloads get separate members`() {
    let lines = Self.expanded(
      """
      @On(priority: first) func f(_ event: E) {}
      @On(priority: second) func f(_ event: F) {}
      """)
    let made = lines.filter { $0.contains("func __gantry(") }
    #expect(Set(made).count == 2, "\(made)")
  }

  @Test func `a handler of a named event is registered by the name`() {
    let member = Self.expanded("@On(named: \"orders\", .once) func f(_ event: NamedEvent) {}")
    #expect(
      member.contains {
        $0.hasPrefix(
          """
          module.on(named: "orders", "f", Gantry.HandlerOptions(.once), \
          line: 2, body: .isolated(
          """)
      })
    let free = Expansion("@On(named: \"orders\") func f(_ event: NamedEvent) async {}").text
    #expect(
      free.contains(
        """
        function.on(named: "orders", Gantry.HandlerOptions(), line: 1,
        """))
  }
}
