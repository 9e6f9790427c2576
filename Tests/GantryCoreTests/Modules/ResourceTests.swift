// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

extension ResourceError { fileprivate final class Nested {} }

@Suite struct ResourceTests {
  @Test func `a type inside of another target's has the resources of its own target`() {
    #expect(ModuleResources(of: ResourceError.Nested.self).target == "GantryCoreTests")
  }

  @Test func `a missing resource names its path, its target and the searched folders`() throws {
    let resources = ModuleResources(of: Fake.self)
    #expect(resources.target == "GantryCoreTests")
    let error = #expect(throws: ResourceError.self) { try resources.text("prices.json") }
    guard case .missing(let path, let target, let searched, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "prices.json" && target == "GantryCoreTests")
    #expect(!searched.isEmpty)
    #expect(Set(searched).count == searched.count)
    #expect(error?.description.contains("'prices.json' of 'GantryCoreTests'") == true)
  }

  @Test func `a path outside the resources counts as missing`() {
    #expect(throws: ResourceError.self) {
      try ModuleResources(of: Fake.self).url("../secret.txt")
    }
  }
}
