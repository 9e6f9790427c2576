// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

@Suite struct GraphTests {
  @Test func `the layers in words`() async throws {
    let end = try await ToolFolder().run("graph --format text", on: .shop)
    #expect(
      end
        == ToolFolder.End(
          output: """
            layer 1
              setUp
            layer 2
              Analytics
              Storage ← setUp (order)
            layer 3
              Account ← Analytics (order), Storage (service)
            layer 4
              Orders ← Storage (service), Account (optional service)
            without edges
              Help

            """))
  }

  @Test func `only some kinds of edges`() async throws {
    let end = try await ToolFolder().run("graph --format text --kind order result", on: .shop)
    #expect(
      end
        == ToolFolder.End(
          output: """
            layer 1
              Analytics
              setUp
            layer 2
              Account ← Analytics (order)
              Storage ← setUp (order)
            layer 3
              Orders ← Account (order), Storage (result)
            without edges
              Help

            """))
  }

  @Test func `DOT has a statement for each module and each edge`() async throws {
    let modules: [ModuleManifest] = [
      .sample("A \"1\"", ModuleOptions(essential: true)), .sample("Alone"),
      .function("f", TaskOptions(wants: "A \"1\"")),
    ]
    let end = try await ToolFolder().run("graph --format dot", on: modules)
    #expect(
      end
        == ToolFolder.End(
          output: #"""
            digraph modules {
              rankdir=LR;
              node [shape=box, fontname="sans-serif", fontsize=11, height=0.3];
              edge [arrowsize=0.7];
              { rank=same;
                "A \"1\"" [tooltip="A \"1\", a module of A \"1\"\ndeclared at A \"1\"/A \"1\".swift:1\nessential", peripheries=2];
              }
              { rank=same;
                "f" [tooltip="f, a function of App\ndeclared at App/Functions.swift:1\nf wants A \"1\" (App/Functions.swift:1)", style="rounded"];
              }
              "Alone" [tooltip="Alone, a module of Alone\ndeclared at Alone/Alone.swift:1"];
              "A \"1\"" -> "f" [tooltip="f wants A \"1\" (App/Functions.swift:1)", dir=both, arrowtail=none, color="#a8517f", style=dashed];
            }

            """#))
  }

  @Test func `a cycle and a missing module are marked`() async throws {
    let modules: [ModuleManifest] = [
      .sample("A", ModuleOptions(requires: "B")), .sample("B", ModuleOptions(after: "C")),
      .sample("C", ModuleOptions(requires: "A", "Nobody")),
    ]
    let text = try await ToolFolder().run("graph --format text", on: modules)
    #expect(
      text.output == """
        layer 1
          Nobody, which is missing
          A ← B (requires, on a cycle)
        layer 2
          C ← Nobody (requires), A (requires, on a cycle)
        layer 3
          B ← C (order, on a cycle)
        cycle: A → B → C → A

        """)
    let dot = try await ToolFolder().run("graph --format dot", on: modules)
    #expect(dot.output.split(separator: "\n").count { $0.contains("penwidth=3") } == 3)
    let svg = try await ToolFolder().run("graph", on: modules)
    #expect(svg.output.split(separator: "\n").count { $0.contains(" cycle e") } == 3)
    #expect(svg.output.contains("node missing"))
  }

  @Test func `modules that are skipped or launch on demand are marked`() async throws {
    let off = Condition.when("never") { _ in false }
    let modules: [ModuleManifest] = [
      .sample("A"), .sample("B", ModuleOptions(requires: "A", enabled: off)),
      .sample("Map", ModuleOptions(requires: "A")) { $0.task("draw", TaskOptions(.onDemand)) },
      .sample("Off", ModuleOptions(enabled: off)),
    ]
    let app = try AppFolder([], manifest: .of(modules))
    let text = try await app.run("graph --format text --manifest manifest.json")
    #expect(
      text.output == """
        layer 1
          A
        layer 2
          B (skipped) ← A (requires)
          Map (on demand) ← A (requires)
        without edges
          Off (skipped)

        """)
    let dot = try await app.run("graph --format dot --manifest manifest.json")
    #expect(dot.output.contains(#"skipped: condition does not hold: never"#))
    #expect(dot.output.contains(##"fontcolor="#5b6570", style="dashed"];"##))
    #expect(dot.output.contains(#"style="dotted"];"#))
    let svg = try await app.run("graph --manifest manifest.json")
    #expect(svg.output.ranges(of: "class=\"node skipped").count == 2)
    #expect(svg.output.ranges(of: "class=\"node later").count == 1)
    #expect(
      svg.output.contains(" Broken frame: skipped. Dotted frame: launches on demand.</text>"))
  }

  /// `A.later` waits for `B`, which waits for `A`, and the launch still works.
  @Test func `modules that need each other in different stages are not a cycle`() async throws {
    let modules: [ModuleManifest] = [
      .sample("A") { $0.task("later", TaskOptions(.afterReady, requires: "B")) },
      .sample("B", ModuleOptions(requires: "A")),
    ]
    let end = try await ToolFolder().run("graph --format text", on: modules)
    #expect(
      end.output == """
        layer 1
          A ← B (requires)
        layer 2
          B ← A (requires)

        """)
  }

  @Test func `a lazy dependency doesn't change layers in either direction`() async throws {
    let modules: [ModuleManifest] = [
      .sample("Goods") { module in
        module.offers((any StorageService).self, Memory())
        module.inject(Lazy<any AccountService>.self, at: "Goods/Goods.swift:3")
      },
      .sample("Sale", ModuleOptions(requires: "Goods")) { module in
        module.offers((any AccountService).self, Memory())
      },
      .sample("Share") { module in
        module.inject(Lazy<any AccountService>.self, at: "Share/Share.swift:3")
      },
      .sample("Tips") { module in
        module.inject(Lazy<any StorageService>.self, at: "Tips/Tips.swift:3")
      },
    ]
    let text = try await ToolFolder().run("graph --format text", on: modules)
    #expect(
      text.output == """
        layer 1
          Goods ← Sale (lazy service)
          Share ← Sale (lazy service)
          Tips ← Goods (lazy service)
        layer 2
          Sale ← Goods (requires)

        """)
    let dot = try await ToolFolder().run("graph --format dot", on: modules)
    #expect(dot.output.split(separator: "\n").count { $0.contains("constraint=false") } == 3)
    let svg = try await ToolFolder().run("graph --all", on: modules)
    #expect(svg.output.matches(of: /class="edge [^"]* e\d+ e\d+"/).count == 4)
  }

  @Test func `an edge that others imply is omitted, unless one of them is weaker`() async throws {
    let strong: [ModuleManifest] = [
      .sample("A"), .sample("B", ModuleOptions(requires: "A")),
      .sample("C", ModuleOptions(requires: "A", "B")),
    ]
    let weak: [ModuleManifest] = [
      .sample("A"), .sample("B", ModuleOptions(wants: "A")),
      .sample("C", ModuleOptions(requires: "A", "B")),
    ]
    let folder = try ToolFolder()
    #expect(try await folder.run("graph", on: strong).output.contains("Left out: 1 edge that"))
    #expect(try await folder.run("graph --all", on: strong).output.contains("Thin: 1 edge that"))
    #expect(try await !folder.run("graph", on: weak).output.contains("Left out"))
  }

  @Test func `an app without modules has a graph`() async throws {
    let folder = try ToolFolder()
    #expect(
      try await folder.run("graph --format text", on: []).output == "The app has no modules.\n")
    #expect(try await folder.run("graph", on: []).output.hasSuffix("</svg>\n"))
    let dot = try await folder.run("graph --format dot", on: [])
    #expect(dot.output.hasPrefix("digraph modules {") && dot.output.hasSuffix("}\n"))
  }

  @Test func `a picture can be written to a file`() async throws {
    let folder = try ToolFolder()
    let shown = try await folder.run("graph", on: .shop)
    let written = try await folder.run("graph --output picture.svg", on: .shop)
    #expect(written == ToolFolder.End())
    #expect(try folder.text(of: "picture.svg") == shown.output)
    let end = try await folder.run("graph --output no/x.svg", on: .shop)
    let errors = "no/x.svg: cannot be written: No such file or directory.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
  }
}
