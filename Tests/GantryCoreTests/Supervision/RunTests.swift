// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import LogFixture
import Logging
import Testing

import Gantry
@testable import GantryCore

@Suite(.timeLimit(.minutes(5))) struct RunTests {
  private let work = Lasting()
  private let journal = Journal()

  private func worker(
    _ options: RunOptions = RunOptions(), _ name: String = "Worker"
  ) -> ModuleManifest {
    .fake(name) { [work, journal] module in
      module.launch("open", body: .background { _, _ in journal.write("open") })
      module.run("consume", options) { _, context in
        journal.write("run in \(context.name)")
        defer { journal.write("ended") }
        try await work.run()
      }
      module.shutdown("close") { _ in journal.write("close") }
    }
  }

  @Test func `work begins after its module has launched and ends before its shutdown`() async throws
  {
    let host = TestApplication(worker())
    try await host.start()
    await work.called(1)
    await host.stop()
    #expect(journal.lines == ["open", "run in Worker", "ended", "close"])
    #expect(work.cancellations == 1)
  }

  @Test func `work delays neither idle tasks, nor the end of the launch, nor a stop`()
    async throws
  {
    let host = TestApplication(
      worker(),
      .fake("Tidy") { [journal] module in
        module.launch(
          "tidy", TaskOptions(.idle), body: .background { _, _ in journal.write("idle") })
      })
    try await host.start()
    let report = await host.application.waitUntilIdle()
    #expect(report?.task(named: "Tidy.tidy")?.outcome == .succeeded)
    await work.called(1)
    await host.stop()
    #expect(journal.lines.suffix(2) == ["ended", "close"])
  }

  @Test func `failed work runs again after a pause that explain and the log show`() async throws {
    let log = LogRecorder()
    let clock = TestClock()
    let application = Application(
      modules: [], limits: .unwatched,
      logger: log.logger, clock: clock
    ) { $0.add(worker(RunOptions(retry: .every(.seconds(3))))) }
    try await application.start()
    await work.called(1)
    #expect(application.explain("Worker").description == "Worker is launched")
    work.end(.throwing)
    await clock.waitUntilSleeping()
    #expect(
      application.explain("Worker").texts == [
        "run 'consume' failed: broken; it runs again in 3.0 s (restart 1)"
      ])
    clock.advance(by: .seconds(3))
    await work.called(2)
    #expect(
      log.lines(.warning) == [
        "run 'consume' failed: broken; it runs again in 3.0 s (restart 1) gantry.module=Worker "
          + "gantry.task=Worker.consume"
      ])
    #expect(
      "\(application.explain("Worker"))".contains("been running since restart 1"))
    _ = await application.stop()
    #expect(log.lines(.warning).count == 1)
  }

  @Test func `the period of an error isn't in the middle of a line`() async throws {
    struct Unset: Error, CustomStringConvertible { let description = "no key is set. Set it." }
    let (log, clock) = (LogRecorder(), TestClock())
    let application = Application(
      modules: [], limits: .unwatched, logger: log.logger, clock: clock
    ) {
      $0.run("Web", RunOptions(retry: .every(.seconds(3)))) { _ in throw Unset() }
    }
    try await application.start()
    await clock.waitUntilSleeping()
    let end = "failed: no key is set. Set it; it runs again in 3.0 s (restart 1)"
    #expect(log.lines(.warning).first?.contains(end) == true, "\(log.lines(.warning))")
    #expect("\(application.explain("Web"))".contains(end))
    await application.stop()
  }

  @Test func `stopping the application ends a pause`() async throws {
    let host = TestApplication(worker(RunOptions(retry: .every(.seconds(3600)))))
    try await host.start()
    await work.called(1)
    work.end(.throwing)
    await host.clock.waitUntilSleeping()
    let report = await host.stop()
    #expect(report.failures.isEmpty)
    #expect(work.calls == 1 && journal.lines.last == "close")
  }

  @Test func `finished work begins again only with the next start`() async throws {
    let host = TestApplication(worker())
    try await host.start()
    await work.called(1)
    work.end(.returns)
    while journal.lines.last != "ended" { await Task.yield() }
    await host.stop()
    try await host.start()
    await work.called(2)
    await host.stop()
    #expect(journal.lines.filter { $0 == "close" }.count == 2)
  }

  @Test func `work that ignores cancellation is abandoned and named`() async throws {
    let gate = Gate()
    let host = TestApplication(
      .fake("Deaf") { [journal] module in
        module.run("wait") { _, _ in
          journal.write("waits")
          await gate.wait()
        }
      })
    try await host.start()
    while journal.lines.isEmpty { await Task.yield() }
    async let stopping = host.stop()
    let line = "waiting for the long-running work of Deaf: 'wait' (GantryCoreTests/RunTests.swift:"
    while !host.application.holders.contains(where: { $0.hasPrefix(line) }) { await Task.yield() }
    await host.clock.waitUntilSleeping()
    host.clock.advance(by: .seconds(30))
    let failure = try #require(await stopping.failures.first)
    #expect(failure.name == "Deaf")
    guard case .workTimedOut(["Deaf.wait"], let limit)? = failure.failure else {
      Issue.record("\(failure)")
      return
    }
    let words = "its long-running work Deaf.wait did not end within \(limit.text)"
    #expect(failure.failure?.description == words)
    gate.open()
  }

  @Test func `a stop names the pieces of work that have not ended`() async throws {
    let gate = Gate()
    let host = TestApplication(
      .fake("Deaf") { [journal] module in
        for name in ["wait", "sleep"] {
          module.run(name) { _, _ in
            journal.write(name)
            await gate.wait()
          }
        }
        module.run("look") { _, _ in journal.write("look") }
      })
    try await host.start()
    while journal.lines.count < 3 || host.explain("Deaf.look").chain.isEmpty { await Task.yield() }
    async let stopping = host.stop()
    while !host.application.holders.contains(where: { line in
      line.contains("Deaf: 'wait' (") && line.contains(" and 'sleep' (") && !line.contains("look")
    }) { await Task.yield() }
    gate.open()
    #expect(await stopping.failures.isEmpty)
  }

  @Test func `work can stop the application without waiting for itself`() async throws {
    let host = TestApplication(
      .fake("Ender") { module in
        module.run("end") { _, context in
          _ = await context.application.whole?.stop()
          try await Lasting().run()
        }
      })
    try await host.start()
    while host.application.report == nil { await Task.yield() }
    #expect(await host.stop().failures.isEmpty)
  }

  @Test func `a closure of the app can be long-running work`() async throws {
    let host = TestApplication(
      modules: [],
      adding: { [work, journal] builder in
        builder.add(
          .fake("Storage") {
            $0.launch("open", body: .background { _, _ in journal.write("open") })
          })
        builder.run("sweep", requires: "Storage") { context in
          journal.write("run in \(context.name)")
          try await work.run()
        }
      })
    try await host.start()
    await work.called(1)
    #expect(journal.lines == ["open", "run in sweep"])
    await host.stop()
    #expect(work.cancellations == 1)
  }

  @Test(arguments: [false, true])
  func `a closure that fails for good stops the app only if it is essential`(
    isEssential: Bool
  ) async throws {
    let host = TestApplication(
      modules: [],
      adding: { [work] builder in
        builder.run("sweep", RunOptions(retry: .never), essential: isEssential) { _ in
          try await work.run()
        }
      })
    try await host.start()
    await work.called(1)
    work.end(.throwing)
    if isEssential {
      while host.sent(LaunchFailed.self).isEmpty { await Task.yield() }
      #expect(host.sent(LaunchFailed.self).map(\.name) == ["sweep"])
    } else {
      while !host.explain("sweep").hasFailed { await Task.yield() }
      #expect(host.application.health.isLive)
    }
    await host.stop()
    #expect(host.sent(LaunchFailed.self).count == (isEssential ? 1 : 0))
  }

  @Test func `releasing an application cancels its work`() async throws {
    do {
      let host = TestApplication(worker())
      try await host.start()
      await work.called(1)
    }
    while work.cancellations == 0 { await Task.yield() }
  }
}
