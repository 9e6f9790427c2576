// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct NewConflictTests {
  static let advice = "Nothing was written. Choose another name, or move what is there.\n"

  private func expect(
    _ errors: String, of arguments: String, in folder: ToolFolder
  ) async throws {
    let before = try folder.contents()
    let end = try await folder.run(arguments, path: ToolFolder.toolchain)
    #expect(end == ToolFolder.End(errors: errors + Self.advice, status: 73))
    #expect(try folder.contents() == before)
  }

  @Test func `every existing file is named`() async throws {
    let folder = try ToolFolder()
    try folder.put("mine", at: "Tea/Package.swift")
    try folder.put("mine", at: "Tea/Sources/Tea/TeaModule.swift")
    try folder.put("mine", at: "Tea/notes.txt")
    try await expect(
      """
      Tea already exists.
      Tea/Package.swift already exists.
      Tea/Sources/Tea/TeaModule.swift already exists.

      """, of: "new module Tea", in: folder)
  }

  @Test(arguments: ["a folder", "a file", "a link that leads nowhere"])
  func `an existing folder, file or link of the name is a conflict`(kind: String) async throws {
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
      try await expect("Shop already exists.\n", of: "new app Shop\(flag)", in: folder)
    }
  }

  @Test func `a name that differs only in case is a conflict`() async throws {
    let folder = try ToolFolder()
    try folder.put("mine", at: "TEA/notes.txt")
    try await expect(
      "TEA differs from Tea only in the case of its letters.\n", of: "new module Tea", in: folder)
  }

  @Test func `conflicts with targets, packages and files are reported all at once`() async throws {
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
      teaapi is already a target of Shop.
      Shop already depends on a package 'tea'.
      TeaDemo is already a target of the package 'pot'.
      Shop/Modules/Tea already exists.
      Shop/Modules/Tea/README.md already exists.

      """, of: "new module Tea --into Shop --full", in: folder)
  }

  @Test func `targets of indirect packages are conflicts, however they are declared`()
    async throws
  {
    let folder = try ToolFolder()
    let app = ToolFolder.app.replacing(
      "dependencies: [", with: "dependencies: [\n    .package(path: \"../other/Pot\"),",
      maxReplacements: 1)
    try folder.putApp(app)
    try folder.put(
      """
      // .target(name: "TeaTests"), .package(path: "../Nowhere"),
      let package = Package(
        name: "Pot",
        dependencies: [.package(url: "https://a.example/b.git", from: "1.0.0"),
          .package(name: "cup", path: "../Cup"), .package(path: "../Pot")],
        targets: [.target(name: "Pot", path: "Code"), .macro(
          name: "TeaAPI", path: "Macros")])
      """, at: "other/Pot/Package.swift")
    try folder.put(
      """
      let name = "Größe"; let package = Package(
        name: "Cup", dependencies: [.package(path: "../Pot")],
        targets: [.executableTarget(name: "teademo", path: "Code")])
      """, at: "other/Cup/Package.swift")
    try folder.put("", at: "Shop/.build/checkouts/swift-tea/Sources/Tea/Tea.swift")
    try folder.put("", at: "other/Nowhere/Sources/TeaTests/A.swift")
    let end = try await folder.run("new module Tea --into Shop --full", path: ToolFolder.toolchain)
    let errors = """
      teademo is already a target of the package 'cup'.
      TeaAPI is already a target of the package 'pot'.
      Tea is already a target of the package 'swift-tea'.

      """
    #expect(end == ToolFolder.End(errors: errors + Self.advice, status: 73))
    // SwiftPM itself may write to its build folder.
    let top = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "Shop").path)
    #expect(top.sorted() == [".build", "Package.swift"])
  }

  @Test func `another type's module with the name is a conflict`() async throws {
    let folder = try ToolFolder()
    let app = ToolFolder.app
      .replacing(
        "dependencies: [", with: "dependencies: [\n    .package(path: \"Pot\"),",
        maxReplacements: 1
      )
      .replacing("targets: [", with: "targets: [\n    .target(name: \"Cups\", path: \"Code\"),")
    try folder.putApp(app)
    try folder.put("\n@Module(name: \"Tea\") final class Cup {}", at: "Shop/Code/Cup.swift")
    try folder.put("@Module final class TeaModule {}", at: "Shop/Pot/Sources/Pot/Pot.swift")
    try folder.put("@Module final class TeaModule {}", at: "Shop/Pot/Tests/PotTests/Pot.swift")
    try folder.put("// @Module(name: \"Tea\")\nclass Tea {}", at: "Shop/Sources/Shop/main.swift")
    try await expect(
      """
      Tea is already the app's name for Cup (Code/Cup.swift:2).
      Tea is already the app's name for TeaModule (Pot/Sources/Pot/Pot.swift:1).

      """, of: "new module Tea --into Shop", in: folder)
    let interface = try await folder.run(
      "new module Tea --into Shop --api-only --dry-run", path: ToolFolder.toolchain)
    #expect(interface.status == 0)
  }

  @Test func `an existing module that isn't linked gets the commands to link it`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let make = "new module Tea --into Shop"
    #expect(try await folder.run(make, path: ToolFolder.toolchain).status == 0)
    let linked = try folder.text(of: "Shop/Package.swift")
    // As if the tool had been killed between its last two steps.
    try folder.put(ToolFolder.app, at: "Shop/Package.swift")
    let end = try await folder.run(make, path: ToolFolder.toolchain)
    #expect(
      end.errors.hasPrefix(
        """
        Shop does not depend on the package in Shop/Modules/Tea. To link it: swift \
        package --package-path Shop add-dependency Modules/Tea --type path, and swift package \
        --package-path Shop add-target-dependency Tea Shop --package Tea
        Shop/Modules/Tea already exists.

        """), "\(end)")
    #expect(end.status == 73)
    let commands = """
      swift package --package-path Shop add-dependency Modules/Tea --type path >&2 && swift \
      package --package-path Shop add-target-dependency Tea Shop --package Tea >&2
      """
    _ = try await folder.run("new app Shop", path: ToolFolder.toolchain, after: commands)
    #expect(try folder.text(of: "Shop/Package.swift") == linked)
    #expect(
      try await folder.run(make, path: ToolFolder.toolchain).errors.contains("To link") == false)
  }

  @Test func `a module cannot have the name of its app's folder`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    try await expect(
      "Shop is already a target of Shop.\nShopTests is already a target of Shop.\n"
        + "Shop is the folder of the app itself.\n", of: "new module Shop --into Shop", in: folder)
  }

  @Test func `a folder without write permission is named`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let place = folder.url.appending(path: "Shop").path
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
    }
    // The superuser may write anywhere.
    guard !FileManager.default.isWritableFile(atPath: place) else { return }
    let end = try await folder.run("new module Tea --into Shop", path: ToolFolder.toolchain)
    let errors = "Shop/Modules/Tea: cannot be written: Permission denied.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
  }
}
