// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryDiscovery
import Testing

@testable import GantryCore

@Suite struct MacroSupportTests {
  @Test(arguments: [
    ([:], true), (["iOS": [26]], false), (["iOS": [18]], true), (["iOS": [18, 4]], true),
    (["iOS": [18, 4, 1]], true), (["iOS": [18, 4, 2]], false), (["iOS": [18, 5]], false),
    (["iOS": [17, 9, 9]], true), (["macOS": [99]], true),
    (["iOS": [19], "macOS": [10]], false),
  ])
  func `what exists from a version on exists there and later`(
    systems: [String: [Int]], isPresent: Bool
  ) {
    let version = OperatingSystemVersion(majorVersion: 18, minorVersion: 4, patchVersion: 1)
    #expect(
      MacroSupport.isPresent(on: systems, platform: "iOS", version: version) == isPresent)
  }

  @Test func `the manifest of a module that this system lacks isn't made`() throws {
    // No version of this platform is as high.
    let systems = [MacroSupport.platform: [Int.max]]
    var made = 0
    func manifest() -> ModuleManifest {
      made += 1
      return ModuleManifest(function: "f", line: 1) { _ in }
    }
    try withUnsafeTemporaryAllocation(of: ModuleManifest.self, capacity: 1) { place in
      let address = try #require(place.baseAddress)
      withUnsafePointer(to: ModuleManifest.self as Any.Type) { type in
        // Outside of the macro, which evaluates arguments of a call itself.
        let tooEarly = MacroSupport.store(manifest(), at: address, as: type, from: systems)
        #expect(!tooEarly && made == 0)
        let isStored = MacroSupport.store(manifest(), at: address, as: type)
        #expect(isStored)
      }
      #expect(made == 1)
      #expect(address.move().name == "f")
    }
  }
}
