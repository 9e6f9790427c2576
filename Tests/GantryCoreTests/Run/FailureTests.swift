// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import LogFixture
import Logging
import Testing

@Suite struct FailureTests {
  static func chain(_ essential: Bool = false) -> [ModuleManifest] {
    [
      .fake("Account", ModuleOptions(requires: "Storage")),
      .fake("Orders", ModuleOptions(requires: "Account", essential: essential)) {
        $0.launch("open", body: .background { _, _ in })
      },
      .fake("Storage") { $0.launch("connect", body: .background { _, _ in }) },
    ]
  }

  @Test(arguments: [
    ("Storage.init", "init(context:) failed: broken"),
    ("Storage.connect", "Storage.connect failed: broken"),
  ])
  func `a failure blocks only the modules that require the failed one`(
    task: String, cause: String
  ) async throws {
    let host = try await TestApplication.start(
      failing: [ModuleName(task): Broken()],
      adding: {
        for manifest in Self.chain() { $0.add(manifest) }
        $0.add(.fake("Catalog"))
      })
    #expect(host.outcome(of: "Catalog") == .succeeded)
    #expect(host.outcome(of: ModuleName(task)) == .failed(message: "broken"))
    #expect(host.explain("Account").hasFailed)
    #expect(host.explain("Account").texts.last == cause)
    #expect(host.explain("Orders").texts.last == cause)
    for module: ModuleName in ["Account", "Orders"] {
      guard case .failed(let reasons) = host.application.health[module] else {
        Issue.record("\(module) should have failed")
        continue
      }
      #expect(reasons == host.explain(module).chain)
      let root: ModuleName = cause.hasPrefix("init") ? "Storage" : "Storage.connect"
      #expect(reasons.first?.name == (module == "Orders" ? "Account" : reasons.first?.name))
      #expect(reasons.last?.name == root)
      #expect(reasons.last?.outcome == .failed(message: "broken"))
    }
    #expect(host.report?.timeToReady != nil)
  }

