// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `gantry test`, with a `swift` that prints its arguments instead of testing.
@Suite struct TestCommandTests {
  /// An app with three modules: Goods uses Sale, and Pot is alone. Sale has no tests.
  private static func app() throws -> ToolFolder {
    let folder = try ToolFolder()
    let links = ["Goods", "Pot", "Sale"].map { ".package(path: \"Modules/\($0)\")" }
    try folder.putApp(
      ToolFolder.app.replacing(
        "\"0.3.0\"..<\"0.4.0\")",
        with: "\"0.3.0\"..<\"0.4.0\"),\n    " + links.joined(separator: ",\n    ")))
    for name in ["Goods", "Pot", "Sale"] {
      try folder.put(
        """
        // swift-tools-version: 6.3
        import PackageDescription
        let package = Package(
          name: "\(name)",
          dependencies: [\(name == "Goods" ? ".package(path: \"../Sale\")" : "")],
          targets: [
            .target(name: "\(name)"),
            \(name == "Sale" ? "" : ".testTarget(name: \"\(name)Tests\")")
          ])
        """, at: "Shop/Modules/\(name)/Package.swift")
      try folder.put("struct \(name) {}\n", at: "Shop/Modules/\(name)/Sources/\(name)/A.swift")
    }
    return folder
  }

  private static let git = """
    git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -q -m one
    """

