// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `gantry new event`, `route` and `service`.
@Suite struct NewPartTests {
  /// An app with Tea, which has an interface and tests, Pot, which has tests, and Cup, which has
  /// neither.
  private static func app() throws -> ToolFolder {
    let folder = try ToolFolder()
    try folder.putApp(
      ToolFolder.app.replacing(
        "targets: [",
        with: """
          targets: [
              .target(name: "TeaAPI"),
              .target(name: "Tea"),
              .testTarget(name: "TeaTests"),
              .target(name: "Pot"),
              .testTarget(name: "PotTests"),
              .target(name: "Cup", path: "Cups/Code"),
          """))
    try folder.put("struct Kept {}\n", at: "Shop/Sources/Tea/Tea.swift")
    return folder
  }

  private func new(_ arguments: String, in folder: ToolFolder) async throws -> ToolFolder.End {
    try await folder.run("new \(arguments) --package Shop", path: ToolFolder.toolchain)
  }

  @Test func `an event is public in an interface, and internal without one`() async throws {
    let folder = try Self.app()
    let end = try await new("event TeaBrewed --in Tea", in: folder)
    #expect(
      end
        == ToolFolder.End(
          output: """
            Shop/Sources/TeaAPI/TeaBrewed.swift

            Next: send it with context.events.send(TeaBrewed()); modules hear it with @On func \
            on(_ event: TeaBrewed)

            """))
    #expect(
      try folder.text(of: "Shop/Sources/TeaAPI/TeaBrewed.swift") == """
        import GantryEvents

        /// Write here when it is sent.
        public struct TeaBrewed: Event, Equatable {
          /// Creates the event.
          public init() {}
        }

        """)
    let cup = try await new("event CupFilled --in Cup", in: folder)
    #expect(cup.output.hasPrefix("Shop/Cups/Code/CupFilled.swift\n"))
    #expect(
      try folder.text(of: "Shop/Cups/Code/CupFilled.swift") == """
        import Gantry

        /// Write here when it is sent.
        struct CupFilled: Event, Equatable {}

        """)
  }

  @Test func `an interface can be named instead of its module`() async throws {
    let folder = try Self.app()
    let event = try await new("event TeaPoured --in TeaAPI --dry-run", in: folder)
    #expect(event.output == "Shop/Sources/TeaAPI/TeaPoured.swift\n")
    let route = try await new("route TeaMenu --in TeaAPI", in: folder)
    #expect(
      route.output.hasPrefix(
        """
        Shop/Sources/TeaAPI/TeaMenu.swift
        Shop/Sources/Tea/TeaMenuRoute.swift
        Shop/Tests/TeaTests/TeaMenuTests.swift

        """))
    try folder.put(
      try folder.text(of: "Shop/Package.swift").replacing(".target(name: \"Tea\"),", with: "")
        .replacing(".testTarget(name: \"TeaTests\"),", with: ""), at: "Shop/Package.swift")
    _ = try await new("event TeaStewed --in TeaAPI", in: folder)
    let text = try folder.text(of: "Shop/Sources/TeaAPI/TeaStewed.swift")
    #expect(text.hasPrefix("import GantryEvents\n") && text.contains("public struct TeaStewed"))
    let before = try folder.contents()
    for kind in ["route", "service"] {
      let end = try await new("\(kind) TeaCup --in TeaAPI", in: folder)
      let errors = """
        Shop/Package.swift: there is no module Tea yet, which the \(kind) needs: 'gantry new \
        module Tea --into Shop' creates it. Nothing was written.

        """
      #expect(end == ToolFolder.End(errors: errors, status: 64))
    }
    #expect(try folder.contents() == before)
  }

  @Test(arguments: ["Interface", "Interfaces"])
  func `an interface can have another suffix`(ending: String) async throws {
    let folder = try Self.app()
    let manifest = try folder.text(of: "Shop/Package.swift")
    try folder.put(manifest.replacing("TeaAPI", with: "Tea\(ending)"), at: "Shop/Package.swift")
    for target in ["Tea", "Tea\(ending)"] {
      let end = try await new("route TeaMenu --in \(target) --dry-run", in: folder)
      #expect(end.output.hasPrefix("Shop/Sources/Tea\(ending)/TeaMenu.swift\nShop/Sources/Tea/"))
    }
  }

  @Test func `a module can have the suffix of an interface`() async throws {
    let folder = try Self.app()
    let manifest = try folder.text(of: "Shop/Package.swift")
    let names = (manifest: "\"Pot\"", tests: "\"PotTests\"")
    try folder.put(
      manifest.replacing(names.manifest, with: "\"PotAPI\"")
        .replacing(names.tests, with: "\"PotAPITests\""), at: "Shop/Package.swift")
    try folder.put(
      "import Gantry\n@Module final class PotModule {}\n", at: "Shop/Sources/PotAPI/Pot.swift")
    let end = try await new("service PotStore --in PotAPI --dry-run", in: folder)
    #expect(
      end.output == """
        Shop/Sources/PotAPI/PotStore.swift
        Shop/Sources/PotAPI/PotStoreModule.swift
        Shop/Tests/PotAPITests/PotStoreTests.swift

        """)
  }

  @Test(arguments: ["TeaAPI", "Tea"])
  func `an unreadable package of the other half is reported`(target: String) async throws {
    let folder = try Self.app()
    let other = target == "Tea" ? "TeaAPI" : "Tea"
    let manifest = try folder.text(of: "Shop/Package.swift")
      .replacing(".target(name: \"\(other)\"),", with: "")
    try folder.put(
      manifest.replacing("dependencies: [\n", with: "dependencies: [\n.package(path: \"Half\"),\n"),
      at: "Shop/Package.swift")
    try folder.put(
      """
      // swift-tools-version: 6.3
      import PackageDescription
      let package = Package(name: "Half", targets: [.target(name: "\(other)")], broken: true)

      """, at: "Shop/Half/Package.swift")
    let before = try folder.contents()
    let end = try await new("event TeaBrewed --in \(target)", in: folder)
    #expect(end.status == 66 && end.output.isEmpty)
    #expect(end.errors.hasPrefix("Shop/Half/Package.swift: SwiftPM cannot read it:\n"))
    #expect(try folder.contents() == before)
  }

  @Test func `a route has a handler and a test`() async throws {
    let folder = try Self.app()
    let end = try await new("route TeaList --in Tea", in: folder)
    #expect(
      end
        == ToolFolder.End(
          output: """
            Shop/Sources/TeaAPI/TeaList.swift
            Shop/Sources/Tea/TeaListRoute.swift
            Shop/Tests/TeaTests/TeaListTests.swift

            Next: open /tea-list, or call router.call(TeaList()) in another module

            """))
    #expect(
      try folder.text(of: "Shop/Sources/Tea/TeaListRoute.swift") == """
        import Gantry
        import TeaAPI

        /// Creates the page at `/tea-list`.
        @Route(access: .external)
        func teaList(_ route: TeaList) async -> String { "TeaList" }

        """)
  }

  @Test func `a service has a module that provides it, and a test`() async throws {
    let folder = try Self.app()
    let end = try await new("service PotStore --in Pot", in: folder)
    #expect(
      end
        == ToolFolder.End(
          output: """
            Shop/Sources/Pot/PotStore.swift
            Shop/Sources/Pot/PotStoreModule.swift
            Shop/Tests/PotTests/PotStoreTests.swift

            Next: other modules take it with @Inject let potStore: any PotStore

            """))
    let provider = try folder.text(of: "Shop/Sources/Pot/PotStoreModule.swift")
    #expect(provider.contains("@Module\nfinal class PotStoreModule: PotStore {\n"))
  }

  static let refusals: [(arguments: String, status: Int32, errors: String)] = [
    (
      "route tea-list --in Tea", 64,
      """
      'tea-list' cannot be the name of a route: it must have only letters from A to Z and digits, \
      and begin with a capital letter. Did you mean TeaList?

      """
    ),
    (
      "event Brewed --in Tae", 64,
      """
      Shop/Package.swift: neither the app nor one of its local packages has a target 'Tae'. Did \
      you mean Tea? Nothing was written.

      """
    ),
    (
      "service CupStore --in Cup", 64,
      """
      Shop/Package.swift: there is no target CupTests for the test of the service. Add it, or name \
      the target of a module that has one. Nothing was written.

      """
    ),
    (
      "route Kept --in Tea", 73,
      """
      Shop/Sources/TeaAPI/Kept.swift already exists.
      Nothing was written. Choose another name.

      """
    ),
    (
      "event KeptToo --in Tea", 73,
      """
      KeptToo is already declared: Shop/Sources/TeaAPI/Other.swift.
      Nothing was written. Choose another name.

      """
    ),
  ]

  @Test(arguments: refusals)
  func `an impossible part is refused, and nothing is written`(
    arguments: String, status: Int32, errors: String
  ) async throws {
    let folder = try Self.app()
    try folder.put("", at: "Shop/Sources/TeaAPI/Kept.swift")
    try folder.put("public enum KeptToo {}\n", at: "Shop/Sources/TeaAPI/Other.swift")
    let before = try folder.contents()
    let end = try await new(arguments, in: folder)
    #expect(end == ToolFolder.End(errors: errors, status: status))
    #expect(try folder.contents() == before)
  }

  @Test func `if one file can't be written, none is kept`() async throws {
    let folder = try Self.app()
    // A file is in the place of the tests' folder.
    try folder.put("", at: "Shop/Tests")
    let before = try folder.contents()
    let end = try await new("route TeaList --in Tea", in: folder)
    #expect(end.status == 73 && end.output.isEmpty)
    #expect(end.errors.hasPrefix("Shop/Tests/TeaTests/TeaListTests.swift: cannot be written: "))
    let after = try folder.contents().filter { !$0.key.hasSuffix("Sources/TeaAPI") }
    #expect(after == before)
  }

  @Test func `a dry run names the files without writing any`() async throws {
    let folder = try Self.app()
    let before = try folder.contents()
    let end = try await new("event TeaBrewed --in Tea --dry-run", in: folder)
    #expect(end == ToolFolder.End(output: "Shop/Sources/TeaAPI/TeaBrewed.swift\n"))
    #expect(try folder.contents() == before)
  }

  static let help = """
    OVERVIEW: Create a route in the interface of a module, with its handler and a
    test.

    USAGE: gantry new route <name> --in <module> [--package <folder>] [--dry-run]

    ARGUMENTS:
      <name>                  The route's name, for example OrderList, which is the
                              page /order-list.

    OPTIONS:
      --in <module>           The target of the module, for example Orders.
      --package <folder>      The folder of the app that runs the module. (default:
                              .)
      --dry-run               Show the files that would be created, without
                              creating them.
      --version               Show the version.
      -h, --help              Show help information.


    """

  @Test func `help explains how to make a route`() async throws {
    #expect(try await ToolFolder().run("new route --help") == ToolFolder.End(output: Self.help))
  }
}