  @Test func `a blocked essential module stops the launch with the cause`() async throws {
    let journal = Journal()
    let host = TestApplication(
      Self.chain(true)[0], Self.chain(true)[1],
      .fake("Storage") { module in
        module.launch("connect", body: .background { _, _ in throw Broken() })
        module.shutdown("close") { _ in journal.write("Storage") }
      },
      .fake("Alpha", ModuleOptions(priority: 500)) {
        $0.shutdown("close") { _ in journal.write("Alpha") }
      },
      .fake("Beta", ModuleOptions(after: "Alpha", before: "Storage")) {
        $0.shutdown("close") { _ in journal.write("Beta") }
      })
    let error = await host.startError()
    guard case .essential(let failed, let report) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failed.name == "Orders.init" || failed.name == "Orders")
    #expect(failed.cause == "Storage.connect")
    #expect(failed.reason.contains("Storage.connect"))
    #expect(report.task(named: "Storage.connect")?.outcome == .failed(message: "broken"))
    #expect(journal.lines == ["Storage", "Beta", "Alpha"])
    #expect(host.application.report?.isCancelled == true)
    #expect(host.sent(LaunchFailed.self).count == 1)
  }

  /// A module whose initializer throws.
  private final class Stillborn: Module {
    static var manifest: ModuleManifest { ModuleManifest(of: Stillborn.self) { _ in } }
    init(context: ModuleContext) throws { throw Broken() }
  }

  @Test func `the reason of a failed module names the service or init that failed`() async throws {
    let host = TestApplication(
      modules: [Stillborn.self],
      adding: { app in
        app.add(
          .fake("Shop") { module in
            module.provide(Int.self, "number") { _ in 1 }
            module.provide(String.self, "eu", ProvideOptions("eu")) { _ in throw Broken() }
          })
        app.add(
          .fake("Store") { module in
            module.launch("open", body: .background { _, _ in })
            module.provide(Double.self, "price", make: { _ in throw Broken() })
          })
      })
    try await host.start()
    #expect(
      host.explain("Shop").description
        == "Shop has failed ← Shop could not make String[eu]: broken")
    #expect(
      host.explain("Store").description == "Store has failed ← Store could not make Double: broken")
    #expect(
      host.explain("Stillborn").description
        == "Stillborn has failed ← init(context:) failed: broken")
    await host.stop()
  }

  @Test func `the error of an essential failure names its root cause`() async throws {
    let host = TestApplication(
      .fake("Orders", ModuleOptions(requires: "Storage", essential: true)), .fake("Storage"),
      failing: ["Storage": Broken()])
    let text = try #require(await host.startError()?.description)
    #expect(text.contains("Orders is essential"))
    #expect(text.contains("broken"))
  }

  @Test func `a failed launch can be started again`() async throws {
    let attempts = Journal()
    let host = TestApplication(
      .fake("Orders", ModuleOptions(essential: true)) {
        $0.launch(
          "open",
          body: .background { _, _ in
            attempts.write("open")
            if attempts.lines.count == 1 { throw Broken() }
          })
      })
    #expect(await host.startError() != nil)
    try await host.start()
    #expect(host.outcome(of: "Orders") == .succeeded)
    #expect(host.explain("Orders").state == .launched(.good))
  }

  @Test func `a failed task is retried according to its policy`() async throws {
    let tries = Journal()
    let host = TestApplication(
      .fake("Orders") {
        $0.launch(
          "open", TaskOptions(retry: .immediately(2)),
          body: .background { _, _ in
            tries.write("try")
            if tries.lines.count < 3 { throw Broken() }
          })
      })
    try await host.start()
    #expect(host.report?.task(named: "Orders.open")?.attempts == 3)
    #expect(host.outcome(of: "Orders") == .succeeded)
  }

  @Test func `the log names each failed attempt before a retry, with its module`() async throws {
    let tries = Journal()
    let log = LogRecorder()
    let app = Application(
      modules: [], launchOptions: .test,
      limits: .unwatched, logger: log.logger
    ) { app in
      app.add(
        .fake("Orders") {
          $0.launch(
            "open", TaskOptions(retry: .immediately(2)),
            body: .background { _, _ in
              tries.write("try")
              if tries.lines.count < 3 { throw Broken() }
            })
        })
    }
    try await app.start()
    #expect(
      log.lines(.warning)
        == [1, 2].map { attempt in
          """
          Orders.open failed on attempt \(attempt) of 3: broken. Retrying at once \
          gantry.module=Orders gantry.task=Orders.open
          """
        })
    await app.stop()
  }

  @Test func `a slow task times out by the clock`() async throws {
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch("open", TaskOptions(timeout: .seconds(2)), body: .background { _, _ in })
      }, delaying: ["Orders.open": .seconds(60)])
    async let ready = host.start()
    await host.clock.waitUntilSleeping(atLeast: 2)
    host.clock.advance(by: .seconds(2))
    _ = try await ready
    #expect(host.outcome(of: "Orders.open") == .timedOut)
    #expect(host.explain("Orders").description == "Orders has failed ← Orders.open timed out")
  }

  @Test func `an overdue launch names the task it waits for`() async throws {
    let host = TestApplication(
      .fake("Orders", ModuleOptions(requires: "Storage")),
      .fake("Storage") { $0.launch("open", body: .background { _, _ in }) },
      delaying: ["Storage.open": .seconds(60)],
      limits: Application.Limits(launch: .seconds(3), mainActor: nil))
    async let failure = host.startError()
    await host.clock.waitUntilSleeping(atLeast: 2)
    host.clock.advance(by: .seconds(3))
    let error = await failure
    guard case .overdue(let limit, let waiting, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit == .seconds(3))
    #expect(
      waiting.map(\.description) == [
        "waiting for Orders ← Storage ← Storage.open, running for 3.0 s on the background lane"
      ])
  }

  @Test func `an overdue launch names each cause once, with the modules that wait`() async throws {
    let host = TestApplication(
      .fake("Account", ModuleOptions(requires: "Storage")),
      .fake("Catalog") { $0.launch("load", body: .background { _, _ in }) },
      .fake("Orders", ModuleOptions(requires: "Account")),
      .fake("Push", ModuleOptions(requires: "Storage")),
      .fake("Storage") { $0.launch("open", body: .background { _, _ in }) },
      delaying: ["Storage.open": .seconds(60), "Catalog.load": .seconds(60)],
      limits: Application.Limits(launch: .seconds(3), mainActor: nil))
    async let failure = host.startError()
    await host.clock.waitUntilSleeping(atLeast: 3)
    host.clock.advance(by: .seconds(3))
    #expect(
      await failure?.description == """
        the app was not ready within 3.0 s; the launch was stopped. Waiting:
        - waiting for Catalog ← Catalog.load, running for 3.0 s on the background lane
        - waiting for Orders ← Account ← Storage ← Storage.open, running for 3.0 s on the \
        background lane; Push waits for it, too
        """)
  }

  @Test func `an error of one handler is reported and does not reach other handlers`() async throws
  {
    let journal = Journal()
    let host = TestApplication(
      .fake("Alpha") {
        $0.on(Greeting.self, "hear", body: .background { _, _, _ in throw Broken() })
      },
      .fake("Beta") {
        $0.on(Greeting.self, "hear", body: .background { _, e, _ in journal.write(e.text) })
      })
    try await host.start()
    await host.send(Greeting(text: "hello"))
    #expect(journal.lines == ["hello"])
    #expect(host.handlerFailures.map(\.description) == ["Alpha.hear failed on Greeting: broken"])
  }
}
