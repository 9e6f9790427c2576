// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import LogFixture
import Logging
import Testing

@Suite struct DeepLinkTests {
  let journal = Journal()
  let log = LogRecorder()

  /// A module with a route to the page of a photo.
  private func pages() -> ModuleManifest {
    .fake("Pages") { [journal] module in
      module.route(
        "main/photo/:id", "photo", nil, RouteOptions(access: .external),
        body: .background {
          _, call, _ in
          journal.write("page \(call.arguments.texts("id").joined())")
        })
    }
  }

  /// A module that hears every URL and handles those with its own host.
  private func sdk(
    _ options: ModuleOptions, named name: String = "SDK", task: TaskOptions = TaskOptions(),
    _ body: @escaping @concurrent @Sendable () async throws -> Void = {}
  ) -> ModuleManifest {
    .fake(name, options) { [journal] module in
      module.launch("go", task, body: .background { _, _ in try await body() })
      module.on(
        OpenURL.self, "url",
        body: .answering { _, event, _ in
          journal.write("\(name) heard \(event.url.host() ?? "")")
          return event.url.host() == name.lowercased()
        })
    }
  }

  private func application(_ manifests: ModuleManifest...) -> Application {
    Application(
      modules: [], schemes: ["shop"], launchOptions: .test,
      limits: .unwatched, logger: log.logger
    ) { for manifest in manifests { $0.add(manifest) } }
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test func `a route answers while an after-ready module that hears URLs is launching`()
    async throws
  {
    let gate = Gate()
    let app = application(
      pages(), sdk(ModuleOptions(stage: .afterReady)) { await gate.wait() })
    try await app.start()
    #expect(await app.opens(try url("shop://main/photo/1")))
    #expect(journal.lines == ["page 1"])
    gate.open()
    _ = await app.waitUntilIdle()
    #expect(journal.lines == ["page 1", "SDK heard main"], "it hears the URL all the same")
    #expect(await app.opens(try url("shop://main/photo/2")))
    #expect(journal.lines.suffix(2) == ["SDK heard main", "page 2"])
    await app.stop()
  }

  @Test func `a route answers while an on-demand module that hears URLs has not launched`()
    async throws
  {
    let app = application(pages(), sdk(ModuleOptions(), task: TaskOptions(.onDemand)))
    try await app.start()
    _ = await app.waitUntilIdle()
    #expect(await app.opens(try url("shop://main/photo/1")))
    #expect(journal.lines.contains("page 1"))
    await app.stop()
  }

  @Test func `a module that launches later is asked about URLs without a route`() async throws {
    for task in [TaskOptions(), TaskOptions(.onDemand)] {
      let stage: LaunchStage = task.stage == .onDemand ? .beforeReady : .afterReady
      let app = application(pages(), sdk(ModuleOptions(stage: stage), task: task))
      try await app.start()
      #expect(await app.opens(try url("shop://sdk/login")))
      #expect(await !app.opens(try url("shop://nothing/here")))
      await app.stop()
    }
  }

  @Test func `a failing route is called once, and its error is thrown if no other module answers`()
    async throws
  {
    let pages = ModuleManifest.fake("Pages") { [journal] module in
      module.route(
        "main/photo/:id", "photo", nil, RouteOptions(access: .external),
        body: .background { _, _, _ in
          journal.write("page")
          throw Broken()
        })
    }
    let app = application(pages, sdk(ModuleOptions(), task: TaskOptions(.onDemand)))
    try await app.start()
    await #expect(throws: RouteError.failed(route: "Pages/photo", .init(Broken()))) {
      try await app.open(
        OpenURL(url: url("shop://main/photo/1")), within: .seconds(3600))
    }
    #expect(journal.lines == ["page", "SDK heard main"])
    await app.stop()
  }

