// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantrySupport
import Testing

/// Names, locations and priorities as in source and in files.
@Suite struct ModuleNameTests {
  @Test(
    arguments: [
      (DeclarationSite("Shop/Orders.swift", line: 12), "Shop/Orders.swift:12"),
      (DeclarationSite("Shop/Orders.swift:12"), "Shop/Orders.swift:12"),
      ("Shop/Orders.swift:7", "Shop/Orders.swift:7"),
      (DeclarationSite("Shop/Orders.swift", line: .max), "Shop/Orders.swift:2147483647"),
    ] as [(DeclarationSite, String)])
  func `a source location is written with its line, once`(site: DeclarationSite, text: String) {
    #expect(site.text == text)
  }

  @Test func `names and priorities are plain values in a file`() throws {
    let encoder = JSONEncoder()
    #expect(
      String(decoding: try encoder.encode(["Orders" as ModuleName]), as: UTF8.self)
        == "[\"Orders\"]")
    #expect(String(decoding: try encoder.encode([Priority.high, -7]), as: UTF8.self) == "[100,-7]")
    let decoder = JSONDecoder()
    #expect(try decoder.decode([ModuleName].self, from: Data("[\"Orders\"]".utf8)) == ["Orders"])
    #expect(try decoder.decode([Priority].self, from: Data("[0,-100]".utf8)) == [.standard, .low])
    #expect(throws: DecodingError.self) {
      try decoder.decode([Priority].self, from: Data("[0.5]".utf8))
    }
  }

  @Test func `the higher priority goes first`() {
    let sorted = [Priority.low, 5, .high, .standard].sorted(by: >)
    #expect(sorted.map(\.description) == ["100", "5", "0", "-100"])
  }
}
