// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryServices
import Testing

@Suite struct ServiceTypeTests {
  @Test func `names leave out any`() {
    #expect(storage.name == "StorageService")
    #expect(storage.qualifiedName == "GantryServicesTests.StorageService")
  }

  @Test func `types of the same short name differ`() {
    #expect(storage.name == otherStorage.name)
    #expect(storage != otherStorage)
  }
}
