// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryLaunch
import GantryServices
import Testing

/// Tests can compare faults as whole values, built from their parts.
@Suite struct FaultComparingTests {
  private struct Bean: Sendable {}

  private func faults(_ manifests: ModuleManifest...) -> [ApplicationFault] {
    Application(modules: []) { builder in
      for manifest in manifests { builder.add(manifest) }
    }.check()
  }

  @Test func `a test can compare a cycle step by step`() {
    let found = faults(
      .fake("A", ModuleOptions(after: "B")), .fake("B", ModuleOptions(after: "A")))
    func step(_ node: String, _ other: String) -> LaunchFault.Step {
      let edge = LaunchEdge(.after, other, declaredAt: "\(node)/\(node)Module.swift:1")
      return LaunchFault.Step(waiting: node, waitsFor: other, declaredBy: node, edge: edge)
    }
    #expect(found == [.launch(.cycle([step("A", "B"), step("B", "A")]))])
  }

  @Test func `a test can compare a service fault with its request and declaration`() {
    let type = ServiceType(Bean.self)
    let found = faults(
      .fake("Own") {
        $0.inject(Bean.self, at: "Own.swift:2")
        $0.provides(Bean.self, "bean", at: "Own.swift:3") { _ in Bean() }
      })
    let request = ServiceRequest(type, for: "Own", kind: .required, declaredAt: "Own.swift:2")
    let declaration = ServiceDeclaration(type, by: "Own", declaredAt: "Own.swift:3")
    #expect(found == [.wiring(.selfInjection(request: request, declaration: declaration))])
  }

  @Test func `a test can compare a fault about two providers with their declarations`() {
    func provider(_ name: String) -> ModuleManifest {
      .fake(name) { $0.provides(\.city, at: "\(name).swift:1") { _ in "Oslo" } }
    }
    let type = ServiceType(ServiceKeys().city)
    func declaration(_ name: ModuleName) -> ServiceDeclaration {
      ServiceDeclaration(type, by: name, declaredAt: "\(name).swift:1")
    }
    #expect(
      faults(provider("A"), provider("B")) == [
        .wiring(.doubledProvider(type: type, declarations: [declaration("A"), declaration("B")]))
      ])
  }
}
