// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryTool

@Suite struct SourceFileTests {
  @Test(
    arguments: [
      ("import Orders", ["Orders 1"]),
      ("\n@testable public import struct Orders.Order\n", ["Orders 2"]),
      (
        "@_exported @preconcurrency internal import Orders; import Account",
        ["Orders 1", "Account 1"]
      ),
      ("// import Orders\n/* import Account /* import Money */ */ import Catalog", ["Catalog 2"]),
      ("let text = \"\"\"\n  import Orders\n  \"\"\"\nimport Money", ["Money 4"]),
      ("let text = #\"\\#(\"import \") \" import Orders\"#\nimport Money", ["Money 2"]),
      ("func important() { import_ = Orders }", []), ("func `import Orders`() {}", []),
      ("#if canImport(Orders)\n  import Orders\n#endif", ["Orders 2"]),
      ("let a = \"\\(b ? \"import\" : \"}\") {\"\nimport Money", ["Money 2"]),
      ("let a = \"\\(#\"a\"b\"#)\"\nimport Money", ["Money 2"]),
      ("let a = \"\\(b.contains(#/\"/#))\"\nimport Money", ["Money 2"]),
      ("", []), ("import", []), ("/* never closed", []), ("\"never closed", []),
    ])
  func `imports are found like the compiler finds them`(source: String, expected: [String]) {
    let imports = SourceFile(source).imports
    #expect(imports.map { "\($0.module) \($0.line)" } == expected)
  }

  @Test(
    arguments: [
      ("@Module final class OrdersModule {}", ["Orders OrdersModule 1 "]),
      ("@Gantry.Module(after: \"A\")\n@MainActor\npublic final class Shop {}", ["Shop Shop 1 "]),
      ("@Module(\n  name: \"Shop\", after: \"B)\")\nactor Store { }", ["Shop Store 1 "]),
      ("enum Space {\n  @Module final class Inner {}\n}", ["Inner Inner 2 "]),
      ("func test() {\n  @Module final class Local {}\n}", []),
      ("let make = {\n  @Module final class Local {}\n}", []),
      ("#if DEBUG\n@Module final class Kit {}\n#endif", ["Kit Kit 2 DEBUG"]),
      (
        "#if DEBUG\n#else\n@Module final class Kit {}\n#endif\n@Module final class B {}",
        ["Kit Kit 3 !(DEBUG)", "B B 5 "]
      ),
      (
        "#if A\n#elseif os(Linux) // b\n@Module final class Kit {}\n#else\n#if C\n@On func f(_ e: E) {}\n"
          + "#endif\n#endif\n@Module final class D {}",
        ["Kit Kit 3 !(A) && os(Linux)", "f f 6 !(A) && !(os(Linux)),C", "D D 9 "]
      ),
      ("#else\n#elseif A\n#endif\n@Module final class Kit {}", ["Kit Kit 4 "]),
      ("@Module(enabled: .debug) final class Kit {}", ["Kit Kit 1 DEBUG"]),
      ("@Module(enabled: .config(\"log.debug\")) final class Kit {}", ["Kit Kit 1 "]),
      ("@Module(after: \"name:\", name: \"Shop\") final class Kit {}", ["Shop Kit 1 "]),
      ("@Module(enabled: .debugging) final class Kit {}", ["Kit Kit 1 "]),
      ("// @Module final class A {}\nlet a = \"@Module class B {}\"", []),
      ("@ModuleList final class A {}", []),
      ("@Launch(.afterReady) func warmUp() {}", ["warmUp warmUp 1 "]),
      ("@Launch(name: \"Warm\")\nfunc warmUp() {}", ["Warm warmUp 1 "]),
      ("@On func heard(_ event: Tick) {}", ["heard heard 1 "]),
      ("@On func `default`(_ event: Tick) {}", ["default default 1 "]),
      ("@Route func page(_ route: Page) {}", ["page page 1 "]),
      ("@Route(\n  \"name:\\\"a\\\"/x.debug\"\n)\nfunc page() {}", ["page page 1 "]),
      ("final class A {\n  @Route(\"page\") func page() {}\n}", []),
      ("@RoutePattern(\"page\") struct Page {}\nfunc page() {}", []),
      ("final class A {\n  @On func heard(_ event: Tick) {}\n}", []),
      ("@Module final class A {\n  class func a() {}\n}\n@On func b() {}", ["A A 1 ", "b b 4 "]),
      ("struct A { var a: Int { 1 }\n@Module final class B {} }", ["B B 2 "]),
    ])
  func `modules and functions with records are found`(source: String, expected: [String]) {
    let found = SourceFile(source).declarations.map { declaration in
      let conditions = declaration.conditions.joined(separator: ",")
      return "\(declaration.module) \(declaration.name) \(declaration.line) \(conditions)"
    }
    #expect(found == expected)
  }

  @Test(
    arguments: [
      #"let a = /"([^"]*)"/"#, #"let a = #/https?:\/\//#"#, "let a = ##/ \"/# {/##",
      "let a = #/\n  \"  # one\n  {2}\n/#", #"if !/"/.matches(a) {}"#, #"f(/"/, by: /'"{/)"#,
      #"{ _ in /[{"]/ }"#, #"func f() -> Any { return /\/"/ }"#, "let a =\n  /\"/", #"a ~= /(")/"#,
      #"let a = "\(b.contains(/"/)) {""#, "R {\n  One(a)\n  /\"{/\n}", #"a ? /"/ : /{/"#,
      "let a = #/\n  \\{\n/#",
      // None of these is one.
      "let a = b / c; let d = e / \"f{\"", #"let a = (b /c) / d("{")"#, #"let a = (b)/c/d("{")"#,
      #"let a = b.reduce(1, /) + c("/ {")"#, "let a = b /c /* { */", "let a = 1 /b // \"{",
      #"let a = b! /c + "/{""#, "let a = b / // {\n  c", "#/ {}",
      #"let a = b[0] /c/ d("{")"#, "let operators = [+, -, *, /]",
    ])
  func `a regex literal is hidden, and a division is not`(line: String) {
    for end in ["\n", "\r\n"] {
      let source = "\(line)\nimport Money\n@Module final class Purse {}".replacing("\n", with: end)
      let file = SourceFile(source)
      #expect(file.imports.map(\.module) == ["Money"])
      #expect(file.declarations.map(\.name) == ["Purse"])
      #expect(SwiftMask(source).code.count == source.utf8.count)
    }
  }

  @Test func `code keeps its positions when text is hidden`() {
    let source = "let a = \"x\\n\" // c\n/* d\n */ let b = #\"\"#; let e = \"\"\"\n f \"\"\"\n"
    let mask = SwiftMask(source)
    #expect(mask.code.count == source.utf8.count)
    #expect(mask.code.count { $0 == UInt8(ascii: "\n") } == 5 - 1)
    let hidden = String(decoding: mask.code, as: UTF8.self)
    #expect(hidden.contains("let b") && !hidden.contains("c\n") && !hidden.contains("f"))
  }

  @Test func `any prefix of a file is read without a trap`() {
    let source = Array("@Module(name: \"A\") #if X\nclass `A` { \"\\(b(\"c\"))\" /* /* */ }".utf8)
    for count in 0...source.count {
      let text = String(decoding: source.prefix(count), as: UTF8.self)
      #expect(SourceFile(text).declarations.count <= 1)
    }
  }
}
