// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GantryTool

@Suite struct NewNameTests {
  static let letters =
    "it must have only letters from A to Z and digits, and begin with a capital letter."

  static let rows: [(kind: String, name: String, problem: String)] = [
    ("module", "orders", "\(letters) Did you mean Orders?"),
    ("module", "order-history", "\(letters) Did you mean OrderHistory?"),
    ("module", "Order_History", "\(letters) Did you mean OrderHistory?"),
    ("module", "class", "\(letters) Did you mean Class?"),
    ("module", "2Orders", letters),
    ("module", "Größe", letters),
    ("module", "''", letters),
    ("module", "../Orders", "\(letters) Did you mean Orders?"),
    ("module", "self", letters),
    ("module", "Self", "that is a name of the Swift language."),
    ("module", "Foundation", "that is a name of Swift's own libraries."),
    ("module", "LOGGING", "that is a name of a package that Gantry or the app uses."),
    ("module", "Gantry", "that is a name of Gantry."),
    ("module", "GantryRouting", "that is a name of Gantry."),
    ("module", "Provided", "that is a name of a service or type of Gantry."),
    ("module", "OrdersModule", "Module is appended where it is needed. Did you mean Orders?"),
    ("module", "OrdersAPI", "API is appended where it is needed. Did you mean Orders?"),
    ("module", "Tests", "Tests is appended where it is needed."),
    ("module", "OrdersTesting", "Testing is appended where it is needed. Did you mean Orders?"),
    ("module", String(repeating: "A", count: 25), "it must not have more than 24 letters."),
    ("server", "my-shop", "\(letters) Did you mean MyShop?"),
    ("server", "ShopTests", "Tests is appended where it is needed. Did you mean Shop?"),
    ("server", "Items", "that is a name of a target or folder of every server."),
    ("server", "Web --server", "that is a name of a target or folder of every server."),
    ("app", "Modules --platform ios", "that is a name of a target or folder of every app."),
    ("app", "gantry --platform terminal", letters),
  ]

  @Test(arguments: rows)
  func `a name that wouldn't build is refused with a suggestion`(
    row: (kind: String, name: String, problem: String)
  ) async throws {
    let folder = try ToolFolder()
    let before = try folder.contents()
    let end = try await folder.run("new \(row.kind == "module" ? "module" : "app") \(row.name)")
    let name = row.name == "''" ? "" : String(row.name.prefix { $0 != " " })
    let kind = row.kind == "module" ? "a module" : "an app"
    let errors = "'\(name)' cannot be the name of \(kind): \(row.problem)\n"
    #expect(end == ToolFolder.End(errors: errors, status: 64))
    #expect(try folder.contents() == before)
  }

  @Test func `the products of packages that Gantry and its apps use are reserved names`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    let apps = ["server", "terminal"].map {
      "Sources/GantryTool/Templates/\($0)/Package.swift.template"
    }
    let names = try (["Package.swift"] + apps).flatMap { path in
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      let own = text.matches(of: /\.product\(\s*name: "(\w+)"/).map { String($0.output.1) }
      let extra = text.matches(of: /extra\("[^"]+"((?:, "\w+")+)\)/).flatMap { match in
        match.output.1.matches(of: /\w+/).map { String($0.output) }
      }
      return own + extra
    }
    #expect(names.contains("Yams") && names.contains("Tracing") && names.contains("Logging"))
    for name in names + ["CYaml", "RealModule"] {
      #expect(ReservedNames.owner(of: name, .module) != nil, "\(name)")
    }
  }

  @Test(arguments: [
    ("OrderHistory", "order-history"), ("HTTPCache", "http-cache"), ("A", "a"), ("A1", "a1"),
    ("MyURL", "my-url"), ("Class", "class"),
  ])
  func `a page's path is the name in lowercase`(name: String, path: String) async throws {
    let folder = try ToolFolder()
    try folder.put("{{path}}", at: "own/path.template")
    #expect(try await folder.run("new module \(name) --template own").status == 0)
    #expect(try folder.text(of: "\(name)/path") == path)
  }
}
