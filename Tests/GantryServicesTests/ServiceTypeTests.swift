// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

@Suite struct ServiceTypeTests {
  @Test func `a type's name leaves out any`() {
    #expect(storage.name == "StorageService")
    #expect(storage.qualifiedName == "GantryServicesTests.StorageService")
  }

  @Test func `types with the same short name differ`() {
    #expect(storage.name == otherStorage.name)
    #expect(storage != otherStorage)
  }
}
