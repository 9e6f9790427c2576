// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import GantrySupport
import Testing

/// A service that only the app knows.
protocol Courier: Sendable {
  func fetch(_ path: String) async throws -> String
}

/// Answers every request with its path.
private struct Echo: Courier {
  func fetch(_ path: String) async throws -> String { path }
}

@Suite struct ApplicationServiceTests {
  @Module final class SDKModule {
    @Inject let courier: any Courier
    let page = Mutex("")

    @Launch func load() async throws {
      let text = try await courier.fetch("/orders")
      page.withLock { $0 = text }
    }
  }

  @Test func `a service that the app provides is injected without a module`() async throws {
    let host = try await TestApplication.start(
      SDKModule.self, adding: { $0.provide(Echo(), as: (any Courier).self) })
    let module = try #require(host.module(SDKModule.self))
    #expect(module.page.withLock { $0 } == "/orders")
    #expect(host.application.services.provided.map(\.type.name) == ["Courier"])
    await host.stop()
    #expect(host.application.services.resolveIfPresent((any Courier).self) != nil)
  }

  @Test func `a module's service replaces a fallback of the app, also after a restart`()
    async throws
  {
    let seen = Journal()
    let host = TestApplication(
      modules: [],
      adding: { application in
        application.provide("app", as: String.self, fallback: true)
        application.add(.fake("Names") { $0.provide(String.self, "name") { _ in "module" } })
        application.add(
          .fake("Orders") { module in
            module.inject(String.self)
            module.launch(
              "look",
              body: .background { _, context in seen.write(try context.inject(String.self)) })
          })
      })
    #expect(try host.plan.launchOrder == ["Names", "Orders.init", "Orders.look", "Orders"])
    try await host.start()
    await host.stop()
    try await host.start()
    #expect(seen.lines == ["module", "module"])
  }

  @Test func `a service that both the app and a module provide is a fault when injected`() {
    let host = TestApplication(
      modules: [],
      adding: { builder in
        builder.provide("app", as: String.self, fileID: "Shop/Main.swift", line: 7)
        builder.add(
          .fake("Names") { $0.provide(String.self, "s", fileID: "N.swift", line: 1) { _ in "" } })
        builder.add(.fake("Page") { $0.inject(String.self) })
      })
    #expect(
      host.application.check().map(\.description) == [
        "String is provided by Names (N.swift:1) and the app (Shop/Main.swift:7). Leave the"
          + " others out with a module list, mark them `fallback: true`, tell them apart by a"
          + " qualifier, or inject all as an array."
      ])
  }

  @Test func `stubs replace qualified and keyed services`() async throws {
    let seen = Journal()
    let host = TestApplication(
      modules: [],
      providing: { stubs in
        stubs.provide("eu", as: String.self, "europe")
        stubs.provide("plain", as: String.self)
        stubs.provide("Oslo", for: \.city)
      },
      adding: { builder in
        builder.add(
          .fake("Orders") { module in
            module.inject(String.self, "europe")
            module.launch(
              "look",
              body: .background { _, context in
                seen.write(try context.inject(String.self, "europe"))
                seen.write(context.services[\.city] ?? "nowhere")
              })
          })
      })
    // No edge orders a reader after a keyed stub, so the stub is there before anything starts.
    #expect(host.application.services[\.city] == "Oslo")
    try await host.start()
    #expect(seen.lines == ["eu", "Oslo"])
  }
}
