// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

/// The parts of a large app that `gantry graph` draws.
@Suite struct GraphBoxesTests {
  /// A module in a target.
  private static func module(
    _ name: String, in target: String, _ options: ModuleOptions = ModuleOptions()
  ) -> ModuleManifest {
    var options = options
    options.name = ModuleName(name)
    return ModuleManifest(of: Sample.self, options, at: "\(target)/\(name).swift:1") { _ in }
  }

  /// `Home` and `Cart` both use `Storage`, and neither depends on the other.
  private static let shop = [
    module("Log", in: "Core"), module("Storage", in: "Core", ModuleOptions(requires: "Log")),
    module("Orders", in: "Sales", ModuleOptions(requires: "Storage")),
    module("Cart", in: "Sales", ModuleOptions(requires: "Storage", wants: "Orders")),
    module("Home", in: "Pages", ModuleOptions(requires: "Orders", after: "Cart")),
    module("Lost", in: "Pages", ModuleOptions(requires: "Nothing")),
  ]

  /// Modules in targets; each requires one of the previous target and wants one of the next.
  private static func app(_ count: Int, targets: Int) -> [ModuleManifest] {
    (0..<count).map { number in
      var options = ModuleOptions()
      if number % targets > 0 {
        options.dependencies.append(.init(.requires, ModuleName("M\(number - 1)")))
      }
      if number + 1 < count {
        options.dependencies.append(.init(.before, ModuleName("M\(number + 1)")))
      }
      return module("M\(number)", in: "T\(number % targets)", options)
    }
  }

  @Test(arguments: [
    ("Orders --depth 0", "without edges\n  Orders\n"),
    (
      "Orders",
      """
      layer 1
        Storage
      layer 2
        Orders ← Storage (requires)
      layer 3
        Cart ← Storage (requires), Orders (wants)
      layer 4
        Home ← Orders (requires), Cart (order)

      """
    ),
    (
      "Orders --depth 2 --kind requires",
      """
      layer 1
        Log
      layer 2
        Storage ← Log (requires)
      layer 3
        Orders ← Storage (requires)
      layer 4
        Home ← Orders (requires)

      """
    ),
    ("Lost", "layer 1\n  Nothing, which is missing\nlayer 2\n  Lost ← Nothing (requires)\n"),
  ])
  func `a partial graph has a module's dependencies and dependents, and theirs`(
    arguments: String, text: String
  ) async throws {
    let end = try await ToolFolder().run("graph --format text --around \(arguments)", on: Self.shop)
    #expect(Set(end.output.split(separator: "\n")) == Set(text.split(separator: "\n")))
    #expect(end.status == 0)
  }

  @Test func `a partial graph needs an existing module and a depth of 0 or more`() async throws {
    let folder = try ToolFolder()
    let wrong = try await folder.run("graph --around Ordes", on: Self.shop)
    let error = "There is no module or task 'Ordes'. Did you mean Orders?\n"
    #expect(wrong == ToolFolder.End(errors: error, status: 1))
    let depth = try await folder.run("graph --around Orders --depth=-1", on: Self.shop)
    #expect(depth.status == 64)
    #expect(depth.errors.hasPrefix("Error: '--depth' must be 0 or more, not -1."))
  }

  @Test func `modules of a target share one box, and a missing module keeps its own`() async throws
  {
    let end = try await ToolFolder().run("graph --format text --by target", on: Self.shop)
    #expect(
      end.output == """
        layer 1
          Core (2)
        layer 2
          Nothing, which is missing
          Sales (2) ← Core (2) (requires)
        layer 3
          Pages (2) ← Nothing (requires), Sales (2) (requires)

        """)
  }

  @Test func `modules of a layer group share one box`() async throws {
    let folder = try ToolFolder()
    try folder.write(
      """
      version: 1
      groups:
        - name: base
          targets: [Core]
        - name: features
          targets: [Sales]
          imports: [base]
      """, to: "gantry.yaml")
    let end = try await folder.run("graph --format text --by group --kind requires", on: Self.shop)
    #expect(
      end.output == """
        layer 1
          base (2)
        layer 2
          Nothing, which is missing
          features (2) ← base (2) (requires)
        layer 3
          no group (2) ← Nothing (requires), features (2) (requires)

        """)
  }

  @Test(arguments: [
    ("group", "there is no gantry.yaml with groups. Write one, or use '--by target'.\n", 66),
    ("package", "Let the command build the app, or use '--by target'.\n", 64),
  ])
  func `unknown groups are an error`(by: String, message: String, status: Int32) async throws {
    let end = try await ToolFolder().run("graph --by \(by)", on: Self.shop)
    #expect(end.errors.hasSuffix(message) && end.output.isEmpty && end.status == status)
  }

  @Test func `only requirements are drawn between boxes, and other edges are counted`() async throws
  {
    let folder = try ToolFolder()
    let modules = [
      Self.module("A", in: "One"), Self.module("B", in: "Two", ModuleOptions(requires: "A")),
      Self.module("C", in: "One", ModuleOptions(wants: "B")), Self.module("D", in: "One"),
    ]
    let drawn = try await folder.run("graph --by target", on: modules).output
    #expect(try Picture(drawn).boxes.map(\.name) == ["One (3)", "Two"])
    #expect(drawn.contains("Left out: 1 edge without a requirement."))
    let weak = modules + [Self.module("E", in: "Three", ModuleOptions(wants: "B"))]
    let more = try await folder.run("graph --by target", on: weak).output
    #expect(more.contains("Left out: 2 edges without a requirement."))
    #expect(more.matches(of: /class="edge [^"]* e\d+ e\d+"/).count == 1)
    let all = try await folder.run("graph --by target --all", on: weak).output
    #expect(all.matches(of: /class="edge [^"]* e\d+ e\d+"/).count == 3)
  }

  @Test(arguments: [(20, 5, 20), (200, 20, 200), (2_000, 20, 20), (2_000, 2_000, 50)])
  func `a picture of many modules groups them into a readable number of boxes`(
    modules: Int, targets: Int, boxes: Int
  ) async throws {
    let end = try await ToolFolder().run("graph", on: Self.app(modules, targets: targets))
    let picture = try Picture(end.output)
    #expect(picture.boxes.count == boxes)
    let isGrouped = picture.boxes.contains { $0.name.hasSuffix(")") }
    #expect(isGrouped == (modules > 200))
    #expect(end.output.contains("<title>\(modules) modules</title>"))
  }
}
