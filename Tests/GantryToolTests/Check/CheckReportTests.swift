// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

@testable import GantryTool

/// A check's reports for programs: its JSON, and the baseline that it writes and reads.
@Suite struct CheckReportTests {
  @Test func `a baseline accepts existing faults and names those no longer found`() async throws {
    let app = try AppFolder(
      CheckCommandTests.targets("import Account\n" + CheckCommandTests.orders),
      manifest: try CheckCommandTests.manifest())
    let written = try await app.run("check --no-build --baseline accepted.json --write-baseline")
    #expect(written.status == 0)
    #expect(
      written.output.hasPrefix("Shop: 2 modules, 0 functions, 3 targets; no faults (1 accepted"))
    #expect(
      try app.tool.text(of: "accepted.json") == """
        {
          "accepted" : [
            "forbiddenImport: Orders imports Account"
          ],
          "schemaVersion" : 1
        }

        """)
    // The same fault on another line is accepted; another fault is not.
    try app.write(
      "\n\nimport Account\n" + CheckCommandTests.orders, to: "Sources/Orders/OrdersModule.swift")
    #expect(try await app.run("check --no-build --baseline accepted.json").status == 0)
    try app.write(
      "import Orders\n" + CheckCommandTests.account, to: "Sources/Account/AccountModule.swift")
    try app.write(CheckCommandTests.orders, to: "Sources/Orders/OrdersModule.swift")
    let later = try await app.run("check --no-build --baseline accepted.json")
    #expect(later.status == 1)
    #expect(later.output.contains("Account/AccountModule.swift:1: forbiddenImport"))
    #expect(
      later.output.contains(
        """
        In the baseline, but no longer found:
          forbiddenImport: Orders imports Account
        """))
  }

  @Test func `two modules of one name both count`() async throws {
    let manifest = AppManifest.of(
      ["a.swift", "b.swift"].map { file in
        ModuleManifest(
          of: OrdersModule.self, ModuleOptions(name: "Orders"), fileID: file, line: 1
        ) { _ in }
      })
    let app = try AppFolder([], manifest: manifest)
    let end = try await app.run("check --manifest manifest.json")
    #expect(end.output.contains(": 2 modules, 0 functions, 1 target; 1 fault"), "\(end.output)")
  }

  @Test func `JSON has a schema version and all that the text has`() async throws {
    let app = try AppFolder(
      CheckCommandTests.targets("import Account\n" + CheckCommandTests.orders),
      manifest: try CheckCommandTests.manifest())
    let end = try await app.run("check --no-build --format json")
    let object = try JSONSerialization.jsonObject(with: Data(end.output.utf8))
    let report = try #require(object as? [String: Any])
    #expect(report["schemaVersion"] as? Int == 1 && report["app"] as? String == "Shop")
    #expect(report["modules"] as? Int == 2 && report["targets"] as? Int == 3)
    let faults = try #require(report["faults"] as? [[String: String]])
    #expect(faults.map { $0["kind"] } == ["forbiddenImport"])
    #expect(faults.map { $0["location"] } == ["Sources/Orders/OrdersModule.swift:1"])
    let skipped = try #require(report["skipped"] as? [[String: Any]])
    #expect(skipped.map { $0["name"] as? String } == ["Account"])
    #expect((skipped.first?["chain"] as? [String])?.count == 1)
    #expect(faults.map { $0["fingerprint"] } == ["forbiddenImport: Orders imports Account"])
  }
}

@Suite struct FindingTests {
  @Test(
    arguments: [
      ("A requires B (Orders/A.swift:12), but", "A requires B (Orders/A.swift), but"),
      ("at A.swift:1:2 and list.json:3:4", "at A.swift and list.json"),
      ("two\n  lines: 3", "two lines: 3"), ("no place", "no place"),
    ])
  func `a fingerprint has no line numbers, so that moved code keeps it`(
    message: String, key: String
  ) {
    #expect(Finding(kind: "cycle", message: message).fingerprint == "cycle: \(key)")
  }
}
