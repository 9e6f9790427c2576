// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryServices
import GantryTesting
import GantrySupport
import Testing

extension ServiceKeys {
  var city: ServiceKey<String?> { .init() }
  fileprivate var userName: ServiceKey<String?> { .init(sensitive: true) }
  fileprivate var level: ServiceKey<Int> { .init(default: 0) }
}

@Suite struct KeyedServiceTests {
  private static func account(_ name: String, overriding: Bool = false) -> ModuleManifest {
    .fake(name) { module in
      module.provide(\.userName, overriding: overriding, fileID: "\(name)/Account.swift", line: 3) {
        _ in
        name
      }
    }
  }

  @Test func `reading a key without a provider is no fault and no dependency`() async throws {
    let seen = Journal()
    let host = TestApplication(
      .fake("Able") { module in
        module.launch(
          "look",
          body: .background { _, context in
            seen.write(context.services[\.userName] ?? "nobody")
            seen.write("\(context.services[\.level])")
          })
      },
      .fake("Zeta", ModuleOptions(after: "Able")) { module in
        module.provide(\.userName) { _ in "ada" }
      })
    #expect(host.application.check() == [])
    #expect(host.application.services[\.userName] == nil)
    try await host.start()
    #expect(seen.lines == ["nobody", "0"])
    #expect(host.application.services[\.userName] == "ada")
  }

  @Test func `an injected key is a dependency on its provider`() async throws {
    let seen = Journal()
    let host = TestApplication(
      .fake("Able") { module in
        module.inject(\.userName)
        module.launch(
          "look",
          body: .background { _, context in
            seen.write(try context.inject(\.userName)() ?? "nobody")
          })
      }, .fake("Zeta") { $0.provide(\.userName) { _ in "ada" } })
    #expect(try host.plan.launchOrder == ["Zeta", "Able.init", "Able.look", "Able"])
    try await host.start()
    #expect(seen.lines == ["ada"])
  }

  @Test func `an injected key without a provider is a fault`() {
    let host = TestApplication(
      .fake("Able") { $0.inject(\.userName, fileID: "Able.swift", line: 2) })
    #expect(
      host.application.check().map(\.description) == [
        """
        No module provides \\.userName, which Able (Able.swift:2) injects. Link a module that \
        provides it, or read `services[\\.userName]` instead.
        """
      ])
  }

  @Test func `a module's keyed service is withdrawn when it stops, and the app's stays`()
    async throws
  {
    let host = TestApplication(
      modules: [],
      adding: { application in
        application.add(Self.account("Account"))
        application.provide(\.city) { "Oslo" }
      })
    let services = host.application.services
    #expect(services[\.city] == "Oslo")
    for _ in 1...2 {
      try await host.start()
      #expect(services[\.userName] == "Account")
      await host.stop()
      #expect(services[\.userName] == nil)
      #expect(services[\.city] == "Oslo")
    }
  }

  @Test func `a module that fails to launch provides nothing`() async throws {
    let host = TestApplication(
      .fake("Account") { module in
        module.provide(\.userName) { _ in "ada" }
        module.provide(String.self, "service") { _ in throw Broken() }
      })
    try await host.start()
    #expect(
      host.outcome(of: "Account") == .failed(message: "Account could not make String: broken"))
    #expect(host.application.services[\.userName] == nil)
    #expect(host.application.services.provided.isEmpty)
  }

  @Test func `two providers of one key are a fault before anything runs`() {
    let host = TestApplication(Self.account("Account"), Self.account("Guest"))
    #expect(
      host.application.check().map(\.description) == [
        """
        \\.userName is provided by Account (Account/Account.swift:3) and Guest \
        (Guest/Account.swift:3). Remove one, or mark it `overriding: true`.
        """
      ])
    #expect(throws: ApplicationError.self) { try host.plan }
  }

  @Test func `a declared override wins, whichever module launches first`() async throws {
    for (first, second) in [("Able", "Zeta"), ("Zeta", "Able")] {
      let host = TestApplication(Self.account(first, overriding: true), Self.account(second))
      try await host.start()
      #expect(host.application.services[\.userName] == first)
      await host.stop()
    }
  }

  @Test func `a module that is off provides no key`() async throws {
    let off = ModuleManifest.fake("Guest", ModuleOptions(enabled: .when { _ in false })) {
      $0.provide(\.userName) { _ in "guest" }
    }
    let host = TestApplication(Self.account("Account"), off)
    try await host.start()
    #expect(host.application.services[\.userName] == "Account")
  }

  @Test func `the manifest lists keys with their types and never values`() throws {
    let host = TestApplication(
      .fake("Account") { $0.provide(\.userName, fileID: "A.swift", line: 1) { _ in "secret" } })
    let account = try #require(host.application.manifest.modules.first)
    #expect(account.provides.map(\.type) == ["\\.userName: Swift.Optional<Swift.String>"])
    #expect(try !host.application.manifest.json().contains("secret"))
  }
}

/// As the macro writes it.
@Suite struct KeyedServiceMacroTests {
  @Module final class AccountModule {
    private let session = Mutex("ada")

    @Provides(\.userName) var userName: String? { session.withLock { $0 } }
    @Provides(\.level) func level() -> Int { 3 }

    func signIn(_ name: String) { session.withLock { $0 = name } }
  }

  @Module @MainActor final class CityModule {
    @Provides(\.city, overriding: true) nonisolated var city: String? { "Oslo" }
  }

  @Module final class OrdersModule {
    @Inject(\.userName) let userName: @Sendable () -> String?
    @Inject(\.level) let level: @Sendable () -> Int
  }

  @Module actor MessagesModule {
    @Inject(\.city) let city: () -> String?

    func place() -> String? { city() }
  }

  @Test func `annotated members provide and read values`() async throws {
    let host = try await TestApplication.start(
      AccountModule.self, CityModule.self, MessagesModule.self, OrdersModule.self)
    let orders = try #require(host.module(OrdersModule.self))
    #expect(orders.userName() == "ada")
    #expect(orders.level() == 3)
    try #require(host.module(AccountModule.self)).signIn("bob")
    #expect(orders.userName() == "bob")
    let messages = try #require(host.module(MessagesModule.self))
    #expect(await messages.place() == "Oslo")
    #expect(CityModule.manifest.services.map(\.isOverride) == [true])
    await host.stop()
    #expect(orders.userName() == nil)
    #expect(orders.level() == 0)
  }
}
