// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `gantry use`, and `gantry new module --uses`.
@Suite struct UseTests {
  /// The package of a module, with an interface if it has one.
  private static func package(_ name: String, hasInterface: Bool = true) -> String {
    let interface = hasInterface ? ["\(name)API"] : []
    let products = ([name] + interface).map {
      "    .library(name: \"\($0)\", targets: [\"\($0)\"])"
    }
    let targets = ([name] + interface).map { "    .target(name: \"\($0)\", dependencies: [])" }
    return """
      // swift-tools-version: 6.3

      import PackageDescription

      let package = Package(
        name: "\(name)",
        products: [
      \(products.joined(separator: ",\n"))
        ],
        dependencies: [],
        targets: [
      \(targets.joined(separator: ",\n"))
        ]
      )

      """
  }

  /// An app with the modules Sale and Goods, which have interfaces, and Pot, which has none.
  private static func app() throws -> ToolFolder {
    let folder = try ToolFolder()
    let links = ["Goods", "Pot", "Sale"].map { ".package(path: \"Modules/\($0)\")," }
    try folder.putApp(
      ToolFolder.app.replacing(
        "\"0.3.0\"..<\"0.4.0\")",
        with: "\"0.3.0\"..<\"0.4.0\"),\n    " + links.joined(separator: "\n    ")
      ).replacing(
        "dependencies: []),", with: "dependencies: [\"Screen\"]),\n    .target(name: \"Screen\"),"))
    for name in ["Goods", "Pot", "Sale"] {
      let text = package(name, hasInterface: name != "Pot")
      try folder.put(text, at: "Shop/Modules/\(name)/Package.swift")
      try folder.put(
        "import Gantry\n@Module final class \(name)Module {}\n",
        at: "Shop/Modules/\(name)/Sources/\(name)/\(name)Module.swift")
    }
    return folder
  }

  private func use(_ arguments: String, in folder: ToolFolder) async throws -> ToolFolder.End {
    try await folder.run("use \(arguments) --package Shop", path: ToolFolder.toolchain)
  }

  @Test(arguments: ["Sale", "SaleAPI"])
  func `the manifest of the target's package gets the package and product`(
    word: String
  ) async throws {
    let folder = try Self.app()
    let end = try await use("\(word) --in Goods", in: folder)
    let output = "Goods uses SaleAPI now: Shop/Modules/Goods/Package.swift\n"
    #expect(end == ToolFolder.End(output: output))
    let manifest = try folder.text(of: "Shop/Modules/Goods/Package.swift")
    #expect(manifest.contains(".package(path: \"../Sale\")"))
    #expect(manifest.contains(".product(name: \"SaleAPI\", package: \"Sale\")"))
    #expect(try folder.files(in: "Shop/Modules/Goods").first == "Package.swift")
    let again = try await use("\(word) --in Goods", in: folder)
    #expect(again == ToolFolder.End(output: "Goods already uses SaleAPI.\n"))
    #expect(try folder.text(of: "Shop/Modules/Goods/Package.swift") == manifest)
  }

  @Test func `two modules can use each other, and a package is added once`() async throws {
    let folder = try Self.app()
    #expect(try await use("Sale --in Goods", in: folder).status == 0)
    #expect(try await use("Goods --in Sale", in: folder).status == 0)
    let more = try await use("Sale --in GoodsAPI", in: folder)
    #expect(more.output == "GoodsAPI uses SaleAPI now: Shop/Modules/Goods/Package.swift\n")
    let manifest = try folder.text(of: "Shop/Modules/Goods/Package.swift")
    #expect(manifest.components(separatedBy: ".package(path: \"../Sale\")").count == 2)
    #expect(manifest.components(separatedBy: "name: \"SaleAPI\", package: \"Sale\"").count == 3)
    let sale = try folder.text(of: "Shop/Modules/Sale/Package.swift")
    #expect(sale.contains(".package(path: \"../Goods\")"))
  }

  @Test func `a target can use interfaces of the app and of its own package`() async throws {
    let folder = try Self.app()
    let end = try await use("Sale Goods --in Shop", in: folder)
    #expect(end.output == "Shop uses SaleAPI and GoodsAPI now: Shop/Package.swift\n", "\(end)")
    let manifest = try folder.text(of: "Shop/Package.swift")
    #expect(manifest.components(separatedBy: "Modules/Sale").count == 2)
    #expect(try await use("Sale --in Sale", in: folder).status == 0)
    #expect(try folder.text(of: "Shop/Modules/Sale/Package.swift").contains("\"SaleAPI\"]"))
  }

