// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@Suite struct GraphTests {
  @Test func `JSON has each module with its layer, and each dependency with its form`() async throws
  {
    struct File: Decodable {
      struct Module: Decodable {
        struct Need: Decodable {
          let name, kind: String
          let isRequired: Bool
        }

        let name: String
        let layer: Int
        let needs: [Need]
      }

      let schemaVersion: Int
      let graph: [Module]
    }

    let end = try await ToolFolder().run("graph --format json", on: .shop)
    let file = try JSONDecoder().decode(File.self, from: Data(end.output.utf8))
    #expect(file.schemaVersion == 1)
    #expect(
      file.graph.prefix(5).map { "\($0.layer) \($0.name)" }
        == ["1 Analytics", "1 Help", "1 setUp", "2 Storage", "3 Account"])
    #expect(
      file.graph[4].needs.map { "\($0.name) \($0.kind) \($0.isRequired)" }
        == ["Analytics order false", "Storage service true", "Storage wants false"])
  }

  @Test func `the layers in words`() async throws {
    let end = try await ToolFolder().run("graph --format text", on: .shop)
    #expect(
      end
        == ToolFolder.End(
          output: """
            layer 1
              Analytics
              Help
              setUp
            layer 2
              Storage ← setUp (order)
            layer 3
              Account ← Analytics (order), Storage (service)
            layer 4
              Orders ← Storage (service), Account (optional service)

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
              Help
              setUp
            layer 2
              Account ← Analytics (order)
              Storage ← setUp (order)
            layer 3
              Orders ← Account (order), Storage (result)

            """))
  }

  private static let odd: [ModuleManifest] = [
    .sample("A \"1\"", ModuleOptions(essential: true)), .sample("Alone"),
    .sample("Lost", ModuleOptions(requires: "Nobody")),
    .function("end", TaskOptions(wants: "A \"1\"", after: "Alone")),
  ]

  @Test func `Mermaid has a line for each module and each edge`() async throws {
    let end = try await ToolFolder().run("graph", on: Self.odd)
    #expect(
      end
        == ToolFolder.End(
          output: """
            graph LR
              n0[["A #quot;1#quot;"]]
              Alone["Alone"]
              Nobody{{"Nobody (missing)"}}
              n3(["end"])
              Lost["Lost"]
              n0 -. "wants" .-> n3
              Alone -. "order" .-> n3
              Nobody -- "requires" --> Lost

            """))
  }

  @Test func `DOT has a statement for each module and each edge`() async throws {
    let end = try await ToolFolder().run("graph --format dot", on: Self.odd)
    #expect(
      end
        == ToolFolder.End(
          output: #"""
            digraph modules {
              rankdir=LR;
              node [shape=box];
              "A \"1\"" [label="A \"1\"", peripheries=2];
              "Alone" [label="Alone"];
              "Nobody" [label="Nobody (missing)", color=red];
              "end" [label="end", style=rounded];
              "Lost" [label="Lost"];
              "A \"1\"" -> "end" [label="wants", edgetooltip="end wants A \"1\" (App/Functions.swift:1)", style=dashed];
              "Alone" -> "end" [label="order", edgetooltip="end comes after Alone (App/Functions.swift:1)", style=dotted];
              "Nobody" -> "Lost" [label="requires", edgetooltip="Lost requires Nobody (Lost/Lost.swift:1)"];
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
          Nobody (missing)
          A ← B (requires, on a cycle)
        layer 2
          C ← Nobody (requires), A (requires, on a cycle)
        layer 3
          B ← C (order, on a cycle)
        cycle: A → B → C → A

        """)
    let dot = try await ToolFolder().run("graph --format dot", on: modules)
    #expect(dot.output.split(separator: "\n").count { $0.contains("on a cycle") } == 3)
    #expect(dot.output.split(separator: "\n").count { $0.contains("constraint=false") } == 1)
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
          Off (skipped)
        layer 2
          B (skipped) ← A (requires)
          Map (on demand) ← A (requires)

        """)
    let mermaid = try await app.run("graph --manifest manifest.json")
    #expect(mermaid.output.contains("  Map[\"Map (on demand)\"]\n"))
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

  @Test func `a lazy dependency doesn't change layers`() async throws {
    let modules: [ModuleManifest] = [
      .sample("Goods") { module in
        module.offers((any StorageService).self, Memory())
        module.inject(Lazy<any AccountService>.self, fileID: "Goods/Goods.swift", line: 3)
      },
      .sample("Sale", ModuleOptions(requires: "Goods")) { module in
        module.offers((any AccountService).self, Memory())
      },
      .sample("Share") { module in
        module.inject(Lazy<any AccountService>.self, fileID: "Share/Share.swift", line: 3)
      },
    ]
    let text = try await ToolFolder().run("graph --format text", on: modules)
    #expect(
      text.output == """
        layer 1
          Goods ← Sale (lazy service)
          Share ← Sale (lazy service)
        layer 2
          Sale ← Goods (requires)

        """)
    let dot = try await ToolFolder().run("graph --format dot", on: modules)
    #expect(dot.output.split(separator: "\n").count { $0.contains("constraint=false") } == 2)
  }

  @Test func `an edge that others imply is left out, unless one of them is weaker`() async throws {
    let strong: [ModuleManifest] = [
      .sample("A"), .sample("B", ModuleOptions(requires: "A")),
      .sample("C", ModuleOptions(requires: "A", "B")),
    ]
    let weak: [ModuleManifest] = [
      .sample("A"), .sample("B", ModuleOptions(wants: "A")),
      .sample("C", ModuleOptions(requires: "A", "B")),
    ]
    let folder = try ToolFolder()
    let edge = "A -- \"requires\" --> C"
    #expect(try await !folder.run("graph", on: strong).output.contains(edge))
    #expect(try await folder.run("graph --all", on: strong).output.contains(edge))
    #expect(try await folder.run("graph", on: weak).output.contains(edge))
  }

  @Test func `an app without modules has a graph`() async throws {
    let folder = try ToolFolder()
    #expect(
      try await folder.run("graph --format text", on: []).output == "The app has no modules.\n")
    #expect(try await folder.run("graph", on: []).output == "graph LR\n")
    let dot = try await folder.run("graph --format dot", on: [])
    #expect(dot.output.hasPrefix("digraph modules {") && dot.output.hasSuffix("}\n"))
  }

  @Test func `equal apps have equal graphs`() async throws {
    let folder = try ToolFolder()
    let modules = RandomApp(seed: 8).modules
    let first = try await folder.run("graph", on: modules)
    let second = try await folder.run("graph", on: modules.reversed())
    #expect(first == second)
  }

  @Test func `a graph can be written to a file`() async throws {
    let folder = try ToolFolder()
    let shown = try await folder.run("graph", on: .shop)
    let written = try await folder.run("graph --output graph.mmd", on: .shop)
    #expect(written == ToolFolder.End())
    #expect(try folder.text(of: "graph.mmd") == shown.output)
    let end = try await folder.run("graph --output no/x.mmd", on: .shop)
    let errors = "no/x.mmd: cannot be written: No such file or directory.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
  }
}
