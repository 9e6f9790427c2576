// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@testable import GantryCore

/// Modules, functions and closures have distinct names.
@Suite struct SharedNameTests {
  private static func setUp(_ file: String, _ line: Int) -> ModuleManifest {
    ModuleManifest(function: "setUp", fileID: file, line: line) {
      $0.launch(body: .background { _ in })
    }
  }

  @Test(
    arguments: [
      (
        [setUp("A/Start.swift", 1), setUp("B/Start.swift", 2)],
        ["A/Start.swift:1", "B/Start.swift:2"]
      ),
      (
        [setUp("App/main.swift", 1), setUp("App/main.swift", 1)],
        ["App/main.swift:1", "App/main.swift:1"]
      ),
      (
        [
          setUp("B/b.c", 2), .fake("setUp", fileID: "A/SetUp.swift", line: 1),
          setUp("C/main.swift", 3),
        ],
        ["A/SetUp.swift:1", "B/b.c:2", "C/main.swift:3"]
      ),
    ] as [([ModuleManifest], [String])])
  func `a shared name is one fault with all places`(
    manifests: [ModuleManifest], locations: [String]
  ) {
    // A use of the name is no second fault.
    let host = TestApplication(
      modules: ModuleSelection([], only: ["setUp", "Orders"]),
      adding: {
        for manifest in manifests { $0.add(manifest) }
        $0.add(.fake("Orders", ModuleOptions(requires: "setUp")))
      })
    #expect(host.application.check() == [Fault.sharedName("setUp", declaredAt: locations)])
  }

  @Test func `a target is no part of a name, and the short name is suggested`() throws {
    let list = try ModuleList(json: #"{"modules": ["Crash/setUp", "Orders"]}"#)
    let host = TestApplication(
      Self.setUp("Crash/Start.swift", 1), .fake("Orders", ModuleOptions(requires: "Crash/setUp")),
      list: list, only: ["Orders/OrdersModule"])
    let faults = Set(host.application.check().map(\.message))
    #expect(
      faults.isSuperset(
        of: [
          Fault.unknownOnly(name: "Orders/OrdersModule", near: ["Orders"]),
          .unknownListed(
            name: "Crash/setUp", declaredAt: "modules.json:modules[0]", near: ["setUp"]),
        ].map(\.message)), "\(faults)")
    #expect(faults.contains { $0.contains("Crash/setUp") && $0.contains("Did you mean setUp?") })
    let unknown = host.explain("Crash/setUp")
    #expect(unknown.state == nil && unknown.texts.last == "did you mean setUp?")
  }
}
