// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

/// `gantry why` for a module of an app with faults.
@Suite struct FaultyWhyTests {
  /// One module's name is a prefix of another's, and of a third's target.
  private static let modules: [ModuleManifest] = [
    .sample("Order", ModuleOptions(requires: "Till")),
    .sample("Orders", ModuleOptions(requires: "Stroage")), .sample("Help"), .sample("Storage"),
  ]

  private static let order = "Order requires Till (Order/Order.swift:1)"
  private static let orders = "Orders requires Stroage (Orders/Orders.swift:1)"

  @Test(arguments: [
    ("Order", [order]), ("Orders", [orders]), ("Help", [order, orders]),
  ])
  func `why lists the faults that name the module, or all faults`(
    name: String, faults: [String]
  ) async throws {
    let folder = try ToolFolder()
    try folder.write(AppManifest.of(Self.modules).json(), to: "app.json")
    let end = try await folder.run("why \(name) --manifest app.json")
    let parts = end.output.split(separator: " ← ").map(String.init)
    #expect(parts.first == "\(name) would not run")
    #expect(parts.count == 1 + faults.count, "\(end)")
    for (part, fault) in zip(parts.dropFirst(), faults) {
      #expect(part.hasPrefix(fault), "\(end)")
    }
    #expect(end.errors.isEmpty && end.status == 0)
  }
}
