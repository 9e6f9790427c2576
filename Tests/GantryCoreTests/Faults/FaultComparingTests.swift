// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

/// Programs can read the modules and the source locations of a fault.
@Suite struct FaultComparingTests {
  private struct Bean: Sendable {}

  private func faults(_ manifests: ModuleManifest...) -> [Fault] {
    Application(modules: []) { builder in
      for manifest in manifests { builder.add(manifest) }
    }.check()
  }

  @Test func `a cycle has its modules and the source location of each dependency`() {
    let found = faults(
      .fake("A", ModuleOptions(after: "B")), .fake("B", ModuleOptions(after: "A")))
    #expect(found.map(\.kind) == ["cycle"])
    #expect(found.map(\.modules) == [["A", "B"]])
    #expect(found.map(\.locations) == [["A/AModule.swift:1", "B/BModule.swift:1"]])
  }

  @Test func `a service fault has the locations of its request and declaration`() {
    let found = faults(
      .fake("Own") {
        $0.inject(Bean.self, fileID: "Own.swift", line: 2)
        $0.provide(Bean.self, "bean", fileID: "Own.swift", line: 3) { _ in Bean() }
      })
    #expect(found.map(\.kind) == ["selfInjection"])
    #expect(found.map(\.locations) == [["Own.swift:2", "Own.swift:3"]])
  }

  @Test func `a fault about two providers has both with their declarations`() {
    func provider(_ name: String) -> ModuleManifest {
      .fake(name) { $0.provide(\.city, fileID: "\(name).swift", line: 1) { _ in "Oslo" } }
    }
    let found = faults(provider("A"), provider("B"))
    #expect(found.map(\.kind) == ["doubledProvider"])
    #expect(found.map(\.modules) == [["A", "B"]])
    #expect(found.map(\.locations) == [["A.swift:1", "B.swift:1"]])
  }

  @Test func `a fault of a task, a result or a route has their module`() {
    let found = faults(
      .fake("Reader") { module in
        module.launch("read", TaskOptions(requires: "Nothing"), body: .background { _, _ in })
        module.route(
          "a//b", "one", [], fileID: "Reader.swift", line: 4, body: .main { _, _, _ in "" })
      })
    #expect(found.map(\.kind) == ["malformedPattern", "unknownTarget"])
    #expect(found.map(\.modules) == [["Reader"], ["Reader"]])
  }
}
