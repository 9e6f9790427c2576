// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

/// The parts of a large app: the modules around one, and groups of modules.
@Suite struct GraphPartsTests {
  /// A module in a target.
  private static func module(
    _ name: String, in target: String, _ options: ModuleOptions = ModuleOptions()
  ) -> ModuleManifest {
    var options = options
    options.name = ModuleName(name)
    return ModuleManifest(of: Sample.self, options, fileID: "\(target)/\(name).swift", line: 1) {
      _ in
    }
  }

  /// `Home` and `Cart` both use `Storage`, and neither depends on the other.
  private static let shop = [
    module("Log", in: "Core"), module("Storage", in: "Core", ModuleOptions(requires: "Log")),
    module("Orders", in: "Sales", ModuleOptions(requires: "Storage")),
    module("Cart", in: "Sales", ModuleOptions(requires: "Storage", wants: "Orders")),
    module("Home", in: "Pages", ModuleOptions(requires: "Orders", after: "Cart")),
    module("Lost", in: "Pages", ModuleOptions(requires: "Nothing")),
  ]

  @Test(arguments: [
    ("Orders --depth 0", "layer 1\n  Orders\n"),
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
    ("Lost", "layer 1\n  Nothing (missing)\nlayer 2\n  Lost ← Nothing (requires)\n"),
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

  @Test func `modules of a target share one node, and a missing module keeps its own`() async throws
  {
    let end = try await ToolFolder().run("graph --format text --by target", on: Self.shop)
    #expect(
      end.output == """
        layer 1
          Core (2)
          Nothing (missing)
        layer 2
          Sales (2) ← Core (requires)
        layer 3
          Pages (2) ← Nothing (requires), Sales (requires)

        """)
  }

  @Test func `modules of a layer group share one node`() async throws {
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
          Nothing (missing)
          base (2)
        layer 2
          features (2) ← base (requires)
        layer 3
          no group (2) ← Nothing (requires), features (requires)

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
}
