// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

import Gantry
import GantryAppEvents
@testable import GantryCore

/// Manifests in files: their keys don't depend on the names of properties.
@Suite struct ManifestSampleTests {
  private struct Prices: Sendable {}

  /// The file of one module: `Orders/OrdersModule.swift`.
  private static func file(_ module: String) -> String { "\(module)/\(module)Module.swift" }

  /// A module with everything that a manifest can say of one.
  private static var orders: ModuleManifest {
    let options = ModuleOptions(
      version: "1.2", package: "shop", requires: "Storage", wants: "Analytics", before: "Search",
      priority: 3, essential: true, enabled: .when("a paying user") { _ in true })
    return .fake("Orders", options) { module in
      let file = file("Orders")
      module.inject(String.self, fileID: file, line: 3)
      module.inject(Int?.self, fileID: file, line: 4)
      module.inject([Double].self, fileID: file, line: 5)
      module.inject(Lazy<String>.self, fileID: file, line: 6)
      module.provide(Bool.self, "open", fileID: file, line: 7) { _ in true }
      module.launch(
        "load",
        TaskOptions(
          requires: "Storage.open", timeout: .seconds(2), retry: .backoff,
          enabled: .when("a network") { _ in true }
        ).taking(Prices.self).taking(Int?.self),
        fileID: file, line: 10, body: .background { _, _ in })
      module.launch(
        "sync", TaskOptions(after: Milestone("consent"), priority: 5), fileID: file, line: 12,
        body: .main { _, _ in })
      module.on(
        Greeting.self, "hear", HandlerOptions(.once, priority: 7), fileID: file, line: 14,
        body: .background { _, _, _ in })
      module.on(
        PerformBackgroundTask.self, "count", HandlerOptions(backgroundTask: "shop.count"),
        fileID: file, line: 15, body: .answering { _, _, _ in true })
      module.route(
        "orders/:id", "show",
        [RouteParameter("id", Int.self), RouteParameter("tab", String?.self)],
        RouteOptions(access: .external), fileID: file, line: 17, body: .main { _, _, _ in "" })
      module.intercept(
        "check", ["orders/*rest"], InterceptorOptions(priority: 2, asksPerson: true), fileID: file,
        line: 18, body: .background { _, _, _ in .allow })
      module.run("watch", RunOptions(.always), fileID: file, line: 20) { _, _ in }
      module.shutdown("close", fileID: file, line: 21) { _ in }
    }
  }

  /// The manifest of an application with each key, a fault, and modules that are left out.
  private static var full: AppManifest {
    TestApplication(
      orders,
      .fake("Help", ModuleOptions(requires: "Phone")),
      .fake("Lab", ModuleOptions(enabled: .when("a lab") { _ in false })),
      .fake("Search", ModuleOptions(requires: "Lab")) { module in
        module.inject(Prices.self, fileID: file("Search"), line: 3)
      },
      .fake("Storage") { module in
        let file = file("Storage")
        module.provide(
          String.self, "path", ProvideOptions(scope: .unique, fallback: true), fileID: file, line: 2
        ) { _ in "" }
        module.launch(
          "open", TaskOptions().returning(Prices.self), fileID: file, line: 4,
          body: .background { _, _ in })
      },
      ModuleManifest(function: "setUp", fileID: "App/main.swift", line: 1) { function in
        function.launch(
          TaskOptions(.first), fileID: "App/main.swift", line: 1, body: .background { _ in })
      }
    ).application.manifest
  }

  private static func stored(_ name: String) throws -> Data {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try Data(
      contentsOf: folder.appending(path: "../../../Documentation/Manifests/\(name)").standardized)
  }

  /// A text as the objects of JSON: white space, which differs between systems, isn't compared.
  private static func objects(_ data: Data) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
  }

  @Test func `a manifest with everything is written with the keys of the stored one`() throws {
    let text = try Self.full.json()
    #expect(
      try Self.objects(Data(text.utf8)) == Self.objects(Self.stored("everything.json")),
      "If this is intended, give the schema a new version, and store this text: \(text)")
  }

  @Test(arguments: ["everything.json", "shop.json"])
  func `a stored manifest is read completely`(name: String) throws {
    let data = try Self.stored(name)
    let manifest = try JSONDecoder().decode(AppManifest.self, from: data)
    #expect(manifest.schemaVersion == AppManifest.currentSchemaVersion)
    #expect(try Self.objects(Data(manifest.json().utf8)) == Self.objects(data))
  }

  @Test(arguments: [0, 5, 7])
  func `a manifest of another version is refused with its version`(version: Int) throws {
    let other = Data(#"{"schemaVersion": \#(version), "modules": "renamed"}"#.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AppManifest.self, from: other)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription == """
        The manifest has schema version \(version); this library reads version 6. Read it with the \
        library that wrote it, or write it again.
        """)
  }
}
