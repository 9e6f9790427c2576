// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryDiscovery
import GantryTesting
import Testing

@testable import GantryCore

@Suite struct InventoryTests {
  /// A search for records in a program from which they were removed.
  private static func none() -> LinkedRecords {
    LinkedRecords.scan(UnsafeRawBufferPointer(start: nil, count: 0), image: "App")
  }

  @Module final class AModule {}

  @Test(arguments: ["AModul", "AModle"])
  func `a misspelled type's name is near to its module's name`(name: ModuleName) {
    let application = Application(modules: [AModule.self], launchOptions: .test)
    #expect(application.explain(name).description.contains("did you mean A?"))
  }

  @Test func `a program without any record is a warning`() {
    let inventory = Inventory(.linked, added: [], scan: Self.none)
    #expect(inventory.manifests.isEmpty)
    #expect(
      inventory.warnings.map { $0.prefix(58) }
        == ["this program has no link-time records, not even that of Ga"])
  }

  @Test func `a program with records, or with a list of types, has no such warning`() {
    #expect(Inventory(.linked, added: []).warnings == [])
    #expect(Inventory([], added: [], scan: Self.none).warnings == [])
  }
}
