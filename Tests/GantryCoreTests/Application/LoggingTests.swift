// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantrySupport
import LogFixture
import Logging
import TestRounds
import Testing

import Gantry
@testable import GantryCore
@testable import GantryEvents

@Suite struct LoggingTests {
  private let log = LogRecorder()

  private func application(
    list: ModuleList? = nil, milestones: [Milestone] = [], _ manifests: ModuleManifest...
  ) -> Application {
    Application(
      modules: ModuleSelection([], list: list), milestones: milestones, launchOptions: .test,
      limits: .unwatched, logger: log.logger
    ) { for manifest in manifests { $0.add(manifest) } }
  }

  @Test func `the log has one line for ready and one for each failure before it`() async throws {
    let app = application(
      .fake("Account", ModuleOptions(requires: "Storage")), .fake("Catalog"),
      .fake("Off", ModuleOptions(enabled: .environment("NEVER_SET"))),
      .fake("Storage") { $0.launch("open", body: .background { _, _ in throw Broken() }) })
    try await app.start()
    #expect(
      log.lines(.warning) == [
        """
        did not start: Account has failed ← Storage ← Storage.open failed: broken \
        gantry.module=Account
        """,
        "did not start: Storage has failed ← Storage.open failed: broken gantry.module=Storage",
      ])
    #expect(
      log.lines(.notice) == [
        "ready gantry.failed=2 gantry.functions=0 gantry.modules=4 gantry.skipped=1"
      ])
    await app.stop()
  }

  @Test func `failures after ready are named even if the app stops meanwhile`() async throws {
    let (isReady, isNamed) = (Gate(), Gate())
    let stopped = LockedBox<Application>()
    let log = LogRecorder { line in
      // The next lines of the same step follow.
      if line.contains("Base has") { _ = stopped.take()?.stopping(nil, within: .seconds(60)) }
      if line.contains("Orders has") { isNamed.open() }
    }
    let late = ModuleOptions(stage: .afterReady, requires: "Base")
    let app = Application(
      modules: [], launchOptions: .test, limits: .unwatched, logger: log.logger
    ) { builder in
      builder.add(
        .fake("Base", ModuleOptions(stage: .afterReady)) { module in
          module.launch(
            "open",
            body: .background { _, _ in
              await isReady.wait()
              throw Broken()
            })
        })
      for name in ["Account", "Orders"] { builder.add(.fake(name, late)) }
    }
    stopped.put(app)
    try await app.start()
    isReady.open()
    await isNamed.wait()
    await app.stop()
    #expect(
      log.lines(.warning).sorted() == [
        "did not start: Account has failed ← Base ← Base.open failed: broken gantry.module=Account",
        "did not start: Base has failed ← Base.open failed: broken gantry.module=Base",
        "did not start: Orders has failed ← Base ← Base.open failed: broken gantry.module=Orders",
      ])
  }

  /// A search of all modules for each of them would take minutes.
  @Test(.timeLimit(.minutes(2)), arguments: [LaunchStage.beforeReady, .afterReady])
  func `thousands of modules that a failure keeps from launching are each named`(
    stage: LaunchStage
  ) async throws {
    let count = rounds(40_000)
    let isNamed = Gate()
    let left = Mutex(count)
    let log = LogRecorder { line in
      guard line.contains(" ← Base failed: broken") else { return }
      let isLast = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isLast { isNamed.open() }
    }
    let app = Application(
      modules: [], launchOptions: .test, limits: .unwatched, logger: log.logger
    ) { builder in
      builder.launch("Base", TaskOptions(stage), body: .background { _ in throw Broken() })
      let options = ModuleOptions(stage: stage, requires: "Base")
      for number in 0..<count { builder.add(.fake("Module\(number)", options)) }
    }
    try await app.start()
    await isNamed.wait()
    #expect(log.lines(.warning).count == count + 1)
    await app.stop()
  }

  @Test func `the ready line counts modules and functions and not the tasks of modules`()
    async throws
  {
    let app = application(
      .fake("Off", ModuleOptions(enabled: .environment("NEVER_SET"))) { module in
        module.launch("first", body: .background { _, _ in })
        module.launch("second", body: .background { _, _ in })
      },
      .fake("Storage") { module in
        module.launch("open", body: .background { _, _ in throw Broken() })
        module.launch("fill", body: .background { _, _ in throw Broken() })
      },
      ModuleManifest(function: "ask", fileID: "App/ask.swift", line: 1) { function in
        function.launch(TaskOptions(), body: .background { _ in throw Broken() })
      })
    let report = try await app.start()
    #expect(report.failed.count > 2)
    #expect(report.skipped.count > 1)
    #expect(
      log.lines(.notice) == [
        "ready gantry.failed=2 gantry.functions=1 gantry.modules=2 gantry.skipped=1"
      ])
    await app.stop()
  }

  @Test func `a provider that fails after ready is a warning at that time`() async throws {
    let consent = Milestone("consent")
    let app = application(
      milestones: [consent],
      .fake("Ads", ModuleOptions(stage: .afterReady, requires: "ask")) {
        $0.provide(String.self, "banner") { _ in throw Broken() }
      },
      ModuleManifest(function: "ask", fileID: "App/ask.swift", line: 1) {
        $0.launch(TaskOptions(.afterReady, after: consent), body: .background { _ in })
      },
      .fake("Page", ModuleOptions(stage: .afterReady)) { $0.inject(String.self) })
    try await app.start()
    _ = await app.waitUntilIdle()
    #expect(log.lines(.warning) == [])
    app.reach(consent)
    _ = await app.waitUntilIdle()
    #expect(
      log.lines(.warning) == [
        "did not start: Ads has failed ← Ads could not make String: broken gantry.module=Ads",
        """
        did not start: Page has failed ← Ads failed: Ads could not make String: broken \
        gantry.module=Page
        """,
      ])
    await app.stop()
    #expect(log.lines(.warning).count == 2)
  }

  @Test func `a task that fails after its module launched is one warning`() async throws {
    let app = application(
      .fake("Orders") { module in
        module.launch(
          "sync", TaskOptions(.afterReady), body: .background { _, _ in throw Broken() })
        module.launch(
          "count", TaskOptions(.afterReady, requires: "Orders.sync"), body: .background { _, _ in })
        module.launch("find", TaskOptions(.onDemand), body: .background { _, _ in throw Broken() })
      })
    try await app.start()
    _ = await app.waitUntilIdle()
    let sync = "launch task failed: broken gantry.module=Orders gantry.task=Orders.sync"
    #expect(log.lines(.warning) == [sync])
    app.demand("Orders.find")
    _ = await app.waitUntilIdle()
    #expect(
      log.lines(.warning) == [
        sync, "launch task failed: broken gantry.module=Orders gantry.task=Orders.find",
      ])
    await app.stop()
    #expect(log.lines(.warning).count == 2)
  }

  @Test func `a stopped launch also names the failures`() async throws {
    let app = application(
      .fake("Orders", ModuleOptions(requires: "Storage", essential: true)),
      .fake("Storage") { $0.launch("open", body: .background { _, _ in throw Broken() }) })
    await #expect(throws: ApplicationError.self) { try await app.start() }
    #expect(
      log.lines(.warning).map { $0.split(separator: " ").last } == [
        "gantry.module=Orders", "gantry.module=Storage",
      ])
    #expect(log.lines(.notice) == [])
  }

  @Test func `a list that omits a provider is a warning, and one that disables it is not`()
    async throws
  {
    let storage = ModuleManifest.fake("Storage") { $0.provide(String.self, "path") { _ in "" } }
    let orders = ModuleManifest.fake("Orders") { module in
      module.inject(String.self)
      module.launch("open", body: .background { _, _ in })
    }
    let page = ModuleManifest.fake("Page", ModuleOptions(requires: "Orders"))
    let modules = #"{"modules": ["Orders", "Page""#
    let forgetting = try ModuleList(json: modules + "]}")
    let app = application(list: forgetting, orders, page, storage)
    try await app.start()
    let chain = "Orders requires Storage ← Storage: not in the list modules.json"
    #expect(
      log.lines(.warning) == [
        """
        did not start: Orders is left out ← \(chain). Add Storage to \
        the list, or disable Orders there. gantry.module=Orders
        """,
        """
        did not start: Page is left out ← Page requires Orders ← \
        \(chain). Add Storage to the list, or disable Page there. gantry.module=Page
        """,
      ])
    await app.stop()

    let disabling = try ModuleList(json: modules + #", {"name": "Storage", "enabled": false}]}"#)
    let quiet = LogRecorder()
    let other = Application(
      modules: ModuleSelection([], list: disabling), launchOptions: .test,
      limits: .unwatched, logger: quiet.logger
    ) { for manifest in [orders, page, storage] { $0.add(manifest) } }
    try await other.start()
    #expect(quiet.lines(.warning) == [])
    await other.stop()
  }

  @Test func `demanding an unknown name is a warning with similar names`() async throws {
    let app = application(.fake("Search", ModuleOptions(stage: .onDemand)))
    try await app.start()
    app.demand("Serach")
    #expect(
      log.lines(.warning) == [
        """
        nothing to demand: Serach is not linked ← this program has no record or list entry of that \
        name ← did you mean Search? gantry.task=Serach
        """
      ])
    app.demand("Search")
    let report = await app.waitUntilIdle()
    #expect(report?.task(named: "Search")?.outcome == .succeeded)
    #expect(log.lines(.warning).count == 1)
    await app.stop()
  }

  @Test func `reaching a misspelled milestone is a warning`() async throws {
    let app = application(milestones: [Milestone("consent")], .fake("Ads"))
    let text = """
      milestone consnt is reached, but nothing waits for it. Did you mean consent? Correct the name, \
      or declare it in `Application(milestones:)`.
      """
    app.reach(Milestone("consnt"))
    #expect(log.lines(.warning) == [text])
    try await app.start()
    app.reach(Milestone("consnt"))
    app.reach(Milestone("consent"))
    app.reach(Milestone("another thing"))
    #expect(log.lines(.warning) == [text, text])
    await app.stop()
  }

  @Test func `a throwing handler is a warning with module, event and handler`() async throws {
    let app = application(
      .fake("Alpha") {
        $0.on(Greeting.self, "hear", body: .background { _, _, _ in throw Broken() })
      })
    try await app.start()
    app.events.send(Greeting(text: "hello"))
    await app.events.waitUntilHandled()
    #expect(
      log.lines(.warning) == [
        """
        handler failed: broken gantry.event=Greeting gantry.handler=hear gantry.module=Alpha
        """
      ])
    await app.stop()
  }

  @Test func `a module that does not stop cleanly is a warning`() async throws {
    let app = application(.fake("Alpha") { $0.shutdown("close") { _ in throw Broken() } })
    try await app.start()
    await app.stop()
    #expect(log.lines(.warning) == ["did not stop cleanly: broken gantry.module=Alpha"])
  }

  @Test func `a soft edge to a misspelled module is a warning`() async throws {
    let log = LogRecorder()
    let app = Application(modules: [], launchOptions: .test, logger: log.logger) {
      $0.add(.fake("Page", ModuleOptions(wants: "Bannr", after: "Prmo", "Billing")))
      $0.add(.fake("Banner"))
      $0.add(.fake("Promo"))
    }
    try await app.start()
    await app.stop()
    let lines = log.lines(.warning)
    #expect(lines.count == 2)
    #expect(lines.contains { $0.contains("wants Bannr") && $0.contains("mean Banner?") })
    #expect(lines.contains { $0.contains("after Prmo") && $0.contains("mean Promo?") })
  }

  @Test func `a report contains the first hundred notes and the number of further ones`() {
    let log = HandlerLog(logger: LogRecorder().logger)
    for number in 1...HandlerLog.limit { log.note("note \(number)") }
    #expect(log.notes.count == HandlerLog.limit && log.notes.last == "note 100")
    for _ in 0..<50 { log.note("one more") }
    #expect(log.notes.count == HandlerLog.limit + 1 && log.notes.last == "and 50 more")
    log.begin()
    #expect(log.notes.isEmpty)
  }
}
