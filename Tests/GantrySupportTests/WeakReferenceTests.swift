// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct WeakReferenceTests {
  private final class Screen: Sendable {}

  @Test func `an object is known by its identity and type, and not kept alive`() throws {
    func refer() throws -> WeakReference {
      let screen = Screen()
      let reference = try #require(WeakReference(screen))
      #expect(reference.isAlive)
      #expect(reference.id == ObjectIdentifier(screen))
      withExtendedLifetime(screen) {}
      return reference
    }
    let reference = try refer()
    #expect(!reference.isAlive)
    #expect(ObjectIdentifier(reference.type) == ObjectIdentifier(Screen.self))
  }

  @Test func `a value that isn't an object has no weak reference`() {
    #expect(WeakReference(7) == nil)
    #expect(WeakReference("text") == nil)
    #expect(WeakReference([Screen()]) == nil)
  }

  @Test func `an object behind a protocol has a weak reference`() throws {
    let screen: any Sendable = Screen()
    let reference = try #require(WeakReference(screen))
    #expect(ObjectIdentifier(reference.type) == ObjectIdentifier(Screen.self))
  }
}
