// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

@Suite struct ManifestTests {
  private static func application(reversed: Bool = false) -> Application {
    let manifests: [ModuleManifest] = [
      .fake("Orders", ModuleOptions(version: "1.2", package: "shop", after: "Storage")) { module in
        module.inject(String.self, fileID: "Orders/Orders.swift", line: 3)
        module.launch(
          "open", TaskOptions(.afterReady, priority: 3), fileID: "Orders/Orders.swift", line: 5,
          body: .background {
            _, _ in
          })
        module.on(
          Greeting.self, "hear", fileID: "Orders/Orders.swift", line: 8,
          body: .background { _, _, _ in })
        module.run("sync", RunOptions(.always), fileID: "Orders/Orders.swift", line: 10) { _, _ in }
        module.shutdown("close", fileID: "Orders/Orders.swift", line: 11) { _ in }
      },
      .fake("Storage") {
        $0.provide(String.self, "path", fileID: "Storage/S.swift", line: 2) { _ in "" }
      },
    ]
    return TestApplication(
      modules: [],
      adding: {
        for entry in reversed ? manifests.reversed() : manifests {
          $0.add(entry)
        }
      }
    ).application
  }

  @Test func `the manifest lists what each part needs, does and offers`() throws {
    let orders = try #require(Self.application().manifest.modules.first)
    #expect(orders.name == "Orders" && orders.version == "1.2" && orders.package == "shop")
    #expect(orders.tasks.map(\.name) == ["Orders.open"])
    #expect(orders.handlers.map(\.event) == ["Greeting"])
    #expect(orders.injects.map(\.declaredAt) == ["Orders/Orders.swift:3"])
    #expect(orders.shutdown == "close")
    let run = try #require(orders.runs.first)
    #expect(run.name == "Orders.sync" && run.restart == .always)
    #expect(run.declaredAt == "Orders/Orders.swift:10")
    #expect(orders.dependencies.map(\.target) == ["Storage"])
  }

  @Test func `equal manifests have equal text, whatever the order of records`() throws {
    let text = try Self.application().manifest.json()
    #expect(try Self.application(reversed: true).manifest.json() == text)
    #expect(
      try JSONDecoder().decode(AppManifest.self, from: Data(text.utf8))
        == Self.application().manifest)
    #expect(text.contains("\"declaredAt\" : \"Orders/Orders.swift:5\""))
    #expect(text.contains("\"schemaVersion\" : 6"))
  }

  @Test func `a stored manifest with names and causes that went is read`() throws {
    let list = try ModuleList(json: #"{"modules": [{"name": "Lab", "enabled": false}]}"#)
    let manifest = TestApplication(.fake("Lab"), list: list).application.manifest
    let text = try manifest.json()
    let old = text.replacing(#""cause" : "list""#, with: #""cause" : "switchedOff""#)
      .replacing(#""name" : "Lab","#, with: #""name" : "Lab", "shortName" : "lab","#)
    #expect(old.contains("switchedOff") && old.contains("shortName"))
    let read = try JSONDecoder().decode(AppManifest.self, from: Data(old.utf8))
    #expect(read.names == ["Lab"] && read.graph.nodes.map { $0.skipped?.cause } == [.stated])
  }

  private final class Hidden: Module {
    static let manifest = ModuleManifest(of: Hidden.self) { _ in }
    init(context: ModuleContext) {}
  }

  @Test func `a private module has the same entry in each run`() throws {
    let manifest = TestApplication(modules: [Hidden.self]).application.manifest
    #expect(try #require(manifest.modules.first).type == "GantryCoreTests.ManifestTests.Hidden")
  }

  private struct Failed: Error {
    enum Reason { case missing }
    let reason = Reason.missing
  }

  @Test func `a failure has the same reason in each run`() async throws {
    let host = TestApplication(
      .fake("Shop") { $0.launch("open", body: .background { _, _ in throw Failed() }) })
    try await host.start()
    #expect(
      host.outcome(of: "Shop.open")
        == .failed(message: "Failed(reason: GantryCoreTests.ManifestTests.Failed.Reason.missing)"))
    await host.stop()
  }

  @Test func `a stored manifest can be read`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "../../../Documentation/Manifests/shop.json").standardized
    let manifest = try JSONDecoder().decode(AppManifest.self, from: Data(contentsOf: file))
    #expect(manifest.schemaVersion == AppManifest.currentSchemaVersion)
    #expect(manifest.names.contains("Orders"))
    let node = try #require(manifest.graph.nodes.first { $0.name == "Orders.init" })
    #expect(node.edges.contains { $0.target == "Storage" })
    #expect(try manifest.graph.launch.plan().tasks.count == manifest.graph.nodes.count)
    let again = try JSONDecoder().decode(AppManifest.self, from: Data(manifest.json().utf8))
    #expect(again == manifest)
  }

  @Test(arguments: [nil, "", "json", "yaml", "JSON"] as [String?])
  func `a program that opts in prints its manifest when the environment asks for it`(
    value: String?
  ) throws {
    let environment = value.map { ["GANTRY_MANIFEST": $0] } ?? [:]
    let app = Application(
      modules: [],
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: environment))
    switch value {
    case nil, "": #expect(try app.requestedManifest() == nil)
    case "json": #expect(try app.requestedManifest() == app.manifest.json())
    default:
      let error = #expect(throws: ApplicationError.self) { try app.requestedManifest() }
      #expect(
        error?.description == """
          GANTRY_MANIFEST is '\(value ?? "")', but the only format is 'json'. Write \
          GANTRY_MANIFEST=json.
          """)
    }
  }
}
