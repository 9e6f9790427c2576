// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

@testable import GantryCore
@testable import GantryLaunch
@testable import GantryRouting

@Suite struct OnDemandTests {
  /// A module that launches when its service is first used.
  private static func search(
    _ journal: Journal, requires: ModuleName..., failing: Bool = false
  ) -> ModuleManifest {
    var options = ModuleOptions()
    options.dependencies = requires.map { ModuleDependency(.requires, $0) }
    return .fake("Search", options) { module in
      module.launch(
        "load", TaskOptions(.onDemand),
        body: .background { _, _ in
          journal.write("load")
          await Task.yield()
          if failing { throw Broken() }
        })
      module.provide(String.self, "hits") { _ in
        journal.write("provide")
        return "hits"
      }
    }
  }

  private func get(_ host: TestApplication) async -> Result<String, ServiceError> {
    do throws(ServiceError) {
      return .success(try await host.application.services.lazy(String.self).get())
    } catch {
      return .failure(error)
    }
  }

  @Test func `the first use starts the module once for all callers`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders") { $0.inject(Lazy<String>.self) }, Self.search(journal))
    try await host.start()
    await host.waitUntilIdle()
    #expect(journal.lines == [])
    #expect(host.application.services.lazy(String.self).current == nil)
    await withTaskGroup { group in
      for _ in 0..<50 { group.addTask { await #expect(get(host) == .success("hits")) } }
    }
    #expect(journal.lines == ["load", "provide"])
    #expect(host.outcome(of: "Search.load") == .succeeded)
    #expect(host.application.services.lazy(String.self).current == "hits")
  }

  @Test func `each waiting caller gets a failure with its chain`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Index") { $0.launch("read", TaskOptions(.onDemand), body: .background { _, _ in }) },
      .fake("Orders") { $0.inject(Lazy<String>.self) },
      Self.search(journal, requires: "Index"), failing: ["Index.init": Broken()])
    try await host.start()
    let expected = ServiceError.notStarted(
      type: "String", provider: "Search", chain: ["Index"], reason: "failed: broken")
    await withTaskGroup { group in
      for _ in 0..<10 { group.addTask { await #expect(get(host) == .failure(expected)) } }
    }
    #expect(expected.description == "String is not available: Search ← Index ← failed: broken.")
    #expect(journal.lines == [])
  }

  @Test func `the error names a task that fails at the first use`() async throws {
    let host = TestApplication(
      .fake("Orders") { $0.inject(Lazy<String>.self) }, Self.search(Journal(), failing: true))
    try await host.start()
    #expect(
      await get(host)
        == .failure(
          .notStarted(
            type: "String", provider: "Search", chain: ["Search.load"], reason: "failed: broken")))
  }

