// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

/// Modules and tasks that would not run, which is not a fault.
@Suite struct CheckSkippedTests {
  private static func skipped(
    _ modules: [ModuleManifest], list: ModuleList? = nil
  ) async throws
    -> ToolFolder.End
  {
    try await AppFolder([], manifest: .of(modules, list: list)).run(
      "check --manifest manifest.json")
  }

  @Test func `a module whose requirement isn't in the list is skipped with that cause`()
    async throws
  {
    let modules: [ModuleManifest] = [
      .sample("Orders", ModuleOptions(requires: "Storage")) { $0.task("open") },
      .sample("Storage"), .sample("Tea"),
    ]
    let json = #"{"modules": [{"name": "Orders"}, {"name": "Tea"}]}"#
    let list = try ModuleList(json: Data(json.utf8), file: "list.json")
    let end = try await Self.skipped(modules, list: list)
    #expect(
      end.output == """
        manifest.json: 3 modules, 0 functions, 1 target; no faults

        Skipped:
          Orders ← Orders requires Storage ← Storage: not in the list list.json
          Storage ← not in the list list.json

        """)
    #expect(end.status == 0)
  }

  @Test func `a list is not mistaken for a condition, whatever its name`() async throws {
    let list = try ModuleList(
      json: Data(#"{"modules": []}"#.utf8), file: "condition does not hold.json")
    let end = try await Self.skipped([.sample("Orders")], list: list)
    #expect(
      end.output.hasSuffix(
        "Skipped:\n  Orders ← not in the list condition does not hold.json\n"), "\(end)")
  }

  @Test func `skipped tasks of a running module are listed`() async throws {
    let modules: [ModuleManifest] = [
      .sample("Orders") { module in
        module.task("open")
        module.task("sync", TaskOptions(enabled: .environment("SYNC")))
      }
    ]
    let end = try await Self.skipped(modules)
    #expect(
      end.output.hasSuffix(
        """

        Skipped:
          Orders.sync ← condition does not hold: environment variable SYNC

        """), "\(end)")
  }
}
