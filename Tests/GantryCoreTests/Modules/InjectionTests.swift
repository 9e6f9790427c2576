// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryServices
import GantryTesting
import Testing

extension ServiceQualifier {
  fileprivate static let europe: Self = "europe"
}

private final class Ticket: Sendable {}

private protocol Plugin: Sendable { var name: String { get } }
private struct Named: Plugin { let name: String }

/// Modules as users write them.
@Suite struct InjectionMacroTests {
  @Module final class ServersModule {
    @Provides(.europe) fileprivate var europe: any Plugin { Named(name: "europe") }
    @Provides(.init("asia")) fileprivate func asia() async -> any Plugin { Named(name: "asia") }
    @Provides(scope: .unique) fileprivate func ticket() -> Ticket { Ticket() }
    @Provides("slow", scope: .unique) fileprivate func slow() async throws -> Ticket { Ticket() }
  }

  @Module @MainActor final class IsolatedModule {
    @Provides("main", scope: .unique) fileprivate func ticket() -> Ticket { Ticket() }
  }

  @Module actor ConsumerModule {
    @Inject(.europe) fileprivate let europe: any Plugin
    @Inject("africa") fileprivate let africa: (any Plugin)?
    @Inject fileprivate let plugins: [any Plugin]
    @Inject fileprivate let first: Ticket
    @Inject fileprivate let second: Ticket
    @Inject("slow") fileprivate let slow: Ticket
    @Inject("main") fileprivate let main: Ticket
    @Inject("asia") fileprivate let lazy: Lazy<any Plugin>
    @Inject fileprivate let numbers: [Int]
  }

  @Test func `a module receives every form of injection`() async throws {
    let host = try await TestApplication.start(
      ConsumerModule.self, IsolatedModule.self, ServersModule.self)
    let consumer = try #require(host.module(ConsumerModule.self))
    #expect(consumer.europe.name == "europe")
    #expect(consumer.africa == nil)
    #expect(consumer.plugins.map(\.name) == ["asia", "europe"])
    let tickets = [consumer.first, consumer.second, consumer.slow, consumer.main]
    #expect(Set(tickets.map(ObjectIdentifier.init)).count == 4)
    #expect(consumer.numbers.isEmpty)
    let asia = try await consumer.lazy.get()
    #expect(asia.name == "asia")
    await host.stop()
  }

  @Test func `a unique isolated service must be awaited`() async throws {
    let host = try await TestApplication.start(IsolatedModule.self, ServersModule.self)
    let services = host.application.services
    #expect(services.resolveIfPresent(Ticket.self, "main") == nil)
    #expect(services.resolveIfPresent(Ticket.self) != nil)
    _ = try await services.resolveWhenLaunched(Ticket.self, "main")
    await host.stop()
  }
}

@Suite struct InjectionTests {
  private static func plugin(
    _ name: String, _ options: ModuleOptions = ModuleOptions()
  ) -> ModuleManifest {
    .fake(name, options) { $0.provide(String.self, "name") { _ in name } }
  }

  private static let host = ModuleManifest.fake("Host") { $0.inject([String].self) }

  @Test func `injecting all gives services in launch order without failed modules`() async throws {
    let host = TestApplication(
      Self.host, Self.plugin("Able", ModuleOptions(after: "Zeta")), Self.plugin("Baker"),
      Self.plugin("Off", ModuleOptions(enabled: .when { _ in false })), Self.plugin("Zeta"),
      failing: ["Baker.init": Broken()])
    #expect(try host.plan.launchOrder == ["Baker", "Zeta", "Able", "Host"])
    try await host.start()
    #expect(host.outcome(of: "Host") == .succeeded)
    #expect(try host.application.services.resolveAll(String.self) == ["Zeta", "Able"])
    #expect(host.application.services.resolveIfPresent(String.self) == nil)
    await host.stop()
    #expect(try host.application.services.resolveAll(String.self) == [])
  }

  @Test func `several providers aren't a fault while the module that collects them is off`() throws
  {
    let off = ModuleManifest.fake("Host", ModuleOptions(enabled: .when { _ in false })) {
      $0.inject([String].self)
    }
    #expect(TestApplication(off, Self.plugin("A"), Self.plugin("B")).application.check() == [])
  }