  @Test func `events and routes reach the module when its tasks have ended`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Search") { module in
        module.launch(
          "load", TaskOptions(.onDemand),
          body: .background { _, _ in
            await Task.yield()
            journal.write("load")
          })
        module.route("search", "find", [], body: .background { _, _, _ in journal.write("find") })
        module.on(
          OpenURL.self, "open",
          body: .answering { _, _, _ in
            journal.write("open")
            return true
          })
      },
      .fake("Maps") { module in
        module.launch("load", TaskOptions(.onDemand), body: .background { _, _ in throw Broken() })
        module.route("maps", "find", [], body: .background { _, _, _ in journal.write("map") })
      })
    try await host.start()
    try await host.application.router.call("search", as: Void.self)
    #expect(journal.lines == ["load", "find"])
    await #expect(
      throws: RouteError.unavailable(
        route: "Maps/find", owner: "Maps", reason: "was blocked by Maps.load")
    ) { try await host.application.router.call("maps", as: Void.self) }
    await host.stop()
    try await host.start()
    #expect(await host.application.opens(try #require(URL(string: "shop://x"))))
    await host.waitUntilIdle()
    #expect(journal.lines == ["load", "find", "load", "open"])
    await host.stop()
  }

  @Test func `using a module does not start another one whose name begins the same`() async throws {
    let journal = Journal()
    func module(_ name: ModuleName) -> ModuleManifest {
      .fake(name.rawValue) { module in
        module.launch(
          "go", TaskOptions(.onDemand), body: .background { _, _ in journal.write("\(name)") })
        module.route("\(name)", "show", [], body: .background { _, _, _ in })
      }
    }
    let host = TestApplication(module("A"), module("A.B"))
    try await host.start()
    try await host.application.router.call("A", as: Void.self)
    await host.waitUntilIdle()
    #expect(journal.lines == ["A"])
    await host.stop()
  }

  @Test func `modules that wait for each other while launching get a cycle error`() async throws {
    let errors = Journal()
    func module<Own: Sendable, Other: Sendable>(
      _ name: String, _ own: Own, _ other: Other.Type
    ) -> ModuleManifest {
      .fake(name) { module in
        module.provide(Own.self, "own") { _ in own }
        module.launch(
          "open",
          body: .background { _, context in
            do throws(ServiceError) {
              _ = try await context.services.lazy(Other.self, for: context.name).get()
            } catch {
              errors.write("\(error)")
              throw error
            }
          })
      }
    }
    let host = TestApplication(module("A", 1, String.self), module("B", "", Int.self))
    try await host.start()
    await host.waitUntilIdle()
    let circles = [
      ServiceError.cycle(type: "Int", path: ["B", "A", "B"]),
      ServiceError.cycle(type: "String", path: ["A", "B", "A"]),
    ]
    #expect(errors.lines.filter { line in circles.contains { "\($0)" == line } }.count == 1)
    #expect(errors.lines.count == 2)
    await host.stop()
  }

  @Test func `the first use of a module that is off throws the reason`() async throws {
    let host = TestApplication(
      .fake("Search", ModuleOptions(enabled: .when("Sundays") { _ in false })) {
        $0.provide(String.self, "hits") { _ in "hits" }
      })
    try await host.start()
    #expect(
      await get(host)
        == .failure(
          .notStarted(
            type: "String", provider: "Search", chain: [],
            reason: "skipped: condition does not hold: Sundays")))
  }

  @Test func `cancelling a waiting task ends its wait`() async throws {
    let host = TestApplication(
      .fake("Orders") { $0.inject(Lazy<String>.self) },
      .fake("Search") { module in
        module.launch("load", TaskOptions(.onDemand), body: .background { _, _ in })
        module.provide(String.self, "hits") { _ in "hits" }
      }, delaying: ["Search.init": .seconds(1)])
    try await host.start()
    let waiting = Task { await get(host) }
    await host.clock.waitUntilSleeping()
    waiting.cancel()
    #expect(await waiting.value == .failure(.cancelled(type: "String")))
    host.clock.advance(by: .seconds(1))
    #expect(await get(host) == .success("hits"))
  }

  @Test func `a caller that gives up leaves the start to the others`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders") { $0.inject(Lazy<String>.self) },
      .fake("Search") { module in
        module.launch(
          "load", TaskOptions(.onDemand), body: .background { _, _ in journal.write("load") })
        module.provide(String.self, "hits") { _ in "hits" }
        module.route("search", "find", [], body: .background { _, _, _ in journal.write("find") })
      }, delaying: ["Search.init": .seconds(1)])
    try await host.start()
    let services = [Task { await get(host) }, Task { await get(host) }]
    let routes = (0..<2).map { _ in
      Task { try await host.application.router.call("search", as: Void.self) }
    }
    let (driver, router) = (try #require(host.application.current).driver, host.application.router)
    // Two for the service, and two for the route.
    while driver.read({ $0.outcomeWaits.values.joined().count }) < 2
      || router.state.withLock({ $0.waiters["Search"]?.count ?? 0 }) < 2
    {
      await Task.yield()
    }
    services[0].cancel()
    routes[0].cancel()
    #expect(await services[0].value == .failure(.cancelled(type: "String")))
    await #expect(throws: RouteError.cancelled(route: "Search/find")) { try await routes[0].value }
    await host.clock.waitUntilSleeping()
    host.clock.advance(by: .seconds(1))
    #expect(await services[1].value == .success("hits"))
    try await routes[1].value
    #expect(journal.lines == ["load", "find"])
    await host.stop()
  }

  @Test(arguments: [true, false])
  func `an essential failure ends the start of a module that is being created`(
    isCreating: Bool
  ) async throws {
    let (failing, journal) = (Gate(), Journal())
    let host = TestApplication(
      .fake("Orders") { $0.inject(Lazy<String>.self) },
      .fake("Search") { module in
        module.launch("load", TaskOptions(.onDemand), body: .background { _, _ in })
        module.provide(String.self, "hits") { _ in "hits" }
        module.shutdown("close") { _ in journal.write("close Search") }
      },
      .fake("Login") { module in
        module.launch(
          "check", TaskOptions(.afterReady, essential: true),
          body: .background { _, _ in
            await failing.wait()
            throw Broken()
          })
        module.shutdown("close") { _ in journal.write("close Login") }
      }, delaying: [isCreating ? "Search.init" : "Search.load": .seconds(1)])
    try await host.start()
    async let waiting = get(host)
    await host.clock.waitUntilSleeping()
    failing.open()
    #expect(
      await waiting
        == .failure(
          .notStarted(type: "String", provider: "Search", chain: [], reason: "cancelled")))
    while !journal.lines.contains("close Login") { await Task.yield() }
    #expect(journal.lines == (isCreating ? ["close Login"] : ["close Search", "close Login"]))
    #expect(host.application.essentialFailure?.name == "Login.check")
    await host.stop()
  }

  @Test func `stopping the application ends waits`() async throws {
    let host = TestApplication(
      .fake("Orders") { $0.inject(Lazy<String>.self) }, Self.search(Journal()),
      delaying: ["Search.init": .seconds(1)])
    try await host.start()
    async let waiting = get(host)
    await host.clock.waitUntilSleeping()
    await host.stop()
    #expect(
      await waiting
        == .failure(
          .notStarted(type: "String", provider: "Search", chain: [], reason: "cancelled")))
    #expect(
      await get(host)
        == .failure(.missing(type: "String", near: [], declaredBy: ["Search"])))
  }

  @Test func `waiting in a cycle while launching is an error and not a deadlock`() async throws {
    let host = TestApplication(
      .fake("A") { module in
        module.inject(Lazy<Int>.self)
        module.provide(String.self, "s") { _ in "a" }
        module.launch(
          "open",
          body: .background { _, context in
            _ = try await context.inject(Lazy<Int>.self).get()
          })
      },
      .fake("B") { module in
        module.inject(String.self)
        module.provide(Int.self, "i") { _ in 1 }
      })
    try await host.start()
    let error = ServiceError.cycle(type: "Int", path: ["A", "B", "A"])
    #expect(host.outcome(of: "A.open") == .failed(message: "\(error)"))
  }

  @Test func `the first use starts an after-ready module early`() async throws {
    let seen = Journal()
    let host = TestApplication(
      .fake("A") { module in
        module.inject(Lazy<Int>.self)
        module.launch(
          "open",
          body: .background { _, context in
            seen.write("\(try await context.inject(Lazy<Int>.self).get())")
          })
      },
      .fake("B", ModuleOptions(stage: .afterReady)) { module in
        module.provide(Int.self, "i") { _ in 7 }
      })
    try await host.start()
    #expect(seen.lines == ["7"])
  }

  @Test func `demanding a module's only task launches the module`() async throws {
    let journal = Journal()
    let host = try await TestApplication.start(adding: { $0.add(Self.search(journal)) })
    host.application.demand("Search.load")
    await host.waitUntilIdle()
    #expect(journal.lines == ["load", "provide"])
    #expect(host.explain("Search").state == .launched(.good))
    #expect(host.application.services.lazy(String.self).current == "hits")
  }
}
