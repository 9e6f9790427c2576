// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

/// Patterns of layer rules that put no target into a group.
@Suite struct IdlePatternTests {
  private static func faults(_ groups: String) async throws -> [String] {
    let targets = ["Parcels", "Orders", "OrdersAPI"].map { name in
      AppFolder.Target(name: name, files: ["A.swift": "struct A {}"])
    }
    let app = try AppFolder(targets, manifest: AppManifest.of([]).takingLinked())
    try app.write("version: 1\ngroups:\n\(groups)\n", to: "gantry.yaml")
    let end = try await app.run("check --no-build")
    return end.output.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n")
      .filter { $0.contains(": idlePattern\n") }
  }

  @Test func `a name that no target has is a fault, with its line and similar names`() async throws
  {
    let groups = """
        - name: modules
          targets:
            - Orders
            - Parcel
        - {name: tools, targets: [Too*]}
      """
    let found = try await Self.faults(groups)
    #expect(
      found == [
        """
        gantry.yaml:6: idlePattern
          The group modules has 'Parcel' among its targets, but no Swift target of the app matches \
        it. Did you mean Parcels? Correct it, or remove it.
        """,
        """
        gantry.yaml:7: idlePattern
          The group tools has 'Too*' among its targets, but no Swift target of the app matches it. \
        Correct it, or remove it.
        """,
      ])
  }

  @Test func `a group after one that matches every target is a fault`() async throws {
    let groups = """
        - {name: all, targets: "*"}
        - {name: modules, targets: [Orders, Parcels]}
      """
    let found = try await Self.faults(groups)
    #expect(found.count == 2)
    #expect(
      found.first == """
        gantry.yaml:4: idlePattern
          The group modules has 'Orders' among its targets, but Orders belongs to the group all, \
        which comes before it (gantry.yaml:3): a target belongs to the first group that matches \
        it. Move the group modules before that.
        """)
  }

  @Test(
    arguments: [
      "  - {name: a, targets: [Orders, Parcels, OrdersAPI, Shop]}\n  - {name: b, targets: \"*\"}",
      "  - {name: a, targets: [\"*API\"]}\n  - {name: b, targets: [\"Orders*\"]}",
      "  - {name: tests, targets: [OrdersTests]}",
    ])
  func `leftover targets, overlaps and tests are not faults`(groups: String) async throws {
    #expect(try await Self.faults(groups).isEmpty)
  }
}
