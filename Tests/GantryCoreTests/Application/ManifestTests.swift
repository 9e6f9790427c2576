// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

@Suite struct ManifestTests {
  private static func application(reversed: Bool = false) -> Application {
    let manifests: [ModuleManifest] = [
      .fake("Orders", ModuleOptions(version: "1.2", package: "shop", after: "Storage")) { module in
        module.inject(String.self, at: "Orders/Orders.swift:3")
        module.launch(
          "open", TaskOptions(.afterReady, priority: 3), at: "Orders/Orders.swift:5",
          body: .background {
            _, _ in
          })
        module.on(
          Greeting.self, "hear", at: "Orders/Orders.swift:8", body: .background { _, _, _ in })
        module.run("sync", RunOptions(.always), at: "Orders/Orders.swift:10") { _, _ in }
        module.shutdown("close", at: "Orders/Orders.swift:11") { _ in }
      },
      .fake("Storage") { $0.provides(String.self, "path", at: "Storage/S.swift:2") { _ in "" } },
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
    let run = try #require(orders.runs?.first)
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
    #expect(text.contains("\"schemaVersion\" : 4"))
  }

  @Test func `a stored manifest with names and causes that went is read`() throws {
    let list = try ModuleList(json: #"{"modules": [{"name": "Lab", "enabled": false}]}"#)
    let manifest = TestApplication(.fake("Lab"), list: list).application.manifest
    let text = try manifest.json()
    let old = text.replacing(#""cause" : "list""#, with: #""cause" : "switchedOff""#)
      .replacing(#""name" : "Lab","#, with: #""name" : "Lab", "shortName" : "lab","#)
    #expect(old.contains("switchedOff") && old.contains("shortName"))
    let read = try JSONDecoder().decode(AppManifest.self, from: Data(old.utf8))
    #expect(read.names == ["Lab"] && read.graph.nodes.map { $0.off?.cause } == [.stated])
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

  private struct Moved: Event {
    let place: [String: Int?]
    private var note = ""
  }
  private enum Weather: Event {
    case rain(Int)
    case sun
  }
  private final class Shared: Event {
    let text = ""
  }
  private struct Beep: Event {}

  @Test func `each event is listed once, with its fields where they are known`() throws {
    let manifests: [ModuleManifest] = [
      .fake("A") { module in
        module.on(Moved.self, "hear", body: .background { _, _, _ in })
        module.on(Moved.self, "hearAgain", body: .background { _, _, _ in })
        module.on(Weather.self, "look", body: .background { _, _, _ in })
      },
      .fake("B") { module in
        module.on(Shared.self, "share", body: .background { _, _, _ in })
        module.on(Moved.self, "hear", body: .background { _, _, _ in })
        module.on(Beep.self, "listen", body: .background { _, _, _ in })
      },
    ]
    let host = TestApplication(
      modules: [], adding: { for manifest in manifests { $0.add(manifest) } })
    let events = try #require(host.application.manifest.events)
    #expect(events.map(\.name) == ["Beep", "Moved", "Shared", "Weather"])
    #expect(events.allSatisfy { $0.type.hasPrefix("GantryCoreTests.ManifestTests.") })
    #if canImport(Darwin)
      #expect(events.allSatisfy { $0.fields == nil })
    #else
      #expect(events.map { $0.fields?.map(\.name) } == [[], ["place", "note"], nil, nil])
      let types = events[1].fields?.map(\.type)
      #expect(
        types == ["Swift.Dictionary<Swift.String, Swift.Optional<Swift.Int>>", "Swift.String"])
    #endif
  }

  @Test func `a manifest written before events were listed can still be read`() throws {
    let text = try Self.application().manifest.json().replacing("\"events\"", with: "\"other\"")
    let manifest = try JSONDecoder().decode(AppManifest.self, from: Data(text.utf8))
    #expect(manifest.events == nil && manifest.modules == Self.application().manifest.modules)
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
