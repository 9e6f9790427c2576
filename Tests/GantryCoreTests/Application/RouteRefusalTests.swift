// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import LogFixture
import Testing

/// Calls of modules that are stopping or never start.
@Suite struct RouteRefusalTests {
  private func call(_ host: TestApplication) async -> Result<String, RouteError> {
    do throws(RouteError) {
      return .success(try await host.application.router.call("a", as: String.self))
    } catch {
      return .failure(error)
    }
  }

  private func unavailable(_ reason: String) -> Result<String, RouteError> {
    .failure(.unavailable(route: "A/show", owner: "A", reason: reason))
  }

  private static func onDemand(_ options: ModuleOptions = ModuleOptions()) -> ModuleManifest {
    .fake("A", options) { module in
      module.launch("open", TaskOptions(.onDemand), body: .background { _, _ in })
      module.route("a", "show", [], body: .background { _, _, context in "\(context.name)" })
    }
  }

  @Test func `after a failed start a call says that the module was not started`() async {
    let manifest = Self.onDemand(ModuleOptions(requires: "Nobody"))
    let application = Application(modules: []) { $0.add(manifest) }
    await #expect(throws: ApplicationError.self) { try await application.start() }
    await #expect(
      throws: RouteError.unavailable(route: "A/show", owner: "A", reason: "was not started")
    ) { try await application.router.call("a", as: String.self) }
  }

  @Test func `a module that shuts down finishes current calls and refuses new ones`() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: String.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let (closes, close) = AsyncStream.makeStream(of: Void.self)
    let host = TestApplication(
      .fake("A") { module in
        module.route(
          "a", "show", [],
          body: .background { _, _, _ in
            begin.yield("call")
            for await _ in ends {}
            return "ended"
          })
        module.shutdown("close") { _ in
          begin.yield("shutdown")
          for await _ in closes {}
        }
      })
    try await host.start()
    var events = begun.makeAsyncIterator()
    async let underWay = call(host)
    #expect(await events.next() == "call")
    async let stopping = host.stop()
    #expect(await events.next() == "shutdown")
    #expect(await call(host) == unavailable("is stopping"))
    end.finish()
    #expect(await underWay == .success("ended"))
    close.finish()
    #expect(await stopping.modules.map(\.name) == ["A"])
    #expect(await call(host) == unavailable("has stopped"))
  }

  @Test(arguments: [
    ("shop://a?token=secret", "a URL from outside was refused: the route is internal"),
    ("shop://loop/1?token=secret", "a call was redirected in a circle or too often, over 3 paths"),
  ])
  func `refused and circular calls are logged without their URL`(
    text: String, message: String
  ) async throws {
    let log = LogRecorder()
    let route = ModuleManifest.fake("A") { module in
      module.route("a", "show", [], body: .background { _, _, _ in "" })
      module.route(
        "loop/:id", "loop", nil, RouteOptions(access: .external),
        body: .background { _, _, _ in "" })
    }
    let application = Application(modules: [], schemes: ["shop"], logger: log.logger) {
      $0.add(route)
    }
    let router = application.router
    try router.intercept("circle", paths: ["loop/:id"]) { request in
      .redirect(to: request.segments[1] == "1" ? "loop/2?token=secret" : "loop/1?token=secret")
    }
    try await application.start()
    await #expect(throws: RouteError.self) {
      try await router.open(RouteRequest(text), as: String.self)
    }
    let name = text.contains("loop") ? "A/loop" : "A/show"
    #expect(log.lines.contains("notice \(message) gantry.route=\(name)"))
    #expect(!log.lines.contains { $0.contains("secret") || $0.contains("/a ") })
    await application.stop()
  }

  @Test func `an application can limit the size of URLs`() async throws {
    let application = Application(
      modules: [], schemes: ["shop"],
      limits: Application.Limits(routes: RouteLimits(urlLength: 40, segments: 2))
    ) { $0.add(Self.onDemand()) }
    #expect(application.router.canOpen("a", from: .internal))
    await #expect(throws: RouteError.self) {
      try await application.router.call("a/b/c", as: String.self)
    }
    #expect(application.router.limits.segments == 2)
  }
}