  /// Runs the tool; `Pot` fails on request.
  private func test(
    _ arguments: String, in folder: ToolFolder, isPotBroken: Bool = false
  ) async throws -> ToolFolder.End {
    let status = isPotBroken ? "case $3 in *Pot) exit 1 ;; esac;" : ""
    return try await folder.run(
      "test --package Shop \(arguments)", before: "test",
      doing: #"case $1 in test) echo "swift $*"; \#(status) exit 0 ;; esac"#)
  }

  /// Runs a shell command in the app's folder.
  private func shell(_ script: String, in folder: ToolFolder) async throws {
    let end = try await folder.run(
      "--version", path: ToolFolder.toolchain, after: "(cd Shop && \(script)) >/dev/null")
    #expect(end.status == 0, "\(end)")
  }

  @Test func `packages with tests are tested in one build folder, dependencies first`()
    async throws
  {
    let folder = try Self.app()
    let end = try await test("-- --filter a", in: folder)
    #expect(
      end.output == """
        Shop/Modules/Goods: passed
        Shop/Modules/Pot: passed
        Shop: passed
        3 packages, none failed

        """)
    #expect(
      end.errors == """
        gantry: testing Shop/Modules/Goods
        swift test --package-path Shop/Modules/Goods --scratch-path Shop/.build --filter a
        gantry: testing Shop/Modules/Pot
        swift test --package-path Shop/Modules/Pot --scratch-path Shop/.build --filter a
        gantry: testing Shop
        swift test --package-path Shop --scratch-path Shop/.build --filter a

        """)
    #expect(end.status == 0)
  }

  @Test func `a failing package doesn't keep the others from being tested`() async throws {
    let folder = try Self.app()
    let end = try await test("--scratch-path all -- -v", in: folder, isPotBroken: true)
    #expect(
      end.output == """
        Shop/Modules/Goods: passed
        Shop/Modules/Pot: failed; gantry test --package Shop --scratch-path all Shop/Modules/Pot -- -v
        Shop: passed
        3 packages, 1 failed

        """)
    #expect(end.status == 1)
  }

  /// SwiftPM mistakes one package's build plan for another's.
  @Test(arguments: [
    ("", ["none", "none", "none"], "Shop"),
    ("Shop/Modules/Pot", ["none"], nil),
    ("Shop", ["Shop"], "Shop"),
  ])
  func `no package is built with another's plan, and only the app's plan is kept`(
    module: String, before: [String], after: String?
  ) async throws {
    let folder = try Self.app()
    let plan = "Shop/.build/debug.yaml"
    let root = folder.url.resolvingSymlinksInPath().path
    try folder.put("\"\(root)/Shop/Package.resolved\"\n", at: plan)
    try folder.put("kept", at: "Shop/.build/build.db")
    let end = try await folder.run(
      "test --package Shop \(module)", before: "test",
      doing: #"""
        case $1 in test) cat $5/debug.yaml 2>/dev/null || echo none; echo "\"$(cd $3; pwd -P)/Package.resolved\"" > $5/debug.yaml; exit 0 ;; esac
        """#)
    let plans = end.errors.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("gantry: ") }
    #expect(
      plans == before.map { $0 == "none" ? $0 : "\"\(root)/\($0)/Package.resolved\"" }, "\(end)")
    #expect(
      (try? folder.text(of: plan)) == after.map { "\"\(root)/\($0)/Package.resolved\"\n" })
    #expect(try folder.text(of: "Shop/.build/build.db") == "kept")
  }

  @Test func `an interrupted test leaves no plan of a module`() async throws {
    let folder = try Self.app()
    let end = try await folder.run(
      "test --package Shop", before: "test",
      doing: #"""
        case $1 in test) mkdir -p $5; echo "\"$(cd $3; pwd -P)/Package.resolved\"" > $5/debug.yaml; kill -INT $PPID; exit 0 ;; esac
        """#)
    #expect(end.status == -2 && end.output.isEmpty, "\(end)")
    #expect(end.errors == "gantry: testing Shop/Modules/Goods\n")
    #expect(try folder.files(in: "Shop/.build") == [])
  }

  @Test(arguments: [
    ("Shop/Modules/Pot", "Shop/Modules/Pot\n"),
    ("Shop/", "Shop\n"),
    ("./Shop/Modules/../Modules/Goods -- --filter a", "Shop/Modules/Goods\n"),
  ])
  func `a package can be chosen by its folder`(folder: String, output: String) async throws {
    let end = try await test("--dry-run \(folder)", in: Self.app())
    #expect(end == ToolFolder.End(output: output))
  }

  @Test(arguments: [
    (
      "Shop/Modules/Tea",
      """
      Shop/Modules/Tea: this is neither the app's package nor a local package that it depends on. \
      Name one with tests: Shop/Modules/Goods, Shop/Modules/Pot or Shop.
      """
    ),
    ("Shop/Modules/Sale", "Shop/Modules/Sale: the package has no tests. Add a test target to it."),
  ])
  func `a folder that can't be tested is an error`(folder: String, error: String) async throws {
    let end = try await test("--dry-run \(folder)", in: Self.app())
    #expect(end.output == "")
    #expect(end.errors.contains(error), "\(end)")
    #expect(end.status == 64)
  }

  static let changes: [(script: String, options: String, output: String)] = [
    (":", "--changed", "Nothing to test: no package with tests has changed since HEAD.\n"),
    (
      "echo >> Modules/Sale/Sources/Sale/A.swift", "--changed",
      """
      Shop/Modules/Goods: depends on Shop/Modules/Sale
      Shop: depends on Shop/Modules/Sale

      """
    ),
    (
      "rm Modules/Pot/Sources/Pot/A.swift && touch Modules/Pot/Sources/Pot/B.swift", "--changed",
      """
      Shop/Modules/Pot: 2 files changed
      Shop: depends on Shop/Modules/Pot

      """
    ),
    ("touch README.md", "--changed", "Shop: 1 file changed\n"),
    (
      """
      git branch before && echo >> Modules/Pot/Package.swift && git add -A && \
      git -c user.name=a -c user.email=a@b commit -q -m two
      """, "--since before",
      """
      Shop/Modules/Pot: 1 file changed
      Shop: depends on Shop/Modules/Pot

      """
    ),
  ]

  @Test(arguments: changes)
  func `only packages that a change can affect are tested`(
    script: String, options: String, output: String
  ) async throws {
    let folder = try Self.app()
    try await shell("\(Self.git) && \(script)", in: folder)
    let end = try await test("\(options) --dry-run", in: folder)
    #expect(end == ToolFolder.End(output: output))
  }

  /// The app's repository ignores Pot, which has its own repository or none.
  @Test(arguments: [
    ("(cd Modules/Pot && \(git))", "", ""),
    (
      "(cd Modules/Pot && \(git)) && echo >> Modules/Pot/Sources/Pot/A.swift", "1 file changed", ""
    ),
    ("true", "Git can't list its changes", ""),
    (
      "(cd Modules/Pot && \(git)) && echo >> Modules/Goods/Sources/Goods/A.swift", "",
      "Shop/Modules/Goods: 1 file changed\n"
    ),
  ])
  func `a package that the repository ignores is asked for its own changes`(
    script: String, reason: String, others: String
  ) async throws {
    let folder = try Self.app()
    try await shell("echo Modules/Pot > .gitignore && \(Self.git) && \(script)", in: folder)
    let end = try await test("--changed --dry-run", in: folder)
    let pot = reason.isEmpty ? "" : "Shop/Modules/Pot: \(reason)\n"
    let app =
      reason.isEmpty
      ? others.isEmpty ? "" : "Shop: depends on Shop/Modules/Goods\n"
      : "Shop: depends on Shop/Modules/Pot\n"
    let nothing = "Nothing to test: no package with tests has changed since HEAD.\n"
    let output = others + pot + app
    #expect(end == ToolFolder.End(output: output.isEmpty ? nothing : output))
  }

  @Test func `a missing repository or unknown commit is an error, and nothing is tested`()
    async throws
  {
    let folder = try Self.app()
    let alone = try await test("--changed", in: folder)
    let reason = "Shop: Git can't list changes here: fatal: not a git repository"
    #expect(alone.errors.hasPrefix(reason))
    #expect(alone.errors.hasSuffix("Leave out '--changed' and '--since' to test all packages.\n"))
    #expect(alone.status == 66 && alone.output.isEmpty)
    let other = try Self.app()
    try await shell(Self.git, in: other)
    let unknown = try await test("--since nonsense", in: other)
    #expect(
      unknown.errors.hasPrefix(
        "--since nonsense: Git finds no commit that this and HEAD share: fatal: "), "\(unknown)")
    #expect(unknown.status == 66 && unknown.output.isEmpty)
  }

  @Test func `an app without tests has nothing to test`() async throws {
    let folder = try ToolFolder()
    try folder.putApp(ToolFolder.app.replacing(".testTarget", with: ".target"))
    let end = try await test("", in: folder)
    #expect(end == ToolFolder.End(output: "Nothing to test: no package has tests.\n"))
  }

  static let help = """
    OVERVIEW: Test the modules of an app: all, or those that a change can break.

    Runs the tests of the app's package, and of each local package that it depends
    on. All are built in the app's build folder, so that Gantry and the interfaces
    are built once.

      gantry test
      gantry test Modules/Orders
      gantry test --changed
      gantry test --since main -- --filter Orders

    USAGE: gantry test [--changed] [--since <commit>] [--package <folder>] [--scratch-path <folder>] \
    [--dry-run] [<module>] -- [<option> ...]

    ARGUMENTS:
      <module>                Only the package in this folder: one that the app
                              depends on, or its own.
      <option>                Options for 'swift test', after --.

    OPTIONS:
      --changed               Only packages with uncommitted changes, and all that
                              depend on them. Asks Git.
      --since <commit>        Only packages with changes since a commit, committed
                              or not, and all that depend on them. For another
                              branch, since the commit at which this one left it.
      --package <folder>      The folder of the app's package. (default: .)
      --scratch-path <folder> The build folder, if it is not '.build' in the
                              package.
      --dry-run               Show the packages that would be tested, without
                              testing them.
      --version               Show the version.
      -h, --help              Show help information.


    """

  @Test func `help explains what is tested`() async throws {
    let end = try await ToolFolder().run("test --help")
    #expect(end == ToolFolder.End(output: Self.help))
  }
}
