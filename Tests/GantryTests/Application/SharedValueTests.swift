// SPDX-License-Identifier: Apache-2.0

import GantryServices
import GantryTesting
import Testing

extension SharedValueKeys {
  fileprivate var level: DefaultedValueKey<Int> { .init("level", default: 0) }
}

@Suite struct SharedValueTests {
  private static func account(_ name: String, overriding: Bool = false) -> ModuleManifest {
    .fake(name) { module in
      module.provides(\.userName, overriding: overriding, at: "\(name)/Account.swift:3") { _ in
        name
      }
    }
  }

  @Test func `a value is nil until its module has launched, and a task can wait for it`()
    async throws
  {
    let seen = Journal()
    let host = TestApplication(
      .fake("Able") { module in
        module.launch(
          "look",
          body: .background { _, context in
            seen.write(context.values.userName ?? "nobody")
            context.values.level == 0 ? seen.write("default") : seen.write("given")
          })
      },
      .fake("Baker") { module in
        module.launch(
          "wait", TaskOptions(.afterReady),
          body: .background { _, context in
            seen.write(try await context.values.value(for: \.userName))
          })
      },
      .fake("Zeta", ModuleOptions(after: "Able")) { module in
        module.provides(\.userName) { _ in "ada" }
      })
    try await host.start()
    await host.waitUntilIdle()
    #expect(seen.lines == ["nobody", "default", "ada"])
    #expect(host.application.values.userName == "ada")
  }

  @Test func `a module's values are withdrawn when it stops, and the app's values stay`()
    async throws
  {
    let host = TestApplication(
      .fake("Account") { module in
        module.provides(\.userName) { _ in "ada" }
        module.launch(
          "sign in", body: .background { _, context in try context.values.provide(7, for: \.level) }
        )
      })
    try host.application.values.provide("Oslo", for: \.city)
    try await host.start()
    #expect(host.application.values.userName == "ada")
    #expect(host.application.values.level == 7)
    await host.stop()
    #expect(host.application.values.provided.map(\.key) == ["city"])
    try await host.start()
    #expect(host.application.values.userName == "ada")
    await host.stop()
  }

  @Test func `a module that fails while providing values leaves none behind`() async throws {
    let host = TestApplication(
      .fake("Account") { module in
        module.provides(\.userName) { _ in "ada" }
        module.provides(\.city) { _ in throw Broken() }
      })
    try await host.start()
    #expect(host.outcome(of: "Account") == .failed(message: "Account could not make city: broken"))
    #expect(host.application.values.provided == [])
  }

  @Test func `a closure is called at each read`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Counter") { module in
        module.provides(
          \.level,
          reading: { _ in
            journal.write("read")
            return journal.lines.count
          })
      })
    try await host.start()
    #expect(host.application.values.level == 1)
    #expect(host.application.values.level == 2)
  }

  @Test func `two providers of one value are a fault before anything runs`() throws {
    let host = TestApplication(Self.account("Account"), Self.account("Guest"))
    #expect(
      host.application.check() == [
        .wiring(
          .doubledValue(
            key: "userName",
            claims: [
              SharedValueClaim(
                \.userName, by: "Account", declaredAt: "Account/Account.swift:3"),
              SharedValueClaim(\.userName, by: "Guest", declaredAt: "Guest/Account.swift:3"),
            ]))
      ])
    #expect(throws: ApplicationError.self) { try host.plan }
  }

  @Test func `a declared override wins, whichever module launches first`() async throws {
    for (first, second) in [("Able", "Zeta"), ("Zeta", "Able")] {
      let host = TestApplication(Self.account(first, overriding: true), Self.account(second))
      try await host.start()
      #expect(host.application.values.userName == first)
      await host.stop()
    }
  }

  @Test func `a module that is off claims no value`() async throws {
    let off = ModuleManifest.fake("Guest", ModuleOptions(enabled: .when { _ in false })) {
      $0.provides(\.userName) { _ in "guest" }
    }
    let host = TestApplication(Self.account("Account"), off)
    try await host.start()
    #expect(host.application.values.userName == "Account")
  }

  @Test func `a module cannot take a key that another module declares`() async throws {
    let host = TestApplication(
      .fake("Able") { module in
        module.launch(
          "grab",
          body: .background { _, context in
            try context.values.provide("able", for: \.userName)
          })
      }, Self.account("Account"))
    try await host.start()
    let refusal = SharedValueError.claimed(key: "userName", by: "Account", refused: "Able")
    #expect(host.outcome(of: "Able.grab") == .failed(message: "\(refusal)"))
    #expect(host.application.values.userName == "Account")
  }

  @Test func `the manifest lists keys and never values`() throws {
    let host = TestApplication(
      .fake("Account") { $0.provides(\.userToken, at: "A.swift:1") { _ in "secret" } })
    let account = try #require(host.application.manifest.modules.first)
    #expect(account.values.map(\.key) == ["userToken"])
    #expect(account.values.map(\.type) == ["Swift.String"])
    #expect(try !host.application.manifest.json().contains("secret"))
  }
}

/// As the macro writes it.
@Suite struct SharedValueMacroTests {
  @Module final class AccountModule {
    @Provides(\.userName) var userName: String? { "ada" }
    @Provides(\.level) func level() async throws -> Int { 3 }
  }

  @Module @MainActor final class CityModule {
    let name = "Oslo"
    @Provides(\.city) var city: String { name }
    @Provides(\.channel, overriding: true) nonisolated var channel: String { "store" }
  }

  @Test func `annotated members provide values`() async throws {
    let host = try await TestApplication.start(AccountModule.self, CityModule.self)
    #expect(
      host.application.values.description == """
        channel = store (City)
        city = Oslo (City)
        level = 3 (Account)
        userName = <hidden> (Account)
        """)
    #expect(host.application.values.userName == "ada")
    #expect(
      CityModule.manifest.values.map(\.isOverride) == [false, true])
  }
}
