// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct NewTreeTests {
  static let server = """
    OrderHistory
    ├─ .dockerignore
    ├─ .gitignore
    ├─ .swift-format
    ├─ Dockerfile
    ├─ Package.swift
    ├─ README.md
    ├─ Sources
    │  ├─ Items
    │  │  ├─ ItemEndpoints.swift
    │  │  ├─ ItemStore.swift
    │  │  └─ ItemsModule.swift
    │  ├─ ItemsAPI
    │  │  └─ ItemsService.swift
    │  ├─ OrderHistory
    │  │  └─ App.swift
    │  ├─ Storage
    │  │  └─ StorageModule.swift
    │  ├─ Web
    │  │  ├─ FailureMiddleware.swift
    │  │  └─ WebModule.swift
    │  └─ WebAPI
    │     └─ Endpoints.swift
    ├─ Tests
    │  └─ OrderHistoryTests
    │     ├─ RunningServer.swift
    │     └─ ServerTests.swift
    ├─ order-history.json
    └─ order-history.service

    """
  static let phone = """
    Shop
    ├─ .gitignore
    ├─ .swift-format
    ├─ App
    │  ├─ Info.plist
    │  ├─ Shop.xcodeproj
    │  │  └─ project.pbxproj
    │  └─ Shop
    │     ├─ PagesView.swift
    │     └─ ShopApp.swift
    ├─ Package.swift
    ├─ README.md
    ├─ Sources
    │  └─ ShopModules
    │     └─ Modules.swift
    └─ Tests
       └─ ShopTests
          └─ AppTests.swift

    """
  static let module = """
    Tea
    ├─ .gitignore
    ├─ .swift-format
    ├─ Package.swift
    ├─ README.md
    ├─ Sources
    │  └─ Tea
    │     └─ TeaModule.swift
    └─ Tests
       └─ TeaTests
          └─ TeaTests.swift

    """
  static let full = """
    Tea
    ├─ .gitignore
    ├─ .swift-format
    ├─ Package.swift
    ├─ README.md
    ├─ Sources
    │  ├─ Tea
    │  │  ├─ Resources
    │  │  │  ├─ de.lproj
    │  │  │  │  └─ Localizable.strings
    │  │  │  └─ en.lproj
    │  │  │     └─ Localizable.strings
    │  │  └─ TeaModule.swift
    │  ├─ TeaAPI
    │  │  ├─ TeaGreeted.swift
    │  │  ├─ TeaPage.swift
    │  │  └─ TeaService.swift
    │  ├─ TeaDemo
    │  │  └─ Demo.swift
    │  └─ TeaTesting
    │     └─ StubTea.swift
    └─ Tests
       └─ TeaTests
          └─ TeaTests.swift

    """
  static let terminal = """
    Tidy
    ├─ .gitignore
    ├─ .swift-format
    ├─ Package.swift
    ├─ README.md
    ├─ Sources
    │  └─ Tidy
    │     ├─ App.swift
    │     └─ Commands.swift
    └─ Tests
       └─ TidyTests
          └─ CommandTests.swift

    """
  static let interface = """
    TeaAPI
    ├─ .gitignore
    ├─ .swift-format
    ├─ Package.swift
    ├─ README.md
    ├─ Sources
    │  ├─ TeaAPI
    │  │  ├─ TeaGreeted.swift
    │  │  ├─ TeaPage.swift
    │  │  └─ TeaService.swift
    │  └─ TeaTesting
    │     └─ StubTea.swift
    └─ Tests
       └─ TeaAPITests
          └─ TeaPageTests.swift

    """

  static let c = """
    Tea
    ├─ .gitignore
    ├─ .swift-format
    ├─ Package.swift
    ├─ README.md
    ├─ Sources
    │  └─ Tea
    │     ├─ Tea.c
    │     └─ include
    │        └─ Tea.h
    └─ Tests
       └─ TeaTests
          └─ TeaTests.swift

    """

  static let rows: [(arguments: String, tree: String, next: String)] = [
    ("new app OrderHistory", server, "cd OrderHistory && swift run OrderHistory"),
    ("new app OrderHistory --server", server, "cd OrderHistory && swift run OrderHistory"),
    (
      "new app Shop --platform ios", phone,
      "cd Shop && swift test; then, on a Mac, open App/Shop.xcodeproj"
    ),
    ("new app Tidy --platform terminal", terminal, "cd Tidy && swift run Tidy"),
    ("new module Tea", module, "swift test --package-path Tea"),
    ("new module Tea --language c", c, "swift test --package-path Tea"),
    (
      "new module Tea --language objc", c.replacing("Tea.c", with: "TeaModule.m"),
      "open Tea/Package.swift in Xcode, and run its tests in a simulator"
    ),
    ("new module Tea --full", full, "swift run --package-path Tea TeaDemo"),
    ("new module Tea --api-only", interface, "swift test --package-path TeaAPI"),
  ]

  @Test(arguments: rows)
  func `a dry run shows the tree and writes nothing`(
    row: (arguments: String, tree: String, next: String)
  ) async throws {
    let folder = try ToolFolder()
    let before = try folder.contents()
    #expect(
      try await folder.run("\(row.arguments) --dry-run") == ToolFolder.End(output: row.tree))
    #expect(try folder.contents() == before)
  }

  @Test(arguments: rows)
  func `exactly the files of the tree are made`(
    row: (arguments: String, tree: String, next: String)
  ) async throws {
    let folder = try ToolFolder()
    let before = try folder.contents()
    let end = try await folder.run(row.arguments)
    #expect(end == ToolFolder.End(output: "\(row.tree)\nNext: \(row.next)\n"))
    let new = try folder.contents().keys.filter { before[$0] == nil }
    let names = row.tree.split(separator: "\n").map { $0.trimmingPrefix(/[│├└─ ]*/) }
    #expect(
      new.map { URL(filePath: $0).lastPathComponent }.sorted() == names.map(String.init).sorted())
  }

  @Test func `new packages get Gantry's own format settings`() async throws {
    let folder = try ToolFolder()
    _ = try await folder.run("new module Tea")
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let house = try String(contentsOf: root.appending(path: ".swift-format"), encoding: .utf8)
    #expect(try folder.text(of: "Tea/.swift-format") == house)
  }

  @Test(arguments: ["Apple", "Tea"], ["", "--full"])
  func `imports are sorted for any name`(name: String, form: String) async throws {
    let folder = try ToolFolder()
    _ = try await folder.run("new module \(name) \(form)")
    for file in try folder.files(in: name) where file.hasSuffix(".swift") {
      let lines = try folder.text(of: "\(name)/\(file)").split(separator: "\n")
      let imports = lines.filter { $0.hasPrefix("import ") }
      #expect(imports == imports.sorted(), "\(file)")
    }
  }
}
