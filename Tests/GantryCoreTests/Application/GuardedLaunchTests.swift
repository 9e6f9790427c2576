// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import GantrySupport
import LogFixture
import Logging
import Testing

/// URLs that arrive while the module that guards their page is launching, or won't.
@Suite struct GuardedLaunchTests {
  let journal = Journal()
  let log = LogRecorder()
  let gate = Gate()

  /// The module that guards the page, and what becomes of a URL.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var options = ModuleOptions()
    var task = TaskOptions()
    var fails = false
    var list: String?
    let decision: RouteDecision
    let outcome: String
    let asked: Bool

    init(
      _ name: String, _ options: ModuleOptions = ModuleOptions(), task: TaskOptions = TaskOptions(),
      fails: Bool = false, list: String? = nil,
      decides decision: RouteDecision = .veto("sign in first"),
      outcome: String, asked: Bool = true
    ) {
      (testDescription, self.options, self.task, self.fails) = (name, options, task, fails)
      (self.list, self.decision, self.outcome, self.asked) = (list, decision, outcome, asked)
    }
  }

  private static let vetoed = "Guard/check blocks Secret/show: sign in first"
  /// The beginning of the error; what became of the module may follow.
  static func closed(_ reason: String? = nil) -> String {
    "Secret/show cannot be called: its interceptor Guard/check cannot be asked, because Guard "
      + (reason.map { "\($0)." } ?? "")
  }

  static let rows = [
    Row("before ready", outcome: vetoed),
    Row("before ready, and allows", decides: .allow, outcome: "shown"),
    Row("after ready", ModuleOptions(stage: .afterReady), outcome: vetoed),
    Row("on demand", task: TaskOptions(.onDemand), outcome: vetoed),
    Row("on demand, and allows", task: TaskOptions(.onDemand), decides: .allow, outcome: "shown"),
    Row("failed", fails: true, outcome: closed(), asked: false),
    Row(
      "failed on demand", task: TaskOptions(.onDemand), fails: true,
      outcome: closed(), asked: false),
    Row(
      "left out by its condition", ModuleOptions(enabled: .environment("NEVER")),
      outcome: closed(), asked: false),
    Row(
      "left out by a list", list: #"{"modules": ["Secret"]}"#,
      outcome: closed(), asked: false),
  ]

  private func guarding(_ row: Row) -> ModuleManifest {
    .fake("Guard", row.options) { [journal, gate] module in
      module.launch(
        "open", row.task,
        body: .background { _, _ in
          await gate.wait()
          if row.fails { throw Broken() }
        })
      module.intercept(
        "check", ["secret/:id"],
        body: .background { _, request, _ in
          journal.write("asked \(request.path)")
          return row.decision
        })
    }
  }

  var secret: ModuleManifest {
    .fake("Secret") { [journal] module in
      module.route(
        "secret/:id", "show", nil, RouteOptions(access: .external),
        body: .background { _, _, _ in journal.write("shown") })
    }
  }

  func application(
    _ manifests: [ModuleManifest], list: ModuleList? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Application {
    Application(
      modules: ModuleSelection([], list: list), schemes: ["shop"], launchOptions: .test,
      limits: .unwatched, logger: log.logger, clock: clock
    ) { for manifest in manifests { $0.add(manifest) } }
  }

  func open(_ app: Application, _ text: String = "shop://secret/7") async -> String {
    guard let url = URL(string: text) else { return "no URL" }
    return await outcome { () async throws(RouteError) in try await app.open(OpenURL(url: url)) }
  }

  private func outcome(_ open: () async throws(RouteError) -> Void) async -> String {
    do throws(RouteError) {
      try await open()
      return "shown"
    } catch {
      return "\(error)"
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: rows)
  func `a declared interceptor decides about a URL of the launch, or its path stays closed`(
    row: Row
  ) async throws {
    let app = application(
      [guarding(row), secret], list: try row.list.map { try ModuleList(json: $0) })
    let event = OpenURL(url: try #require(URL(string: "shop://secret/7")))
    let asked = await app.ask(event)
    let opening = Task {
      await outcome { () async throws(RouteError) in
        try await app.open(event, after: asked)
      }
    }
    let starting = Task { try await app.start() }
    await app.isLaunched("Secret")
    gate.open()
    _ = try await starting.value
    let end = await opening.value
    #expect(end.hasPrefix(row.outcome), "\(end)")
    #expect(journal.lines.contains("asked /secret/7") == row.asked)
    #expect(journal.lines.contains("shown") == (row.outcome == "shown"))
    await app.stop()
    #expect(await open(app) != "shown")
  }

  @Test(.timeLimit(.minutes(1)), arguments: [RouteDecision.veto("sign in first"), .allow])
  func `a free function guards a path`(decision: RouteDecision) async throws {
    let check = ModuleManifest(function: "check") { function in
      function.intercept(["secret/:id"], body: .anywhere { _, _, _ in decision })
    }
    let app = application([check, secret])
    try await app.start()
    #expect(
      await open(app) == (decision == .allow ? "shown" : "check blocks Secret/show: sign in first"))
    await app.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `a path is closed once the module of its interceptor stops`()
    async throws
  {
    let row = Row("stops", decides: .allow, outcome: "shown")
    // It stops before Secret, whose shutdown opens the page.
    let secret = ModuleManifest.fake("Secret", ModuleOptions(before: "Guard")) { [journal] module in
      module.launch("go", body: .background { _, _ in })
      module.route(
        "secret/:id", "show", nil, RouteOptions(access: .external),
        body: .background { _, _, _ in journal.write("shown") })
    }
    gate.open()
    let watcher = ModuleManifest.fake("Watcher", ModuleOptions(requires: "Secret", before: "Guard"))
    {
      [journal] module in
      module.launch("go", body: .background { _, _ in })
      module.shutdown("close") { _, context in
        do throws(RouteError) {
          try await context.router.open("shop://secret/7", as: Void.self)
        } catch {
          journal.write("\(error)")
        }
      }
    }
    let app = application([guarding(row), secret, watcher])
    try await app.start()
    await app.stop()
    #expect(journal.lines == [Self.closed("has stopped")])
  }

  @Test(.timeLimit(.minutes(1))) func `a URL waits for interceptors that are added before ready`()
    async throws
  {
    let slow = ModuleManifest.fake("Guard") { [gate] module in
      module.launch(
        "add",
        body: .background { _, context in
          await gate.wait()
          try context.router.intercept("SignIn", paths: ["secret/:id"]) { _ in
            .veto("sign in first")
          }
        })
    }
    let app = application([slow, secret])
    let before = Task { await open(app) }
    let starting = Task { try await app.start() }
    await app.isLaunched("Secret")
    let during = Task { [router = app.router] in
      try await router.open("shop://secret/7", as: Void.self)
    }
    gate.open()
    _ = try await starting.value
    #expect(await before.value == "SignIn blocks Secret/show: sign in first")
    await #expect(throws: RouteError.self) { try await during.value }
    #expect(journal.lines == [])
    await app.stop()
  }

  @Test(.timeLimit(.minutes(1)), arguments: [TaskOptions(), TaskOptions(.onDemand)])
  func `a URL that a before-ready task opens is refused as a circle`(
    stage: TaskOptions
  )
    async throws
  {
    let opener = ModuleManifest.fake("Opener") { [journal] module in
      module.launch(
        "go", stage,
        body: .background { _, context in
          do throws(RouteError) {
            try await context.router.open("shop://secret/7", as: Void.self)
          } catch {
            journal.write("\(error)")
          }
        })
      module.route("opener", "ask", [], body: .background { _, _, _ in })
    }
    // Ready waits for the on-demand one, too.
    let user = ModuleManifest.fake("User") { module in
      module.launch(
        "use",
        body: .background { _, context in try await context.router.call("opener", as: Void.self) })
    }
    let app = application(
      [opener, secret] + (stage.stage == .onDemand ? [user] : []))
    try await app.start()
    let path =
      stage.stage == .onDemand
      ? "Opener.go → User.use → Opener.go" : "Opener.go → Opener.go"
    #expect(
      journal.lines == [
        "Secret/show cannot be called: Secret answers URLs from outside once all before-ready tasks"
          + " have ended, and this URL comes from one of them (\(path)). Call the route with"
          + " router.call, or make the task .afterReady."
      ])
    await app.stop()
  }

  /// Only the work that the launch waits for holds up the URL.
  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `a URL that work opens before it reports is refused as a circle`(reports: Bool) async throws
  {
    let opener = ModuleManifest.fake("Web") { [journal] module in
      module.run("serve", RunOptions(ready: .whenReported)) { _, context in
        if reports { journal.write(await self.openFrom(context)) }
        context.health.ready()
        _ = await Promise<Void>().valueUnlessCancelled()
      }
      module.run("look") { _, context in
        if !reports { journal.write(await self.openFrom(context)) }
      }
    }
    let app = application([opener, secret])
    try await app.start()
    while journal.lines.count < (reports ? 1 : 2) { await Task.yield() }
    #expect(
      journal.lines
        == (reports
          ? [
            "Secret/show cannot be called: Secret answers URLs from outside once all before-ready"
              + " tasks have ended, and this URL comes from one of them (Web.serve → Web.serve)."
              + " Call the route with router.call, or report that the work is ready before."
          ] : ["shown", "shown"]))
    await app.stop()
  }

  private func openFrom(_ context: ModuleContext) async -> String {
    await outcome { () async throws(RouteError) in
      try await context.router.open("shop://secret/7", as: Void.self)
    }
  }

  @Test(.timeLimit(.minutes(1))) @MainActor
  func `without await, a URL of the launch needs await`() async throws {
    let app = application([guarding(Self.rows[0]), secret])
    let event = OpenURL(url: try #require(URL(string: "shop://secret/7")))
    #expect(
      throws: RouteError.needsAwait(
        route: "/secret/7",
        because: "before-ready tasks have not ended, and may add interceptors")
    ) { try app.openNow(event) }
    let asked = app.ask(event)
    async let opened: Void? = try? app.open(event, after: asked)
    gate.open()
    try await app.start()
    _ = await opened
    #expect(journal.lines == ["asked /secret/7"])
    await app.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `a stop during the launch refuses URLs that wait`()
    async throws
  {
    let row = Row("never", outcome: "")
    let app = application([guarding(row), secret])
    let starting = Task { try? await app.start() }
    await app.isLaunched("Secret")
    let opening = Task { await open(app) }
    async let stopped = app.stop()
    #expect(
      await opening.value == "Secret/show cannot be called: Secret is stopping."
        || journal.lines.isEmpty)
    gate.open()
    _ = await (stopped, starting.value)
    #expect(journal.lines == [])
  }

  @Test(.timeLimit(.minutes(1))) func `URLs of the launch keep their order`() async throws {
    let pages = ModuleManifest.fake("Pages") { [journal, gate] module in
      module.launch("open", body: .background { _, _ in await gate.wait() })
      module.route(
        "page/:id", "show", nil, RouteOptions(access: .external),
        body: .background { _, call, _ in journal.write(call.arguments.texts("id").joined()) })
    }
    let app = application([pages])
    let starting = Task { try await app.start() }
    var openings: [Task<Void, any Error>] = []
    for id in 1...6 {
      let event = OpenURL(url: try #require(URL(string: "shop://page/\(id)")))
      let asked = await app.ask(event)
      openings.append(Task { try await app.open(event, after: asked) })
    }
    gate.open()
    _ = try await starting.value
    for opening in openings { try await opening.value }
    #expect(journal.lines == (1...6).map { "\($0)" })
    await app.stop()
  }
}

extension Application {
  /// Waits until a module has launched.
  fileprivate func isLaunched(_ name: ModuleName) async {
    while !explain(name).description.contains("\(name) is launched") { await Task.yield() }
  }
}
