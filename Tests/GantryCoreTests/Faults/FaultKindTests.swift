// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryLaunch
import GantryRouting
import GantryTesting
import Testing

/// The words that tell faults apart in a manifest, in the tool's JSON and in baselines.
@Suite struct FaultKindTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let kinds: [String]
    let modules: [ModuleManifest]
    var schemes: [String] = []
    var hosts: [String] = []
    var testDescription: String { kinds.joined(separator: " ") }
  }

  private static func routing(
    _ routes: (pattern: String, function: String, parameters: [RouteParameter])...
  ) -> [ModuleManifest] {
    [
      .fake("A") { module in
        for route in routes {
          module.route(
            route.pattern, route.function, route.parameters, body: .main { _, _, _ in "" })
        }
      }
    ]
  }

  private static let id = RouteParameter("id", Int.self)

  static let rows = [
    Row(kinds: [], modules: [.fake("A", ModuleOptions(after: "B")), .fake("B")]),
    Row(kinds: ["unknownTarget"], modules: [.fake("A", ModuleOptions(requires: "B"))]),
    Row(
      kinds: ["cycle"],
      modules: [.fake("A", ModuleOptions(after: "B")), .fake("B", ModuleOptions(after: "A"))]),
    Row(kinds: ["selfEdge"], modules: [.fake("A", ModuleOptions(after: "A"))]),
    Row(
      kinds: ["selfEdge"],
      modules: [
        .fake("A", ModuleOptions(requires: "A")) { $0.launch("go", body: .background { _, _ in }) }
      ]),
    Row(
      kinds: ["selfEdge"],
      modules: [
        .fake("A", ModuleOptions(before: "A")) { $0.launch("go", body: .background { _, _ in }) }
      ]),
    Row(kinds: ["duplicateName"], modules: [.fake("A"), .fake("A")]),
    Row(kinds: ["missingProvider"], modules: [.fake("A") { $0.inject(Int.self) }]),
    Row(
      kinds: ["doubledProvider"],
      modules: ["A", "B"].map { name in
        .fake(name) { $0.provide(Int.self, "number") { _ in 1 } }
      } + [.fake("C") { $0.inject(Int.self) }]),
    Row(
      kinds: ["selfInjection"],
      modules: [
        .fake("A") { module in
          module.provide(Int.self, "number") { _ in 1 }
          module.inject(Int.self)
        }
      ]),
    Row(
      kinds: ["observerWithOffers"],
      modules: [
        .fake("A", ModuleOptions(observesOnly: true)) { $0.provide(Int.self, "i") { _ in 1 } }
      ]),
    Row(
      kinds: ["observerWithOffers"],
      modules: [
        .fake("A", ModuleOptions(observesOnly: true)) {
          $0.launch(
            "load", TaskOptions().returning(Int.self), body: .background { _, _ in })
        }
      ]),
    Row(
      kinds: ["observerWithOffers"],
      modules: [
        .fake("A", ModuleOptions(observesOnly: true)) {
          $0.route("a", "one", [], body: .main { _, _, _ in "" })
        }
      ]),
    Row(
      kinds: [], modules: [.fake("A", ModuleOptions(observesOnly: true)) { $0.inject(Int?.self) }]),
    Row(
      kinds: ["routeClash"],
      modules: routing(("a/:id", "one", [id]), ("a/:id", "two", [id]))),
    Row(kinds: ["doubledRouteName"], modules: routing(("a", "one", []), ("b", "one", []))),
    Row(kinds: ["malformedPattern"], modules: routing(("a//b", "one", []))),
    Row(
      kinds: ["unfitCapture"],
      modules: routing(("a/:id", "one", [RouteParameter("id", Int?.self)]))),
    Row(kinds: ["malformedScheme"], modules: [], schemes: ["shop", "9"]),
    Row(kinds: ["malformedHost"], modules: [], hosts: ["shop.example", "a/b"]),
    Row(
      kinds: ["malformedScheme", "routeClash", "unknownTarget"],
      modules: routing(("a/:id", "one", [id]), ("a/:id", "two", [id]))
        + [.fake("B", ModuleOptions(requires: "C"))], schemes: [""]),
  ]

  /// A blocking launch has faults of its own, which a check doesn't know.
  @Test @MainActor func `the fault of a launch that would block has a stable kind`() throws {
    let application = Application(modules: [], launchOptions: .test) { builder in
      builder.add(
        .fake("A") { $0.run("serve", RunOptions(ready: .whenReported)) { _, _ in } })
    }
    #expect(application.check() == [])
    let error = #expect(throws: ApplicationError.self) { try application.startBlocking() }
    guard case .faults(let faults) = error else { throw try #require(error) }
    let fault = try #require(faults.first)
    #expect(faults.count == 1)
    #expect(fault.kind == "blockedReport")
    #expect(fault.modules == ["A"])
    #expect(fault.locations.allSatisfy { fault.message.contains($0) })
    #expect(fault.message.contains("await start()"))
  }

  @Test(arguments: rows)
  func `a fault in the manifest has a stable kind and its whole message`(row: Row) throws {
    let application = Application(
      modules: [], schemes: RouteSchemes(row.schemes, hosts: row.hosts),
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:])
    ) { builder in
      for manifest in row.modules { builder.add(manifest) }
    }
    let manifest = application.manifest
    let faults = try #require(manifest.findings?.faults)
    #expect(faults.map(\.kind).sorted() == row.kinds)
    #expect(faults.map(\.message) == application.check().map(\.description))
    let copy = try JSONDecoder().decode(AppManifest.self, from: Data(manifest.json().utf8))
    let copies = try #require(copy.findings?.faults)
    #expect(copies.map(\.kind) == faults.map(\.kind))
    #expect(copies.map(\.message) == faults.map(\.message))
    #expect(copies.map(\.modules) == faults.map(\.modules))
    #expect(copies.map(\.locations) == faults.map(\.locations))
  }
}