  static let refusals: [(arguments: String, status: Int32, errors: String)] = [
    (
      "Sael --in Goods", 64,
      """
      Shop/Package.swift: there is no interface 'Sael'. Did you mean Sale? Its interfaces: GoodsAPI and SaleAPI. \
      Nothing was written.

      """
    ),
    (
      "Sale --in Godos", 64,
      """
      Shop/Package.swift: neither the app nor one of its local packages has a target 'Godos'. Did \
      you mean Goods? Nothing was written.

      """
    ),
    (
      "Pot --in Goods", 1,
      """
      Pot has modules, but no interface: there is no target PotAPI. Create one with 'gantry new \
      module Pot --api-only --into Shop'. Nothing was written.

      """
    ),
    (
      "Screen --in Goods", 1,
      """
      Screen is a target of Shop itself, which the package Shop/Modules/Goods cannot depend on. Move \
      it to a package of its own. Nothing was written.

      """
    ),
    ("Sale --in SaleAPI", 64, "SaleAPI cannot use itself. Nothing was written.\n"),
  ]

  @Test(arguments: refusals)
  func `an impossible use is refused, and nothing changes`(
    arguments: String, status: Int32, errors: String
  ) async throws {
    let folder = try Self.app()
    let before = try folder.contents()
    let end = try await use(arguments, in: folder)
    #expect(end == ToolFolder.End(errors: errors, status: status))
    #expect(try folder.contents() == before)
  }

  @Test func `an interface without a product is refused, with the line to add`() async throws {
    let folder = try Self.app()
    let path = "Shop/Modules/Sale/Package.swift"
    let manifest = try folder.text(of: path)
    try folder.put(
      manifest.replacing(".library(name: \"SaleAPI\"", with: ".library(name: \"Other\""), at: path)
    let end = try await use("Sale --in Goods", in: folder)
    let errors = """
      Shop/Modules/Sale/Package.swift: there is no product SaleAPI, so no other package can use \
      that target. Add it: .library(name: "SaleAPI", targets: ["SaleAPI"]). Nothing was written.

      """
    #expect(end == ToolFolder.End(errors: errors, status: 1))
  }

  @Test func `an edit of the manifest in the meantime wins, even between two steps`() async throws {
    let folder = try Self.app()
    let goods = folder.url.appending(path: "Shop/Modules/Goods/Package.swift").path
    let before = try folder.text(of: "Shop/Modules/Goods/Package.swift")
    let end = try await folder.run(
      "use Sale --in Goods --package Shop", before: "add-target-dependency",
      doing: "echo '// mine' >> '\(goods)'")
    let errors = "Shop/Modules/Goods/Package.swift has just been changed. Nothing was written.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
    #expect(try folder.text(of: "Shop/Modules/Goods/Package.swift") == before + "// mine\n")
    let hidden = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "Shop/Modules/Goods").path)
    #expect(hidden.sorted() == ["Package.swift", "Sources"])
  }

  @Test func `a new module can use interfaces from the start`() async throws {
    let folder = try Self.app()
    let end = try await folder.run(
      "new module Tea --into Shop --uses Sale,GoodsAPI", path: ToolFolder.toolchain)
    #expect(end.status == 0, "\(end)")
    #expect(end.output.contains("\n\nTea uses SaleAPI and GoodsAPI.\nShop links it now.\nNext: "))
    let manifest = try folder.text(of: "Shop/Modules/Tea/Package.swift")
    #expect(
      manifest.contains(
        """
              dependencies: [
                .product(name: "Gantry", package: "gantry"),
                .product(name: "SaleAPI", package: "Sale"),
                .product(name: "GoodsAPI", package: "Goods"),
              ]),
        """))
    let packages = "\n    .package(path: \"../Sale\"),\n    .package(path: \"../Goods\"),\n"
    #expect(manifest.contains(packages))
  }

  @Test(
    arguments: [
      ("--uses Sale", "--uses needs --into: the interfaces are looked for in that app.\n"),
      (
        "--into Shop --uses Sale,Sael",
        "Shop/Package.swift: there is no interface 'Sael'. Did you mean Sale? Its interfaces: GoodsAPI and "
          + "SaleAPI. Nothing was written.\n"
      ),
    ])
  func `a new module that uses a missing interface is not made`(
    options: String, errors: String
  ) async throws {
    let folder = try Self.app()
    let before = try folder.contents()
    let end = try await folder.run("new module Tea \(options)", path: ToolFolder.toolchain)
    #expect(end == ToolFolder.End(errors: errors, status: 64))
    #expect(try folder.contents() == before)
  }

  static let help = """
    OVERVIEW: Let a module use the interfaces of others.

    Adds the packages and products to the manifest of the module's package. The
    manifest changes in one step, or stays as it is.

      gantry use Sale Home --in Goods

    USAGE: gantry use <interfaces> ... --in <target> [--package <folder>]

    ARGUMENTS:
      <interfaces>            Modules, or their interfaces: Sale stands for SaleAPI.

    OPTIONS:
      --in <target>           The target to import them into, for example Goods.
      --package <folder>      The folder of the app that runs the modules.
                              (default: .)
      --version               Show the version.
      -h, --help              Show help information.


    """

  @Test func `help explains how a module uses others`() async throws {
    #expect(try await ToolFolder().run("use --help") == ToolFolder.End(output: Self.help))
  }
}
