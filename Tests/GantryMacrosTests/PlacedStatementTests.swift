// SPDX-License-Identifier: Apache-2.0

import Testing

/// Where the compiler shows errors in the statements of a manifest.
@Suite struct PlacedStatementTests {
  /// Options that the compiler may reject in the manifest alone, and others.
  @Test(arguments: [
    ("requires: .storage", true), ("name: Names.shop", true), ("priority: .urgent", true),
    ("enabled: .flag", true), ("requires: \"Storage\", wants: \"Log\"", false),
    ("name: nil, stage: .idle, priority: -3, essential: true", false),
    ("enabled: .debug, .config(\"isOn\")", false),
  ])
  func `an option that may be wrong in the manifest is at the line of the attribute`(
    option: String, isPlaced: Bool
  ) {
    let expansion = Expansion("\n@Module(\(option))\nfinal class AModule {}")
    #expect(expansion.messages == [])
    let lines = expansion.text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    let placed = lines.indices.filter { lines[$0].contains("line: 2)") }.map { lines[$0 + 1] }
    #expect(
      placed.map { $0.prefix { $0 != "(" } } == (isPlaced ? ["Gantry.ModuleManifest"] : []),
      "\(expansion.text)")
    let resets = lines.filter { $0 == "#sourceLocation()" }
    #expect(resets.count == placed.count, "\(expansion.text)")
  }

  @Test(arguments: ["@MainActor final class", "final class", "actor"])
  func `a module that is a service is provided at the lines of the protocols`(kind: String) {
    let expansion = Expansion(
      "\n@Module(\n  provides: (any P).self,\n  (any Q<Int>).self, after: \"B\")\n\(kind) A: P {\n"
        + "  @Launch func f() {}\n}")
    #expect(expansion.messages == [])
    let expected = [("any P", 3), ("any Q<Int>", 4)].map { type, line in
      """
      module.provide((\(type)).self, "self", Gantry.ProvideOptions(), \
      line: \(line), atOnce: true) \
      { module in let service: \(type) = module; return service }
      """
    }
    let lines = expansion.text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
    let first = lines.firstIndex { $0.hasPrefix("module.provide(") } ?? 0
    #expect(lines[first - 1] == "#sourceLocation(file: \"OrdersModule.swift\", line: 3)")
    #expect(lines[first..<first + 2].map(String.init) == expected, "\(expansion.text)")
    #expect(lines.filter { $0 == "#sourceLocation()" }.count == 1)
    #expect(expansion.text.contains("Gantry.ModuleOptions(name: \"A\", after: \"B\")"))
  }

  /// The members of a module, and how many `#sourceLocation` lines lead to their statements.
  @Test(arguments: [
    (["@On func a(_ event: A) {}", "@On func b(_ event: B) {}", "@Launch func c() {}"], 1),
    (["@On func a(_ event: A) {", "  f()", "}", "@On func b(_ event: B) {", "}"], 1),
    (["@On func a(_ event: A) {}", "", "// Words.", "", "@Inject let b: any B"], 1),
    (["@On func a(_ event: A) {}"] + Self.blank(100) + ["@Launch func b() {}"], 1),
    (["@On func a(_ event: A) {}"] + Self.blank(101) + ["@Launch func b() {}"], 2),
    (["@On func a(_ event: A) {}", "#if X", "@On func b(_ event: B) {}", "#endif"], 2),
    (
      [
        "#if X", "@Launch func a() {}", "@Launch func b() {}", "#else", "@Launch func c() {}",
        "#endif", "@Launch func d() {}",
      ], 3
    ),
    (
      ["@Launch func a() {}", "", "@Launch(enabled: .debug) func b() {", "  f()", "", "}"]
        + ["@Launch func c() {}"], 1
    ),
    (["@Launch(enabled: .debug) func a() {}", "@Launch func b() {}"], 2),
  ])
  func `every statement is at the line of its member`(members: [String], directives: Int) throws {
    let source = "@Module final class M {\n\(members.joined(separator: "\n"))\n}"
    let text = Expansion(source).text
    let manifest = try #require(text.split(separator: ") { module in\n").last)
    var line: Int?
    var found = 0
    var placed = 0
    for written in manifest.split(separator: "\n", omittingEmptySubsequences: false) {
      if written.contains("#sourceLocation()") { break }
      if let place = written.firstMatch(of: /#sourceLocation\(file: .*, line: (\d+)\)/) {
        line = Int(place.1)
        found += 1
        continue
      }
      if let told = written.firstMatch(of: /module\.\w+\(.* line: (\d+)/) {
        #expect(Int(told.1) == line, "\(text)")
        placed += 1
      }
      line = line.map { $0 + 1 }
    }
    #expect(found == directives, "\(text)")
    #expect(placed == members.count { $0.hasPrefix("@") })
  }

  private static func blank(_ count: Int) -> [String] { Array(repeating: "", count: count) }

  @Test func `a multi-line body gets a statement on several lines`() {
    let expansion = Expansion(
      """
      @Module final class M {
        @Launch nonisolated func a() async {
          f()
        }

        @On func b(_ event: B) {
          f()
        }
      }
      """)
    #expect(
      expansion.text.contains(
        """
              module.launch("a", Gantry.TaskOptions().isolated(like: (() -> Swift.Void).self), line: 2, body: .background { module, _ in
                await module.a()
              })

              module.on(B.self, "b", Gantry.HandlerOptions(), line: 6, body: .isolated(like: module.isolation,
                main: { module, event, _ in module.b(event) },
                background: { module, event, _ in await Gantry.MacroSupport.value(module.b(event)) }))
              #sourceLocation()
        """), "\(expansion.text)")
  }
}
