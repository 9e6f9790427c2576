// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryCore
import GantryDiscovery
import Testing

@testable import GantryInspector
@testable import GantryLaunch
@testable import GantryTool

/// The page on versions has the versions of the code.
@Suite struct VersioningPageTests {
  @Test func `the table of formats has the versions that the code reads`() throws {
    var root = URL(filePath: #filePath)
    for _ in 1...3 { root.deleteLastPathComponent() }
    let page = root.appending(path: "Documentation/Reference/Versioning.md")
    let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.count == 3 && Int($0[1]) != nil }
    let versions = rows.map { $0[1] }
    #expect(
      versions == [
        "\(LinkedRecords.version)", "\(AppManifest.currentSchemaVersion)",
        "\(LaunchReport.currentSchemaVersion)", "\(LaunchPlan.currentSchemaVersion)",
        "\(Baseline.currentSchemaVersion)",
        "\(LaunchProfile.currentSchemaVersion)", JournalFile.version,
        "\(InspectorReply.currentVersion)",
      ], "\(rows.map { $0[0] })")
  }
}
