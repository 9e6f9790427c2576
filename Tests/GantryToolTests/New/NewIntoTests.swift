// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The changes to an app when a module is made in it.
@Suite struct NewIntoTests {
  private func run(_ arguments: String, in folder: ToolFolder) async throws -> ToolFolder.End {
    try await folder.run("new module Tea --into Shop \(arguments)", path: ToolFolder.toolchain)
  }

  @Test func `the manifest gets the package, and the target gets the module`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let end = try await run("", in: folder)
    #expect(end.status == 0)
    #expect(end.output.hasPrefix("Shop/Modules/Tea\n├─ .gitignore\n"))
    #expect(
      end.output.hasSuffix(
        "\n\nShop links it now.\nNext: swift test --package-path Shop/Modules/Tea\n"))
    let manifest = try folder.text(of: "Shop/Package.swift")
    #expect(manifest.contains(".package(path: \"Modules/Tea\")"))
    #expect(manifest.contains(".product(name: \"Tea\", package: \"Tea\")"))
    let top = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "Shop").path)
    #expect(top.sorted() == ["Modules", "Package.swift"])
  }

  @Test(arguments: [
    ("print(\"Hello\")\n", true), ("// Application()\nlet text = \"Application()\"\n", true),
    ("import Gantry\ntry await Application().start()\n", false),
    ("import Gantry\nlet app = Application {\n}\n", false),
  ])
  func `a program that makes no Application is told what its main needs`(
    main: String, isTold: Bool
  ) async throws {
    let folder = try ToolFolder()
    let plain = ToolFolder.app.replacing(
      "    .package(url: \"https://gantry.example/gantry.git\", \"0.3.0\"..<\"0.4.0\")\n", with: "")
    try folder.putApp(plain)
    try folder.put(main, at: "Shop/Sources/Shop/main.swift")
    let end = try await run("", in: folder)
    let warning = """
      warning: Shop starts no Application yet, so Tea won't run. Add Gantry to its dependencies, \
      `import Gantry` and `try await Application().start()` in its main and `platforms: \
      [.macOS(.v13)]` to Shop/Package.swift, for a Mac. See 'An existing program' in \
      Documentation/Tutorial.md.

      """
    #expect(end.status == 0 && end.errors == (isTold ? warning : ""), "\(end)")
  }

  @Test func `two modules can be added from the app's own folder`() async throws {
    let folder = try ToolFolder()
    try folder.write(ToolFolder.app, to: "Package.swift")
    for name in ["Tea", "Pot"] {
      let end = try await folder.run(
        "new module \(name) --into . --full", path: ToolFolder.toolchain)
      #expect(end.output.hasPrefix("Modules/\(name)\n"))
      #expect(end.output.hasSuffix("\nNext: swift run \(name)Demo\n"))
    }
    let manifest = try folder.text(of: "Package.swift")
    #expect(manifest.contains("\"Modules/Tea\"") && manifest.contains("\"Modules/Pot\""))
  }

  @Test(arguments: ["", " --dry-run"])
  func `a running build of the app doesn't block the tool`(flag: String) async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    // The lock is on the build folder, and SwiftPM is given another one.
    let end = try await folder.run(
      "new module Tea --into Shop\(flag)", before: "dump-package",
      doing: #"case " $* " in *" --scratch-path "*) ;; *) exit 9 ;; esac"#)
    #expect(end.status == 0, "\(end)")
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "Shop/.build").path))
  }

  @Test func `a manifest keeps its mode, and a link stays a link`() async throws {
    let folder = try ToolFolder()
    try folder.put(ToolFolder.app, at: "real/Package.swift", mode: 0o600)
    try folder.put("", at: "Shop/README.md")
    let link = folder.url.appending(path: "Shop/Package.swift").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../real/Package.swift")
    #expect(try await run("", in: folder).status == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../real/Package.swift")
    #expect(try folder.text(of: "real/Package.swift").contains("Modules/Tea"))
    let real = folder.url.appending(path: "real/Package.swift").path
    let mode = try FileManager.default.attributesOfItem(atPath: real)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
  }

  @Test func `an app with several executables needs a choice`() async throws {
    let folder = try ToolFolder()
    try folder.putApp(
      ToolFolder.app.replacing(
        ".executableTarget(name: \"Shop\", dependencies: []),",
        with: """
          .executableTarget(name: "Shop", dependencies: []),
              .executableTarget(name: "Kiosk", dependencies: []),
          """))
    let before = try folder.contents()
    let unclear = try await run("", in: folder)
    let errors =
      "Shop/Package.swift has several executable targets. Say which: --target Kiosk|Shop\n"
    #expect(unclear == ToolFolder.End(errors: errors, status: 64))
    let unknown = try await run("--target Stand", in: folder)
    let targets = "Shop/Package.swift has no target 'Stand'. There are Kiosk, Shop and ShopTests.\n"
    #expect(unknown == ToolFolder.End(errors: targets, status: 64))
    let near = try await run("--target Kisok", in: folder)
    #expect(near.errors.contains("no target 'Kisok'. Did you mean Kiosk? There are Kiosk, Shop"))
    #expect(try folder.contents() == before)
    #expect(try await run("--target Kiosk", in: folder).output.contains("Kiosk links it now."))
  }

  @Test func `a module uses the interface that was made before it`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    #expect(try await run("--api-only", in: folder).output.contains("Shop links it now."))
    let interface = try folder.files(in: "Shop/Modules/TeaAPI")
    let app = try folder.text(of: "Shop/Package.swift")
    let end = try await run("", in: folder)
    #expect(end.status == 0, "\(end)")
    #expect(!end.output.contains("TeaAPI"))
    #expect(try folder.files(in: "Shop/Modules/TeaAPI") == interface)
    let manifest = try folder.text(of: "Shop/Modules/Tea/Package.swift")
    #expect(manifest.contains("\n    .package(path: \"../TeaAPI\"),\n"))
    #expect(!manifest.contains("name: \"TeaAPI\", targets:"))
    #expect(!manifest.contains("name: \"TeaAPI\",\n"))
    let product = ".product(name: \"TeaAPI\", package: \"TeaAPI\"),\n"
    #expect(manifest.components(separatedBy: product).count == 4)
    // A custom template that makes the interface again would make two of them.
    try folder.put("", at: "own/Sources/{{name}}API/A.swift")
    try folder.putApp(app)
    try FileManager.default.removeItem(at: folder.url.appending(path: "Shop/Modules/Tea"))
    let own = try await run("--template own", in: folder)
    #expect(own.errors.hasPrefix("TeaAPI is already a target of the package 'teaapi'.\n"), "\(own)")
  }

  @Test(
    arguments: [
      ("{name: apps, targets: Shop}", "--full", "Tea and TeaAPI are in", "them", "each"),
      ("{name: modules, with: modules}", "--full", "TeaAPI is in", "it", "it"),
      ("{name: interfaces, targets: \"*API\"}", "", "Tea is in", "it", "it"),
    ])
  func `a module outside all layer groups is made with a warning`(
    group: String, form: String, which: String, it: String, each: String
  ) async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    try folder.put("version: 1\ngroups:\n  - \(group)\n", at: "Shop/gantry.yaml")
    let end = try await run(form, in: folder)
    #expect(end.status == 0)
    #expect(
      end.errors == """
        warning: \(which) no group of gantry.yaml, so every target may import \(it). Add \(each) \
        to a group; 'with: modules' takes all targets with modules, including later ones.

        """)
  }

  @Test(arguments: ["version: 1\ngroups: [{name: all, targets: \"*\"}]", "groups: ["])
  func `a group that matches all, or damaged rules, cause no warning`(rules: String) async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    try folder.put(rules, at: "Shop/gantry.yaml")
    let end = try await run("--full", in: folder)
    #expect(end.status == 0 && end.errors.isEmpty, "\(end)")
  }

  @Test func `a folder that isn't an app is refused`() async throws {
    let folder = try ToolFolder()
    let missing = try await run("", in: folder)
    let none = "Shop: there is no Package.swift in it.\n"
    #expect(missing == ToolFolder.End(errors: none, status: 66))
    try folder.put("", at: "Shop/Shop.xcodeproj/project.pbxproj")
    let xcode = try await run("", in: folder)
    #expect(xcode.status == 66)
    #expect(xcode.errors.contains("For an app in Shop.xcodeproj, leave out '--into'"), "\(xcode)")
    try folder.putApp(ToolFolder.app.replacing("executableTarget", with: "target"))
    let library = try await run("", in: folder)
    let errors = "Shop/Package.swift has no executable target: it isn't an app.\n"
    #expect(library == ToolFolder.End(errors: errors, status: 64))
    try folder.putApp("// swift-tools-version: 6.3\nlet package = nonsense\n")
    let broken = try await run("", in: folder)
    #expect(broken.status == 66)
    #expect(broken.errors.hasPrefix("Shop/Package.swift: SwiftPM cannot read it:\n"))
  }

  @Test func `a manifest that SwiftPM can't edit stays unchanged, and no module is made`()
    async throws
  {
    let folder = try ToolFolder()
    let manifest = ToolFolder.app.replacing(
      "  targets: [\n    .executableTarget(name: \"Shop\", dependencies: []),",
      with: "  targets: app(\"Shop\") + [")
    let function = "func app(_ name: String) -> [Target] { [.executableTarget(name: name)] }\n"
    try folder.putApp(manifest + function)
    let before = try folder.contents()
    let end = try await run("", in: folder)
    #expect(end.status == 73)
    #expect(
      end.errors.hasPrefix(
        "Shop/Package.swift: 'swift package add-target-dependency Tea Shop --package Tea' cannot "
          + "edit it: "))
    #expect(
      end.errors.hasSuffix(
        "Nothing was written. Create the module without --into, and add it to the manifest by hand.\n"
      ))
    #expect(try folder.contents() == before)
  }

  @Test func `an edit of the manifest in the meantime wins`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let shop = folder.url.appending(path: "Shop").path
    let end = try await folder.run(
      "new module Tea --into Shop", before: "add-target-dependency",
      doing: "echo '// mine' >> '\(shop)/Package.swift'")
    let errors = "Shop/Package.swift has just been changed. Nothing was written.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
    #expect(try folder.text(of: "Shop/Package.swift") == ToolFolder.app + "// mine\n")
    #expect(try folder.files(in: "Shop") == ["Package.swift"])
  }

  @Test func `a folder that appears in the meantime stays unchanged`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let shop = folder.url.appending(path: "Shop").path
    let end = try await folder.run(
      "new module Tea --into Shop", before: "add-target-dependency",
      doing: "mkdir -p '\(shop)/Modules/Tea'")
    let errors = "Shop/Modules/Tea has just appeared. Nothing was written.\n"
    #expect(end == ToolFolder.End(errors: errors, status: 73))
    #expect(try folder.files(in: "Shop") == ["Package.swift"])
    #expect(try folder.text(of: "Shop/Package.swift") == ToolFolder.app)
  }

  @Test func `other modules that appear in the meantime are no obstacle`() async throws {
    let folder = try ToolFolder()
    try folder.putApp()
    let shop = folder.url.appending(path: "Shop").path
    #expect(
      try await folder.run(
        "new module Tea --into Shop", before: "add-target-dependency",
        doing: "mkdir -p '\(shop)/Modules/Pot'"
      ).status == 0)
    #expect(try folder.files(in: "Shop/Modules/Tea").contains("Package.swift"))
  }
}