  @Test func `a wrong qualifier is a fault that names the right one`() throws {
    let host = TestApplication(
      .fake("Consumer") { $0.inject(String.self, "eruope", fileID: "C.swift", line: 1) },
      .fake("Provider") { $0.provide(String.self, "s", ProvideOptions(.europe)) { _ in "" } })
    let wish = ServiceRequest(
      ServiceType(String.self, qualifier: "eruope"), for: "Consumer", declaredAt: "C.swift:1")
    #expect(
      host.application.check() == [
        .missingProvider(type: wish.type, requests: [wish], near: ["String[europe]"])
      ])
  }

  @Test func `modules that inject each other are a fault that shows the full path`() throws {
    let host = TestApplication(
      .fake("A") { module in
        module.inject(Int.self, fileID: "A.swift", line: 1)
        module.provide(String.self, "s") { _ in "" }
      },
      .fake("B") { module in
        module.inject(String.self, fileID: "B.swift", line: 1)
        module.provide(Int.self, "i") { _ in 1 }
      })
    let fault = try #require(host.application.check().first)
    #expect(
      fault.description == """
        A → B → A wait for each other. Remove one dependency, or inject Int or String as `Lazy`:
          A waits for B: A requires B (A.swift:1, injects Int)
          B waits for A: B requires A (B.swift:1, injects String)
        """)
  }

  @Test func `a lazy injection breaks a cycle`() async throws {
    let host = TestApplication(
      .fake("A") { module in
        module.inject(Lazy<Int>.self)
        module.provide(String.self, "s") { _ in "a" }
      },
      .fake("B") { module in
        module.inject(String.self)
        module.provide(Int.self, "i") { _ in 1 }
      })
    #expect(host.application.check() == [])
    try await host.start()
    #expect(try await host.application.services.lazy(Int.self, for: "A").get() == 1)
  }

  @Test func `an override applies to injections of a start in its body`() async throws {
    let seen = Journal()
    let host = TestApplication(
      .fake("Consumer") { module in
        module.inject(String.self)
        module.launch(
          "look", body: .background { _, context in seen.write(try context.inject(String.self)) })
      }, Self.plugin("Real"))
    try await ServiceRegistry.withOverride("fake", as: String.self) {
      _ = try await host.start()
      await host.waitUntilIdle()
    }
    #expect(seen.lines == ["fake"])
    #expect(host.application.services.resolveIfPresent(String.self) == "Real")
  }

  @Test func `the code of a module sees the overrides of the start, whenever it runs`() async throws
  {
    let (seen, forever) = (Journal(), Lasting())
    let host = TestApplication(
      .fake("Consumer") { module in
        module.inject(String.self)
        module.launch(
          "look", TaskOptions(.onDemand),
          body: .background { _, context in
            seen.write("task \(try context.inject(String.self))")
          })
        module.run("work") { _, context in
          seen.write("work \(context.services.resolveIfPresent(String.self) ?? "nothing")")
          try await forever.run()
        }
        module.on(
          Greeting.self, "hear",
          body: .background { _, _, context in
            seen.write("handler \(context.services.resolveIfPresent(String.self) ?? "nothing")")
          })
        module.on(
          DidBecomeActive.self, "act",
          body: .main { _, _, context in
            seen.write("lifecycle \(context.services.resolveIfPresent(String.self) ?? "nothing")")
          })
      }, Self.plugin("Real"))
    try await ServiceRegistry.withOverride("fake", as: String.self) {
      _ = try await host.start()
    }
    host.application.demand("Consumer")
    await host.waitUntilIdle()
    await host.send(Greeting(text: ""))
    await host.waitUntilHandled()
    await host.send(DidBecomeActive())
    while seen.lines.count < 4 { await Task.yield() }
    #expect(
      seen.lines.sorted() == ["handler fake", "lifecycle Real", "task fake", "work fake"])
    await host.stop()
  }

  @Test func `a failure to make a service fails the module that injects it`() async throws {
    let host = TestApplication(
      .fake("Consumer") { $0.inject(String.self) },
      .fake("Provider") { module in
        module.provide(String.self, "s", ProvideOptions(scope: .unique)) { _ in throw Broken() }
      })
    try await host.start()
    #expect(host.outcome(of: "Provider") == .succeeded)
    #expect(
      host.outcome(of: "Consumer")
        == .failed(message: "Provider could not make String: broken"))
  }

  @Test func `the manifest shows scope, qualifier and form of injection`() throws {
    let host = TestApplication(
      .fake("A") { $0.provide(Int.self, "i", ProvideOptions("x", scope: .unique)) { _ in 1 } },
      .fake("B") { $0.inject([Int].self) })
    let modules = host.application.manifest.modules
    #expect(modules[0].provides.map(\.type) == ["Swift.Int[x]"])
    #expect(modules[0].provides.map(\.scope) == [.unique])
    #expect(modules[1].injects.map(\.kind) == [.all])
  }
}
