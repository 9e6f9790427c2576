// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The source of Gantry in generated packages.
@Suite struct NewGantryTests {
  private func dependency(_ arguments: String, in folder: ToolFolder) async throws -> String {
    try folder.put("{{gantry}} as {{gantryPackage}}", at: "own/line.template")
    let end = try await folder.run(
      "new module Tea --template own \(arguments)", path: ToolFolder.toolchain)
    return end.status == 0
      ? try folder.text(of: arguments.contains("--into") ? "Shop/Modules/Tea/line" : "Tea/line")
      : end.errors
  }

  @Test func `Gantry's default is the folder that the tool was built in`() async throws {
    let line = try await dependency("", in: try ToolFolder())
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
      .standardizedFileURL.resolvingSymlinksInPath()
    #expect(line.hasPrefix(".package(name: \"gantry\", path: \""))
    #expect(line.hasSuffix("\(root.lastPathComponent)\") as gantry"))
  }

  @Test func `Gantry's folder is relative to the package`() async throws {
    let folder = try ToolFolder()
    try folder.put("", at: "lib/Gan\"try/Package.swift")
    try folder.put("", at: "lib/Gan\"try/Sources/Gantry/Gantry.swift")
    let line = try await dependency("--gantry 'lib/Gan\"try'", in: folder)
    #expect(line == #".package(name: "gantry", path: "../lib/Gan\"try") as gantry"#)
  }

  @Test func `a folder that doesn't contain Gantry is refused`() async throws {
    let line = try await dependency("--gantry own", in: try ToolFolder())
    #expect(
      line == """
        --gantry own: Gantry is not there. Give the folder of its Package.swift, or a URL.

        """)
  }

  @Test(arguments: [
    ("https://gantry.example/gantry", "gantry"), ("https://gantry.example/a/fork.git", "fork"),
    ("git@gantry.example:team/gantry.git", "gantry"),
  ])
  func `Gantry's repository comes with a range of versions`(url: String, name: String) async throws
  {
    let line = try await dependency("--gantry \(url)", in: try ToolFolder())
    #expect(line == ".package(url: \"\(url)\", \"0.1.0\"..<\"1.0.0\") as \(name)")
  }

  @Test(arguments: [
    ("\"0.3.0\"..<\"0.4.0\"", "\"0.3.0\"..<\"0.4.0\""),
    ("from: \"0.3.0\"", "\"0.3.0\"..<\"1.0.0\""),
    ("exact: \"0.3.1\"", "from: \"0.3.1\""), ("branch: \"main\"", "branch: \"main\""),
  ])
  func `an app's module uses the app's range of versions and never pins one`(
    versions: String, expected: String
  ) async throws {
    let folder = try ToolFolder()
    try folder.putApp(ToolFolder.app.replacing("\"0.3.0\"..<\"0.4.0\"", with: versions))
    let line = try await dependency("--into Shop", in: folder)
    #expect(line == ".package(url: \"https://gantry.example/gantry.git\", \(expected)) as gantry")
  }

  @Test func `an app's folder of Gantry is made relative to the module`() async throws {
    let folder = try ToolFolder()
    let url = "url: \"https://gantry.example/gantry.git\", \"0.3.0\"..<\"0.4.0\""
    try folder.putApp(ToolFolder.app.replacing(url, with: "name: \"gantry\", path: \"../lib\""))
    let line = try await dependency("--into Shop", in: folder)
    #expect(line == ".package(name: \"gantry\", path: \"../../../lib\") as gantry")
  }

  @Test func `a package behind a link gets the absolute path`() async throws {
    let folder = try ToolFolder()
    let url = "url: \"https://gantry.example/gantry.git\", \"0.3.0\"..<\"0.4.0\""
    try folder.putApp(ToolFolder.app.replacing(url, with: "name: \"gantry\", path: \"../lib\""))
    try folder.put("", at: "far/away/README.md")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "Shop/Modules").path, withDestinationPath: "../far/away")
    let line = try await dependency("--into Shop", in: folder)
    let lib = folder.url.resolvingSymlinksInPath().appending(path: "lib").path
    #expect(line == ".package(name: \"gantry\", path: \"\(lib)\") as gantry")
  }
}
