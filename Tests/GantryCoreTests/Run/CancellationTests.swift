// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@Suite struct CancellationTests {
  /// A module that has launched, and another one that hangs in its task.
  private static func host(_ journal: Journal) -> TestApplication {
    TestApplication(
      .fake("Alpha") { module in
        module.launch("open", body: .background { _, _ in journal.write("open") })
        module.shutdown("close") { _ in journal.write("close") }
      },
      .fake("Beta", ModuleOptions(requires: "Alpha")) { module in
        module.launch("load", body: .background { _, _ in journal.write("never") })
        module.launch("show", body: .background { _, _ in journal.write("never") })
        module.shutdown("close") { _ in journal.write("close Beta") }
      }, delaying: ["Beta.load": .seconds(60)])
  }

  @Test func `a cancelled start cancels its tasks and shuts down started modules`() async throws {
    let journal = Journal()
    let host = Self.host(journal)
    let start = Task { await host.startError() }
    await host.clock.waitUntilSleeping()
    start.cancel()
    guard case .cancelled? = await start.value else {
      Issue.record("not cancelled")
      return
    }
    #expect(journal.lines == ["open", "close Beta", "close"])
    #expect(host.outcome(of: "Alpha.open") == .succeeded)
    #expect(host.outcome(of: "Beta.load") == .cancelled)
    #expect(host.outcome(of: "Beta.show") == .cancelled)
    #expect(host.module(Fake.self) == nil)
  }

  @Test func `stopping during the launch cancels its tasks and shuts down started modules`()
    async throws
  {
    let journal = Journal()
    let host = Self.host(journal)
    async let failure = host.startError()
    await host.clock.waitUntilSleeping()
    let report = await host.stop()
    #expect(report.modules.map(\.name) == ["Beta", "Alpha"])
    guard case .cancelled? = await failure else {
      Issue.record("not cancelled")
      return
    }
    #expect(journal.lines == ["open", "close Beta", "close"])
  }

  @Test(arguments: [false, true])
  func `a start that is cancelled before it launches leaves nothing, and can be repeated`(
    isWhenTheHostIsTold: Bool
  ) async throws {
    let journal = Journal()
    let app = Application(modules: [], launchOptions: .test, limits: .unwatched) { builder in
      builder.add(
        .fake("Alpha") { module in
          module.launch("open", body: .background { _, _ in journal.write("open") })
          module.shutdown("close") { _ in journal.write("close") }
        })
    }
    let start = Task {
      if !isWhenTheHostIsTold { withUnsafeCurrentTask { $0?.cancel() } }
      try await app.start { _ in
        if isWhenTheHostIsTold { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    let result = await start.result
    guard case .failure(ApplicationError.cancelled) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(journal.lines == [])
    #expect(app.report?.isCancelled == true)
    try await app.start()
    #expect(journal.lines.last == "open")
    await app.stop()
  }

  @Test func `an application can start again after a cancelled start`() async throws {
    let journal = Journal()
    let host = Self.host(journal)
    let start = Task { await host.startError() }
    await host.clock.waitUntilSleeping()
    start.cancel()
    _ = await start.value
    async let ready = host.start()
    await host.clock.waitUntilSleeping()
    host.clock.advance(by: .seconds(60))
    _ = try await ready
    #expect(host.outcome(of: "Beta.load") == .succeeded)
    await host.stop()
  }

  @Test func `an essential task stops the launch even in a module that is not essential`()
    async throws
  {
    let journal = Journal()
    let host = TestApplication(
      .fake("Alpha") { $0.shutdown("close") { _ in journal.write("close") } },
      .fake("Beta", ModuleOptions(requires: "Alpha")) { module in
        module.launch(
          "load", TaskOptions(essential: true), body: .background { _, _ in throw Broken() })
        module.launch("show", body: .background { _, _ in journal.write("never") })
      })
    guard case .essential(let failed, let report)? = await host.startError() else {
      Issue.record("not stopped")
      return
    }
    #expect(failed.name == "Beta.load" && failed.reason == "failed: broken")
    #expect(report.task(named: "Beta.show")?.outcome == .cancelled)
    #expect(journal.lines == ["close"])
  }
}
