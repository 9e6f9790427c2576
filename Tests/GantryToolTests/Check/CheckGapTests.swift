// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

/// The parts of an app that cannot be checked, each with its reason.
@Suite struct CheckGapTests {
  @Test func `check lists what a manifest alone can't tell`() async throws {
    let folder = try ToolFolder()
    try folder.write(.shop, to: "app.json")
    let text = try folder.text(of: "app.json")
      .replacing("\"rejectedRecords\" : [", with: "\"rejectedRecords\" : [\"ABI 9 in libX.so\"")
    try folder.write(text, to: "app.json")
    let end = try await folder.run("check --manifest app.json")
    let build = folder.url.resolvingSymlinksInPath().appending(path: ".build/debug").path
    #expect(
      end
        == ToolFolder.End(
          output: """
            app.json: 5 modules, 1 function; 2 faults

            missingFindings
              The manifest has no 'findings', so the application's own checks can't be read. Write it again, with AppManifest.write(to:) of GantryTesting or GANTRY_MANIFEST=json, and keep 'findings'.

            rejectedRecord
              ABI 9 in libX.so

            Not checked:
              imports and records: there is no build in \(build)

            """, status: 1))
  }

  @Test func `an app with several programs needs a choice`() async throws {
    let till = AppFolder.Target(
      name: "Till", isLibrary: false, isLinked: false, files: ["main.swift": ""])
    let app = try AppFolder([till], manifest: AppManifest.of([]))
    let root = app.folder.resolvingSymlinksInPath().path
    try app.write(
      "\(root)/.build/debug/Till.build/main.swift.o\n",
      to: ".build/debug/Till.product/Objects.LinkFileList")
    try app.write("", to: ".build/debug/Till")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: app.folder.appending(path: ".build/debug/Till").path)
    let end = try await app.run("list modules --no-build")
    let words = "the package has several programs: Shop and Till. Choose one with '--product'.\n"
    #expect(end == ToolFolder.End(errors: "\(root): \(words)", status: 64))
    #expect(try await app.run("list modules --no-build --product Shop").status == 0)
    // The demo of a module is a program of the module's package.
    try app.write("", to: "Sources/Till/Package.swift")
    #expect(try await app.run("list modules --no-build").status == 0)
  }

  @Test(arguments: [
    ("", "-c debug"), ("-c release", "-c release"),
    ("--scratch-path b --product Shop", "-c debug --scratch-path b --product Shop"),
  ])
  func `an app is built with the given options, and a failed build is reported`(
    options: String, words: String
  ) async throws {
    let folder = try ToolFolder()
    try folder.put("", at: "Shop/Package.swift")
    let end = try await folder.run(
      "list modules --package Shop \(options)", before: "build", doing: "echo $*; exit 1")
    #expect(
      end
        == ToolFolder.End(
          errors: """
            build --package-path Shop \(words)
            Shop: the app does not build; see above.

            """, status: 69))
  }

  @Test func `a tool without Swift says so`() async throws {
    let folder = try ToolFolder()
    try folder.put("", at: "Package.swift")
    let end = try await folder.run("list modules", path: "/nowhere")
    #expect(end.status == 69 && end.output.isEmpty)
    #expect(end.errors.hasPrefix("swift: cannot be run: "), "\(end)")
  }

  @Test func `modules of a package share one node if the app was built`() async throws {
    let app = try AppFolder(
      [
        AppFolder.Target(name: "Orders", package: "sales", files: ["A.swift": ""]),
        AppFolder.Target(name: "Account", package: "people", files: ["A.swift": ""]),
      ], manifest: AppManifest.of([OrdersModule.manifest, AccountModule.manifest]))
    let end = try await app.run("graph --format text --by package --no-build")
    #expect(
      end
        == ToolFolder.End(
          output: """
            layer 1
              people
            layer 2
              sales ← people (order)

            """))
  }

  @Test(arguments: [
    ("echo '{'; exit 0", "Shop: 'swift package dump-package' says "),
    ("echo '{\"name\": 3}'; exit 0", "Shop: 'swift package dump-package' says name: "),
    ("echo no >&2; exit 1", "Shop/Package.swift: SwiftPM cannot read it:\nno\n"),
  ])
  func `an unusable answer of SwiftPM is reported`(script: String, words: String) async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let before = try folder.contents()
    let end = try await folder.run(
      "new module Tea --into Shop", before: "dump-package", doing: script)
    #expect(end.status == 66 && end.output.isEmpty)
    #expect(end.errors.hasPrefix(words), "\(end)")
    #expect(try folder.contents() == before)
  }

  @Test(arguments: [("{{api}}", ""), ("a/{{api}}/b", "a//b"), ("a/.{{api}}./b", "a/../b")])
  func `a template whose name isn't a path is refused`(name: String, becomes: String) async throws {
    let folder = try ToolFolder()
    try folder.put("", at: "own/\(name)")
    let end = try await folder.run("new module Tea --template own")
    let errors = "own/\(name): its name becomes '\(becomes)', which isn't a path.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 1))
  }
}
