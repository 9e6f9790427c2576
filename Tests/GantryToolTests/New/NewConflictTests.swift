// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import Testing

@Suite struct NewConflictTests {
  static let advice = "Nothing was written. Take another name, or move what is there.\n"

  private func expect(
    _ errors: String, of arguments: String, in folder: ToolFolder
  ) async throws {
    let before = try folder.contents()
    let end = try await folder.run(arguments, path: ToolFolder.toolchain)
    #expect(end == ToolFolder.End(errors: errors + Self.advice, status: 73))
    #expect(try folder.contents() == before)
  }

  @Test func `every file that is in the way is named`() async throws {
    let folder = try ToolFolder()
    try folder.put("mine", at: "Tea/Package.swift")
    try folder.put("mine", at: "Tea/Sources/Tea/TeaModule.swift")
    try folder.put("mine", at: "Tea/notes.txt")
    try await expect(
      """
      Tea is there already.
      Tea/Package.swift is there already.
      Tea/Sources/Tea/TeaModule.swift is there already.

      """, of: "new module Tea", in: folder)
  }

  @Test(arguments: ["a folder", "a file", "a link that leads nowhere"])
  func `what has the name is in the way, whatever it is`(kind: String) async throws {
    let folder = try ToolFolder()
    let goal = folder.url.appending(path: "Shop")
    switch kind {
    case "a folder":
      try FileManager.default.createDirectory(at: goal, withIntermediateDirectories: false)
    case "a file": try folder.put("mine", at: "Shop")
    default:
      try FileManager.default.createSymbolicLink(
        atPath: goal.path, withDestinationPath: "nowhere")
    }
    for flag in ["", " --dry-run"] {
      try await expect("Shop is there already.\n", of: "new app Shop\(flag)", in: folder)
    }
  }

  @Test func `a name that differs only in letter case is in the way`() async throws {
    let folder = try ToolFolder()
    try folder.put("mine", at: "TEA/notes.txt")
    try await expect(
      "TEA differs from Tea only in the case of its letters.\n", of: "new module Tea", in: folder)
  }

  @Test func `an app's targets, packages and files are in the way, all at once`() async throws {
    let folder = try ToolFolder()
    let targets = """
      targets: [
          .target(name: "teaapi"),
      """
    let dependencies = """
      dependencies: [
          .package(path: "../other/Tea"),
          .package(path: "../other/Pot"),
      """
    let app = ToolFolder.app.replacing("targets: [", with: targets, maxReplacements: 1)
      .replacing("dependencies: [", with: dependencies, maxReplacements: 1)
    try folder.putApp(app, files: ["Modules/Tea/README.md"])
    try folder.put("", at: "other/Pot/Sources/TeaDemo/main.swift")
    try await expect(
      """
      teaapi is a target of Shop already.
      Shop depends on a package 'tea' already.
      TeaDemo is a target of the package 'pot' already.
      Shop/Modules/Tea is there already.
      Shop/Modules/Tea/README.md is there already.

      """, of: "new module Tea --into Shop", in: folder)
  }

  @Test func `a module cannot have the name of its app's folder`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    try await expect(
      "Shop is a target of Shop already.\nShopTests is a target of Shop already.\n"
        + "Shop is the folder of the app itself.\n", of: "new module Shop --into Shop", in: folder)
  }

  @Test func `a folder that may not be written to is named`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let place = folder.url.appending(path: "Shop").path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
    }
    // Nothing is forbidden to the superuser.
    guard !FileManager.default.isWritableFile(atPath: place) else { return }
    let end = try await folder.run("new module Tea --into Shop", path: ToolFolder.toolchain)
    let errors = "Shop/Modules/Tea: cannot be written: Permission denied.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
  }
}
