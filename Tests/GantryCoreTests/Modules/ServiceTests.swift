// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

@Suite struct ServiceTests {
  private static func provider(_ name: String, fallback: Bool = false) -> ModuleManifest {
    .fake(name) {
      $0.provide(String.self, "name", ProvideOptions(fallback: fallback)) { _ in name }
    }
  }

  private static let consumer = ModuleManifest.fake("Consumer") { $0.inject(String.self) }

  @Test func `a fallback is used only without another provider`() async throws {
    let host = TestApplication(
      Self.consumer, Self.provider("Default", fallback: true), Self.provider("Special"))
    try await host.start()
    #expect(host.application.services.resolveIfPresent(String.self) == "Special")
    let alone = TestApplication(Self.consumer, Self.provider("Default", fallback: true))
    try await alone.start()
    #expect(alone.application.services.resolveIfPresent(String.self) == "Default")
  }

  @Test func `a later provider that was not chosen provides nothing`() async throws {
    let host = TestApplication(
      Self.provider("Able"), Self.provider("Zeta", fallback: true), Self.consumer)
    try await host.start()
    #expect(host.application.services.resolveIfPresent(String.self) == "Able")
    await host.stop()
  }

  @Test func `a list chooses among providers by leaving the others out`() async throws {
    let list = try ModuleList(json: #"{"modules": ["Consumer", "Two"]}"#)
    let host = TestApplication(
      Self.consumer, Self.provider("One"), Self.provider("Two"), list: list)
    try await host.start()
    #expect(host.application.services.resolveIfPresent(String.self) == "Two")
  }

  @Test func `an injection launches the provider first and is blocked by its failure`() async throws
  {
    let host = TestApplication(
      Self.consumer, Self.provider("Zeta"), failing: ["Zeta.init": Broken()])
    #expect(try host.plan.launchOrder == ["Zeta", "Consumer"])
    try await host.start()
    #expect(host.outcome(of: "Consumer") == .blocked(by: ["Zeta"]))
  }

  @Test func `an optional injection runs without a provider`() async throws {
    let host = TestApplication(.fake("Consumer") { $0.inject(String?.self) })
    try await host.start()
    #expect(host.outcome(of: "Consumer") == .succeeded)
  }

  @Test func `services are withdrawn when the application stops`() async throws {
    let host = TestApplication(Self.provider("One"))
    try await host.start()
    #expect(host.application.services.resolveIfPresent(String.self) == "One")
    await host.stop()
    #expect(host.application.services.resolveIfPresent(String.self) == nil)
  }
}
