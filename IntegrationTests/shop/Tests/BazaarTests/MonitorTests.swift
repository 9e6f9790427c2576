// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryTesting
import Logging
import Monitor
import MonitorAPI
import Testing
import WebAPI

@Suite struct MonitorTests {
  private let clock = TestClock()

  /// An app with a page that takes as many milliseconds as its path says, and other routes.
  private func start() async throws -> TestApplication {
    let clock = clock
    func stand<Output: Sendable>(
      _ pattern: String, _ parameters: [RouteParameter]? = nil,
      _ body: @escaping @Sendable (RouteCall) throws -> Output
    ) -> ModuleManifest {
      let name = ModuleName("Stand \(pattern.prefix { $0 != "/" })")
      return ModuleManifest(function: name) { stand in
        stand.route(
          pattern, parameters, RouteOptions(access: .external),
          body: .background { _, call, _ in
            try body(call)
          })
      }
    }
    let stands = [
      stand("page/:n", [RouteParameter("n", Int.self)]) { call in
        clock.advance(by: .milliseconds(try call.arguments.value("n", Int.self)))
        return Page(title: "", content: "")
      },
      stand("deed") { _ in Deed(path: "/") },
      stand("none") { _ -> Page in throw PageError.noSuch("page") },
    ]
    return try await TestApplication.start(
      MonitorModule.self,
      adding: { builder in
        for stand in stands { builder.add(stand) }
      })
  }

  private func times(of host: TestApplication) -> ShopTimes {
    ShopTimes(
      of: host.application.router, budget: .milliseconds(10), logger: Logger(label: "test"),
      clock: clock)
  }

  private func load(_ path: String, in host: TestApplication) async {
    _ = try? await host.application.router.open(RouteRequest(path), as: Page.self)
  }

  @Test func `pages are timed, each with what it took and how often that was too much`()
    async throws
  {
    let host = try await start()
    let times = times(of: host)
    for milliseconds in [4, 6, 10, 11] { await load("/page/\(milliseconds)", in: host) }
    let page = try #require(times.pages.first)
    #expect(times.pages.count == 1)
    #expect(page.pattern == "page/:n" && page.module == "Stand page")
    #expect(page.counts.loads == 4 && page.counts.overBudget == 1 && page.counts.failed == 0)
    #expect(page.last.map(\.elapsed) == [4, 6, 10, 11].map { .milliseconds($0) })
    #expect(page.median == .milliseconds(6) && page.longest == .milliseconds(11))
    #expect(page.budget == .milliseconds(10))
    await host.stop()
  }

  @Test func `what held the main actor is shown`() async throws {
    let host = try await start()
    let times = try host.application.services.resolve((any PageTimes).self)
    let held = [1, 2].map { number in
      MainActorHeld(
        by: .init(.route, module: "Stand", name: "Stand slow", declaredAt: "Stand.swift:\(number)"),
        for: .milliseconds(300))
    }
    for held in held { host.application.events.send(held) }
    await host.application.events.waitUntilHandled()
    #expect(times.held == held.map(\.description))
    #expect(
      times.held.first
        == "route Stand slow (Stand.swift:1) has held the main actor for over 300.0 ms")
    await host.stop()
  }

  @Test func `a page that is not there was a load, a deed and a wrong call were none`()
    async throws
  {
    let host = try await start()
    let times = times(of: host)
    for path in ["/none", "/nowhere", "/page/x", "/deed"] { await load(path, in: host) }
    _ = try await host.application.router.open("/deed", as: Deed.self)
    #expect(times.pages.map(\.pattern) == ["none"])
    let page = try #require(times.pages.first)
    #expect(page.counts.loads == 1 && page.counts.failed == 1)
    #expect(page.last == [TimedPage.Load(elapsed: .zero, hasFailed: true)])
    #expect(page.median == .zero && page.longest == .zero)
    await host.stop()
  }

  @Test func `the last loads are kept, and all are counted`() async throws {
    let host = try await start()
    let times = times(of: host)
    for milliseconds in 1...ShopTimes.kept + 5 { await load("/page/\(milliseconds)", in: host) }
    let page = try #require(times.pages.first)
    #expect(page.counts.loads == ShopTimes.kept + 5)
    #expect(page.last.count == ShopTimes.kept)
    #expect(page.last.first?.elapsed == .milliseconds(6))
    await host.stop()
  }

  @Test func `the module times what is called`() async throws {
    let host = try await start()
    let times = try host.application.services.resolve((any PageTimes).self)
    await load("/page/3", in: host)
    #expect(times.pages.map(\.counts.loads) == [1])
    #expect(times.pages.map(\.budget) == [.milliseconds(100)])
    #expect(times.held.isEmpty)
    await host.stop()
  }
}