  @Test func `a URL that a failed module will not receive goes to the router`() async throws {
    let app = application(
      pages(), sdk(ModuleOptions(), task: TaskOptions(.onDemand)) { throw Broken() })
    try await app.start()
    app.router.notFound { [journal] request in journal.write("not found \(request.path)") }
    #expect(await app.opens(try url("shop://sdk/login")), "the not-found handler answers")
    #expect(journal.lines == ["not found /sdk/login"])
    #expect(
      log.lines(.warning).contains { $0.hasPrefix("SDK will not receive 1 × OpenURL: it ") })
    await app.stop()
  }

  @Test func `a URL for a failed module is not handled`() async throws {
    let app = application(sdk(ModuleOptions()) { throw Broken() })
    try await app.start()
    await #expect(throws: RouteError.notFound(path: "/sdk/login", near: [])) {
      try await app.open(OpenURL(url: url("shop://sdk/login")), within: .seconds(3600))
    }
    await app.stop()
  }

  @Test func `the router waits for modules that launch before ready`() async throws {
    let gate = Gate()
    let app = application(
      pages(), sdk(ModuleOptions(), named: "Main") { await gate.wait() })
    let starting = Task { try await app.start() }
    let opening = Task { [journal, url = try url("shop://main/photo/1")] in
      let isHandled = await app.opens(url)
      journal.write("opened \(isHandled)")
    }
    gate.open()
    _ = try await starting.value
    await opening.value
    #expect(journal.lines == ["Main heard main", "opened true"])
    await app.stop()
  }

  @Test func `a module that handles a URL is asked before its route`() async throws {
    let app = application(
      .fake("Late", ModuleOptions(stage: .afterReady)) { [journal] module in
        module.launch("go", body: .background { _, _ in })
        module.on(
          OpenURL.self, "url",
          body: .answering { _, event, _ in
            journal.write("asked")
            return event.url.path() == "/photo/1"
          })
        module.route(
          "main/photo/:id", "photo", nil, RouteOptions(access: .external),
          body: .background {
            _, _, _ in journal.write("page")
          })
      })
    try await app.start()
    #expect(await app.opens(try url("shop://main/photo/1")))
    #expect(journal.lines == ["asked"])
    #expect(await app.opens(try url("shop://main/photo/2")))
    #expect(journal.lines == ["asked", "asked", "page"])
    await app.stop()
  }

  @Test func `a wait for a module has a limit, and a late yes is logged`() async throws {
    let gate = Gate()
    let app = application(sdk(ModuleOptions(stage: .afterReady)) { await gate.wait() })
    try await app.start()
    #expect(await !app.opens(try url("shop://sdk/login"), within: .milliseconds(1)))
    gate.open()
    _ = await app.waitUntilIdle()
    #expect(journal.lines == ["SDK heard sdk"])
    #expect(
      log.lines(.notice).contains { $0.hasPrefix("SDK has handled a URL of scheme 'shop' that") })
    await app.stop()
  }

  @Test @MainActor func `a URL goes to the route whose module was waited for`() async throws {
    let gate = Gate()
    let map = #"{"redirects": [{"from": "main/photo/:id", "to": "other/:id"}]}"#
    let redirects = try RouteRedirects(json: Data(map.utf8))
    let other = ModuleManifest.fake("Other") { [journal] module in
      module.route(
        "other/:id", "photo", nil, RouteOptions(access: .external),
        body: .background { _, _, _ in journal.write("other") })
    }
    let app = application(
      other,
      .fake("Late", ModuleOptions(stage: .afterReady)) { [journal] module in
        module.launch("go", body: .background { _, _ in await gate.wait() })
        module.on(
          OpenURL.self, "url",
          body: .answering { _, _, context in
            context.router.replaceRedirects(redirects)
            return false
          })
        module.route(
          "main/photo/:id", "photo", nil, RouteOptions(access: .external),
          body: .background { _, _, _ in journal.write("page") })
      })
    try await app.start()
    let event = OpenURL(url: try url("shop://main/photo/1"))
    let asked = app.ask(event)
    gate.open()
    // The module hears the URL on the main actor, and so not before this waits for it.
    try await app.open(event, after: asked)
    #expect(journal.lines == ["page"])
    #expect(await app.opens(try url("shop://main/photo/1")))
    #expect(journal.lines == ["page", "other"], "the next URL follows the new map")
    await app.stop()
  }

  @Test func `a URL without a route follows a map that arrives while it waits`() async throws {
    let map = #"{"redirects": [{"from": "old/:id", "to": "main/photo/:id"}]}"#
    let redirects = try RouteRedirects(json: Data(map.utf8))
    let app = application(
      pages(),
      .fake("Late", ModuleOptions(stage: .afterReady)) { module in
        module.launch(
          "go",
          body: .background { _, context in context.router.replaceRedirects(redirects) })
        module.on(OpenURL.self, "url", body: .answering { _, _, _ in false })
      })
    try await app.start()
    #expect(await app.opens(try url("shop://old/1")))
    #expect(journal.lines == ["page 1"])
    await app.stop()
  }

  @Test @MainActor func `a URL opens without await if its handlers are synchronous`() async throws {
    let app = application(
      pages(),
      .fake("Home") { [journal] module in
        module.route(
          "home/:tab", "home", nil, RouteOptions(access: .external),
          body: .main {
            _, call, _ in journal.write("home \(call.arguments.texts("tab").joined())")
          })
        module.on(
          OpenURL.self, "url", body: .answering { _, event, _ in event.url.host() == "mine" })
      })
    try await app.start()
    try app.openNow(OpenURL(url: url("shop://mine/x")))
    try app.openNow(OpenURL(url: url("shop://home/left")))
    #expect(journal.lines == ["home left"])
    #expect(throws: RouteError.notFound(path: "/none", near: [])) {
      try app.openNow(OpenURL(url: url("shop://none")))
    }
    let error = #expect(throws: RouteError.self) {
      try app.openNow(OpenURL(url: url("shop://main/photo/1")))
    }
    guard case .needsAwait("Pages/photo", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try await app.router.open(RouteRequest(url("shop://main/photo/1")), as: Void.self)
    #expect(app.router.canOpen(RouteRequest(try url("shop://home/left"))))
    await app.stop()
  }

  @Test @MainActor func `the log says why a URL was not answered without showing the URL`()
    async throws
  {
    let app = application(pages())
    try await app.start()
    for text in ["shop://main/secret", "other://main/photo/1", "shop://main/photo"] {
      #expect(await !app.opens(try url(text)))
    }
    let secret = try url("shop://main/secret")
    #expect(throws: RouteError.self) { try app.openNow(OpenURL(url: secret)) }
    let lines = log.lines(.debug).filter { $0.contains("a URL was not answered") }
    #expect(
      lines == [
        "a URL was not answered: no route answers its path gantry.route=shop",
        "a URL was not answered: the app does not declare its scheme gantry.route=other",
        "a URL was not answered: no route answers its path gantry.route=shop",
        "a URL was not answered: no route answers its path gantry.route=shop",
      ])
    await app.stop()
  }
}
