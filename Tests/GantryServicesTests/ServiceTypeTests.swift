// SPDX-License-Identifier: Apache-2.0

import GantryServices
import Testing

@Suite struct ServiceTypeTests {
  @Test func `a type's name leaves out any`() {
    #expect(storage.name == "StorageService")
    #expect(storage.qualifiedName == "GantryServicesTests.StorageService")
  }

  @Test func `a constrained existential is named as it is written`() {
    let type = ServiceType((any Shelf<Set<Int>, Bool>).self)
    #expect(type.name == "Shelf<Set<Int>, Bool>")
    #expect(ServiceType((any Shelf<Int, String>).self).metatype == "(any Shelf<Int, String>).self")
  }

  private protocol Shelf<Key, Value>: Sendable {
    associatedtype Key
    associatedtype Value
  }

  @Test func `types with the same short name differ`() {
    #expect(storage.name == otherStorage.name)
    #expect(storage != otherStorage)
  }
}
