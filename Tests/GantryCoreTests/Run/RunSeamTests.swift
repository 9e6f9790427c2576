// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantrySupport
import Testing

@testable import GantryCore
@testable import GantryLaunch

/// Starts, changes and stops that meet.
@Suite(.timeLimit(.minutes(5))) struct RunSeamTests {
  private let journal = Journal()
  private let gate = Gate()

  /// A start that a launch task cancels.
  private final class Starting: Sendable {
    private let task = Mutex<Task<LaunchReport, any Error>?>(nil)
    var value: Task<LaunchReport, any Error>? { task.withLock(\.self) }
    func begin(_ app: Application) {
      task.withLock { $0 = Task { @MainActor in try await app.start() } }
    }
  }

  private func application(
    _ clock: any Clock<Duration> = ContinuousClock(), _ manifests: ModuleManifest...,
    adding build: (inout ApplicationBuilder) -> Void = { _ in }
  ) -> Application {
    Application(
      modules: [], milestones: [Milestone("shown")], launchOptions: .test,
      limits: Application.Limits(
        launchWarning: nil, shutdown: .seconds(1), stop: .seconds(10), mainActor: nil, leaks: nil),
      clock: clock
    ) { builder in
      for manifest in manifests { builder.add(manifest) }
      build(&builder)
    }
  }

  private func wait(for line: String) async {
    while !journal.lines.contains(line) { await Task.yield() }
  }

  @Test func `a start that is cancelled as the app gets ready leaves it alive`() async throws {
    let starting = Starting()
    let app = application { [journal] builder in
      builder.launch(
        "Warm", TaskOptions(.afterReady),
        body: .main { _ in starting.value?.cancel() })
      builder.launch(
        "Index", TaskOptions(.afterReady, after: "Warm"),
        body: .background { _ in journal.write("index") })
      builder.launch(
        "Search", TaskOptions(.onDemand), body: .background { _ in journal.write("search") })
    }
    // The start resumes on the main actor, which the after-ready task has by then.
    await MainActor.run { starting.begin(app) }
    let report = try await starting.value?.value
    #expect(report?.isCancelled == false)
    _ = await app.waitUntilIdle()
    app.demand("Search")
    _ = await app.waitUntilIdle()
    #expect(journal.lines == ["index", "search"])
    await app.stop()
  }

  /// A clock by which each sleep is over at once, and that tells when it is read after one.
  private final class HastyClock: Clock {
    private let clock = TestClock()
    private let hasSlept = Atomic(false)
    private let onRead: @Sendable () -> Void
    init(onRead: @escaping @Sendable () -> Void) { self.onRead = onRead }
    var minimumResolution: Duration { .zero }
    var now: TestClock.Instant {
      if hasSlept.load(ordering: .relaxed) { onRead() }
      return clock.now
    }
    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
      clock.advance(by: clock.now.duration(to: deadline))
      hasSlept.store(true, ordering: .relaxed)
    }
  }

  @Test func `a start whose limit is over throws the end that was decided first`() async throws {
    let holder = Mutex<Driver?>(nil)
    // Stops the run after the start has given up its wait, before it says that it is overdue.
    let clock = HastyClock {
      guard let driver = holder.withLock(\.self), driver.read(\.waits.isEmpty) else { return }
      holder.withLock { $0 = nil }
      driver.take(.stop)
    }
    let plan = try LaunchGraph(
      nodes: [LaunchNode("Import", owner: "Import", isAsynchronous: true)]).plan()
    let driver = Driver(
      plan, clock: clock, bodies: ["Import": .background { [gate] in await gate.wait() }])
    holder.withLock { $0 = driver }
    driver.take(.start)
    await #expect(throws: LaunchError.cancelled) {
      try await driver.untilReady(within: .seconds(3))
    }
    gate.open()
  }

  @Test func `an essential failure as the app gets ready is a stop, and the start succeeds`()
    async throws
  {
    let starting = Starting()
    let app = application { builder in
      builder.launch(
        "Warm", TaskOptions(.afterReady, essential: true), body: .main { _ in throw Broken() })
    }
    app.handleStopRequests { [journal] in journal.write("stop") }
    // The task has failed before the start resumes on the main actor.
    await MainActor.run { starting.begin(app) }
    let report = try await starting.value?.value
    #expect(report?.timeToReady != nil)
    await wait(for: "stop")
    #expect(app.essentialFailure?.name == "Warm")
    await app.stop()
    #expect(journal.lines == ["stop"])
  }

  @Test func `a stop cancels and names a shutdown that does not end in its share`() async throws {
    let clock = TestClock()
    let app = application(
      clock, .fake("Disk"),
      .fake("Ledger", ModuleOptions(requires: "Disk")) { [journal, gate] module in
        module.shutdown("flush", ShutdownOptions(timeout: .seconds(60))) { _ in
          journal.write("flushing")
          await gate.wait()
          journal.write(Task.isCancelled ? "cancelled" : "flushed")
        }
      })
    try await app.start()
    let stopping = Task { await app.stop() }
    let advancing = Task {
      while !Task.isCancelled {
        await clock.waitUntilSleeping()
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    let report = await stopping.value
    advancing.cancel()
    #expect(report.modules.map(\.name) == ["Ledger", "Disk"])
    #expect(report.failures.map(\.name) == ["Ledger"])
    gate.open()
    while journal.lines.count < 2 { await Task.yield() }
    #expect(journal.lines == ["flushing", "cancelled"])
  }

  @Test func `after an essential failure, a shutdown waits for bodies only up to its limit`()
    async throws
  {
    let app = application(
      adding: { [journal, gate] builder in
        builder.add(
          .fake("Disk") { module in
            // Opens the gate that the other body waits for: the other order would never end.
            module.shutdown("close") { _ in
              journal.write("Disk closed")
              gate.open()
            }
          })
        builder.launch(
          "Import",
          body: .background { _ in
            journal.write("importing")
            await gate.wait()
            journal.write("imported")
          })
        builder.launch(
          "Migrate", TaskOptions(requires: "Disk", essential: true),
          body: .background { _ in
            while !journal.lines.contains("importing") { await Task.yield() }
            throw Broken()
          })
      })
    await #expect(throws: ApplicationError.self) { try await app.start() }
    #expect(journal.lines == ["importing", "Disk closed", "imported"])
  }

  @Test func `an essential failure after ready ends the app whatever other tasks do`() async throws
  {
    let app = application { [journal, gate] builder in
      builder.launch(
        "Hanging", TaskOptions(.afterReady),
        body: .background { _ in
          journal.write("hanging")
          await gate.wait()
        })
      builder.launch(
        "Migrate", TaskOptions(.afterReady, essential: true),
        body: .background { _ in
          while !journal.lines.contains("hanging") { await Task.yield() }
          throw Broken()
        })
    }
    app.handleStopRequests { [journal] in journal.write("stop") }
    try await app.start()
    await wait(for: "stop")
    #expect(app.essentialFailure?.name == "Migrate")
    gate.open()
    await app.stop()
  }
}
