// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

/// The modules that each fault in a manifest lists as data.
@Suite struct FaultOwnerTests {
  private struct Bean: Sendable {}

  private static let body = RouteBody<Fake, RouteCall>.anywhere { _, _, _ in "page" }

  /// One fault of each kind that concerns modules, beside modules that it doesn't concern.
  private static let samples: [(kind: String, [ModuleManifest], owners: [ModuleName])] = [
    (
      "unknownTarget", [.fake("Orders", ModuleOptions(requires: "Storge")), .fake("Storage")],
      ["Orders"]
    ),
    (
      "cycle",
      [
        .fake("Left", ModuleOptions(after: "Right")), .fake("Right", ModuleOptions(after: "Left")),
        .fake("Other", ModuleOptions(after: "Left")),
      ], ["Left", "Right"]
    ),
    (
      "duplicateName",
      [
        .fake("Storage", fileID: "A/Storage.swift", line: 1),
        .fake("Storage", fileID: "B/Storage.swift", line: 2),
      ],
      ["Storage"]
    ),
    (
      "blockingRequiresOnDemand",
      [
        .fake("Map") { $0.launch("open", TaskOptions(.onDemand), body: .background { _, _ in }) },
        .fake("Home") {
          $0.launch("show", TaskOptions(requires: "Map.open"), body: .background { _, _ in })
        },
      ], ["Home", "Map"]
    ),
    (
      "missingProvider",
      [
        .fake("Orders") { $0.inject(Bean.self) }, .fake("Bean"),
        .fake("Tea") { $0.inject(Bean.self) },
      ],
      ["Orders", "Tea"]
    ),
    (
      "doubledProvider",
      [
        .fake("One") { $0.provide(Bean.self, "b") { _ in Bean() } },
        .fake("Two") { $0.provide(Bean.self, "b") { _ in Bean() } },
        .fake("User") { $0.inject(Bean.self) },
      ], ["One", "Two"]
    ),
    (
      "selfInjection",
      [
        .fake("Own") {
          $0.inject(Bean.self)
          $0.provide(Bean.self, "b") { _ in Bean() }
        }
      ], ["Own"]
    ),
    (
      "routeClash",
      [
        .fake("Cart") {
          $0.route("a/:id", "show", nil, fileID: "Cart.swift", line: 3, body: Self.body)
        },
        .fake("Shop") {
          $0.route("a/:name", "open", nil, fileID: "Shop.swift", line: 4, body: Self.body)
        },
        .fake("Home") {
          $0.route("home", "open", nil, fileID: "Home.swift", line: 5, body: Self.body)
        },
      ], ["Cart", "Shop"]
    ),
  ]

  @Test(arguments: samples.indices)
  func `a fault lists its modules`(index: Int) throws {
    let (kind, manifests, owners) = Self.samples[index]
    let application = Application(modules: []) { builder in
      for manifest in manifests { builder.add(manifest) }
    }
    let faults = try #require(application.manifest.findings).faults.filter { $0.kind == kind }
    #expect(faults.map(\.modules) == [owners])
    #expect(application.check().filter { $0.kind == kind } == faults)
  }

  @Test func `a fault of the whole app lists no modules, and older files may omit the list`() throws
  {
    let application = Application(modules: [], schemes: ["https"])
    let fault = try #require(application.manifest.findings?.faults.first)
    #expect(fault.kind == "malformedScheme" && fault.modules == [])
    let older = Data(#"{"kind": "cycle", "message": "A → B"}"#.utf8)
    #expect(try JSONDecoder().decode(Fault.self, from: older).modules == [])
  }
}
