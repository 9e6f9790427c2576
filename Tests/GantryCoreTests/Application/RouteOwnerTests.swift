// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import LogFixture
import Testing

@testable import GantryRouting

/// Routes come and go with their modules.
@Suite struct RouteOwnerTests {
  private static func module(
    _ name: String, _ pattern: String, stage: LaunchStage = .beforeReady, failing: Bool = false,
    enabled: Condition? = nil
  ) -> ModuleManifest {
    var options = ModuleOptions()
    options.conditions = enabled.map { [$0] } ?? []
    return .fake(name, options) { module in
      module.launch(
        "open", TaskOptions(stage), body: .background { _, _ in if failing { throw Broken() } })
      module.route(pattern, "show", [], body: .background { _, _, context in "\(context.name)" })
    }
  }

  private func call(_ host: TestApplication, _ path: String) async -> Result<String, RouteError> {
    do throws(RouteError) {
      return .success(try await host.application.router.call(RouteRequest(path), as: String.self))
    } catch {
      return .failure(error)
    }
  }

  private func unavailable(_ name: String, _ reason: String) -> Result<String, RouteError> {
    .failure(.unavailable(route: "\(name)/show", owner: ModuleName(name), reason: reason))
  }

  @Test func `a call before the launch waits for the module`() async throws {
    let host = TestApplication(Self.module("A", "a"))
    async let answer = call(host, "a")
    try await host.start()
    #expect(await answer == .success("A"))
  }

  @Test func `the first call starts an on-demand module`() async throws {
    let host = TestApplication(Self.module("A", "a", stage: .onDemand))
    try await host.start()
    #expect(await call(host, "a") == .success("A"))
  }

  @Test func `a call before the launch starts an on-demand module`() async throws {
    let host = TestApplication(Self.module("A", "a", stage: .onDemand))
    async let answer = call(host, "a")
    while host.application.router.state.withLock(\.waiters).isEmpty { await Task.yield() }
    try await host.start()
    #expect(await answer == .success("A"))
  }

  @Test func `the caller's error says why a module is unavailable`() async throws {
    let host = TestApplication(
      Self.module("A", "a", failing: true),
      Self.module("B", "b", enabled: .environment("NEVER_SET_HERE")))
    try await host.start()
    await host.waitUntilIdle()
    guard case .failure(.unavailable(_, "A", let failure)) = await call(host, "a"),
      case .failure(.unavailable(_, "B", let skip)) = await call(host, "b")
    else {
      Issue.record("both are unavailable")
      return
    }
    #expect(failure.contains("A.open"))
    #expect(skip.contains("NEVER_SET_HERE"))
  }

  @Test func `routes go with the stop and come back with the next start`() async throws {
    let host = TestApplication(Self.module("A", "a"))
    try await host.start()
    await host.waitUntilIdle()
    #expect(await call(host, "a") == .success("A"))
    await host.stop()
    #expect(await call(host, "a") == unavailable("A", "has stopped"))
    try await host.start()
    #expect(await call(host, "a") == .success("A"))
  }

  @Test func `functions of the app can handle routes`() async throws {
    let host = TestApplication(
      ModuleManifest(function: "Home") { $0.route("home", body: .background { _, _, _ in "home" }) }
    )
    try await host.start()
    #expect(await call(host, "home") == .success("home"))
    #expect(host.application.router.routes.map(\.name) == ["Home"])
  }

  @Test(arguments: [
    (
      "shop://coal?token=secret", "warning route failed: broken gantry.route=A/coal",
      "debug a URL was not answered: no route answers its path gantry.route=shop"
    ),
    (
      "shop://nowhere?token=secret",
      "debug a URL was not answered: no route answers its path gantry.route=shop",
      "warning route failed: broken gantry.route=A/coal"
    ),
  ])
  func `the log says why a URL was not answered but not the URL`(
    text: String, line: String, other: String
  ) async throws {
    let log = LogRecorder()
    let coal = ModuleManifest.fake("A") { module in
      module.route(
        "coal", "coal", nil, RouteOptions(access: .external),
        body: .background { _, _, _ in
          throw Broken()
        })
    }
    let application = Application(modules: [], schemes: ["shop"], logger: log.logger) {
      $0.add(coal)
    }
    try await application.start()
    #expect(await !application.opens(try #require(URL(string: text))))
    #expect(log.lines.contains(line))
    #expect(!log.lines.contains(other))
    #expect(!log.lines.contains { $0.contains("secret") })
    await application.stop()
  }

  #if DEBUG
    @Test(arguments: [
      (
        "shop://page?token=secret",
        [
          "notice nothing has shown the String of the opened URL /page; on iOS, the host shows view "
            + "controllers and views gantry.route=A/page"
        ]
      ),
      ("shop://action", []),
    ])
    func `the log of a debug build names an output that nothing has shown`(
      text: String, lines: [String]
    ) async throws {
      let log = LogRecorder()
      let options = RouteOptions(access: .external)
      let pages = ModuleManifest.fake("A") { module in
        module.route("page", "page", nil, options, body: .background { _, _, _ in "page" })
        module.route("action", "action", nil, options, body: .background { _, _, _ in })
      }
      let application = Application(modules: [], schemes: ["shop"], logger: log.logger) {
        $0.add(pages)
      }
      try await application.start()
      #expect(await application.opens(try #require(URL(string: text))))
      #expect(log.lines.filter { $0.contains("nothing has shown") } == lines)
      await application.stop()
    }
  #endif

  @Test func `route and scheme faults are faults of the application`() async {
    let host = TestApplication(
      modules: [], schemes: ["https"],
      adding: {
        $0.add(Self.module("A", "a/:x"))
        $0.add(Self.module("B", "a/:y"))
      })
    let place = { (line: Int) in host.application.router.routes[line].declaredAt }
    let faults = [
      Fault.clash(
        pattern: "a/:x", declaredAt: place(0), otherPattern: "a/:y", otherDeclaredAt: place(1)),
      .malformedScheme("https"),
    ]
    #expect(host.application.check().map(\.message) == faults.map(\.message))
    #expect(host.application.check().map(\.kind) == faults.map(\.kind))
  }
}
