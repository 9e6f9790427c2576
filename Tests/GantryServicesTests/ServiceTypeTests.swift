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

  @Test(arguments: [
    "StorageService", "any StorageService", "GantryServicesTests.StorageService",
    "any GantryServicesTests.StorageService",
  ])
  func `a type is meant by its short and its qualified name`(text: String) {
    #expect(storage.isNamed(text))
  }

  @Test func `a type is not meant by another name`() {
    #expect(!storage.isNamed("Storage"))
  }

  @Test func `types of the same short name differ`() {
    #expect(storage.name == otherStorage.name)
    #expect(storage != otherStorage)
  }
}
