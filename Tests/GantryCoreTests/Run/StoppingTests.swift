// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantrySupport
import Testing

@Suite struct StoppingTests {
  @Test func `modules stop in reverse launch order`() async throws {
    let host = TestApplication(
      .fake("Alpha", ModuleOptions(requires: "Omega")) {
        $0.launch("open", body: .background { _, _ in })
      },
      .fake("Beta"), .fake("Off", ModuleOptions(enabled: .when { _ in false })), .fake("Omega"))
    try await host.start()
    #expect(await host.stop().modules.map(\.name) == ["Alpha", "Omega", "Beta"])
    #expect(host.explain("Alpha").state == .stopped)
    #expect(await host.stop().modules.isEmpty)
  }

  @Test func `an error during shutdown is in the report, and other modules stop`() async throws {
    let host = TestApplication(
      .fake("Alpha") { $0.shutdown("close") { _ in } },
      .fake("Beta") { $0.shutdown("close") { _ in throw Broken() } })
    try await host.start()
    let report = await host.stop()
    #expect(report.modules.map(\.name) == ["Beta", "Alpha"])
    #expect(report.failures.map(\.failure) == [.failed(message: "broken")])
  }

  @Test func `a module that does not stop in time is abandoned`() async throws {
    let host = TestApplication(
      .fake("Alpha") { $0.shutdown("close") { _ in } },
      .fake("Beta") { module in
        module.shutdown("close", ShutdownOptions(timeout: .seconds(2))) { _ in
          await withCheckedContinuation { (never: CheckedContinuation<Void, Never>) in
            Parked.keep(never)
          }
        }
      })
    try await host.start()
    await host.waitUntilIdle()
    async let stopping = host.stop()
    await Parked.reached()
    await host.clock.waitUntilSleeping()
    host.clock.advance(by: .seconds(2))
    let report = await stopping
    #expect(report.modules.map(\.name) == ["Beta", "Alpha"])
    #expect(report.failures.map(\.failure) == [.timedOut(limit: .seconds(2))])
    #expect(report.failures.map { $0.failure?.description } == ["did not end within 2.0 s"])
    Parked.release()
  }

  @Test func `accepted events are handled before a module stops`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Alpha") { module in
        module.on(
          Greeting.self, "hear",
          body: .background { _, event, _ in
            await Task.yield()
            journal.write(event.text)
          })
        module.shutdown("close") { _ in journal.write("close") }
      })
    try await host.start()
    for number in 1...3 { host.application.events.send(Greeting(text: "\(number)")) }
    await host.stop()
    #expect(journal.lines == ["1", "2", "3", "close"])
  }

  @Test func `a handler that never ends does not keep other modules from stopping`() async throws {
    let host = TestApplication(
      .fake("Alpha") { module in
        module.on(
          Greeting.self, "hear",
          body: .background { _, _, context in
            try await context.events.neverEnds()
          })
        module.shutdown("close", ShutdownOptions(timeout: .seconds(2))) { _ in }
      },
      .fake("Beta"),
      limits: Application.Limits(
        shutdown: .seconds(1_000_000_000), stop: .seconds(4_000_000_000), mainActor: nil))
    try await host.start()
    await host.waitUntilIdle()
    host.application.events.send(Greeting(text: "hello"))
    // There are several limits here; only Alpha's short one can be exceeded.
    let ticker = Task {
      while !Task.isCancelled {
        host.clock.advance(by: .seconds(2))
        await Task.yield()
      }
    }
    let report = await host.stop()
    ticker.cancel()
    #expect(report.modules.map(\.name) == ["Beta", "Alpha"])
    let failure = try #require(report.failures.first?.failure)
    guard case .handlersTimedOut(let handlers, .seconds(2)) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(
      handlers.map { [$0.module?.rawValue, $0.name, $0.event] } == [["Alpha", "hear", "Greeting"]])
    let words =
      "its event handlers did not end within 2.0 s: 'hear' hears Greeting (GantryCoreTests/"
    #expect("\(failure)".hasPrefix(words), "\(failure)")
  }

  @Test(.timeLimit(.minutes(5)))
  func `a stop begun in an event handler returns at once and ends after the handler`() async throws
  {
    let journal = Journal()
    let application = Mutex<Application?>(nil)
    let host = TestApplication(
      .fake("Orders") { module in
        module.on(
          Greeting.self, "hear",
          body: .background { _, event, _ in
            let report = await application.withLock { $0 }?.stop()
            journal.write("\(event.text): \(report?.modules.count ?? -1)")
          })
        module.shutdown("close") { _ in journal.write("close") }
      })
    application.withLock { $0 = host.application }
    try await host.start()
    for number in 1...2 { host.application.events.send(Greeting(text: "\(number)")) }
    await host.waitUntilHandled()
    await host.stop()
    #expect(journal.lines == ["1: 0", "2: 0", "close"])
    application.withLock { $0 = nil }
  }

  @Test(.timeLimit(.minutes(5)), arguments: [LaunchStage.beforeReady, .afterReady])
  func `a stop begun in a launch task returns at once and ends after the task`(
    stage: LaunchStage
  ) async throws {
    let journal = Journal()
    let application = Mutex<Application?>(nil)
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch(
          "give up", TaskOptions(stage),
          body: .background { _, _ in
            let report = await application.withLock { $0 }?.stop()
            journal.write("task: \(report?.modules.count ?? -1)")
          })
        module.shutdown("close") { _ in journal.write("close") }
      })
    application.withLock { $0 = host.application }
    _ = try? await host.start()
    await host.stop()
    #expect(journal.lines == ["task: 0", "close"])
    application.withLock { $0 = nil }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a stop begun in a subscription waits until all modules have stopped`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders") { $0.shutdown("close") { _ in journal.write("close") } })
    try await host.start()
    let token = host.application.events.observe(Greeting.self) { [host] _ in
      let report = await host.stop()
      journal.write("stopped \(report.modules.count)")
    }
    await host.send(Greeting(text: "quit"))
    #expect(journal.lines == ["close", "stopped 1"])
    token.cancel()
  }

  @Test func `a host that is not stopped releases its modules, even behind a milestone`()
    async throws
  {
    let consent = Milestone("consent")
    weak var module: Fake?
    do {
      let host = try await TestApplication.start(
        milestones: [consent],
        adding: {
          $0.add(
            .fake("Ads") {
              $0.launch("load", TaskOptions(after: consent), body: .background { _, _ in })
            }
          )
        })
      module = host.module(Fake.self)
      #expect(module != nil)
      _ = host.report
    }
    for _ in 0..<1000 where module != nil { await Task.yield() }
    #expect(module == nil)
  }
}
