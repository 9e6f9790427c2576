// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import GantryText
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
    let plan = try LaunchGraph(nodes: [LaunchNode("Import", isAsynchronous: true)]).plan()
    let driver = Driver(
      plan, clock: clock, bodies: ["Import": .background { [gate] in await gate.wait() }])
    holder.withLock { $0 = driver }
    driver.take(.start)
    await #expect(throws: LaunchError.cancelled) {
      try await application().untilReady(driver, within: .seconds(3))
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

  @Test func `a lack of threads after ready stops the application`() async throws {
    let app = application(
      ContinuousClock(),
      .fake("Disk") { [journal] module in
        module.shutdown("close") { _ in journal.write("Disk closed") }
      })
    try await app.start()
    try #require(app.current).driver.take(.stranded("no more"))
    await wait(for: "Disk closed")
    let request = StopRequest(
      module: "the app", reason: "no thread could be created for a task: no more", isFailure: true)
    #expect(app.stopRequest == request)
    await app.stop()
  }

  @Test func `a stop waits in its place for a module that is being switched off`() async throws {
    let clock = TestClock()
    let app = application(
      clock,
      .fake("Disk") { [journal] module in
        module.shutdown("close") { _ in journal.write("Disk closed") }
      },
      .fake("Ledger", ModuleOptions(requires: "Disk")) { [journal, gate] module in
        module.shutdown("flush", ShutdownOptions(timeout: .seconds(60))) { _ in
          journal.write("flushing")
          await gate.wait()
          journal.write("flushed")
        }
      })
    try await app.start()
    let driver = try #require(app.current).driver
    let disabling = Task { try await app.disable("Ledger") }
    await wait(for: "flushing")
    let stopping = Task { await app.stop() }
    // The state of the app changes before the machine knows of the stop.
    while driver.read(\.course) != .closing { await Task.yield() }
    gate.open()
    let report = await stopping.value
    _ = await disabling.result
    #expect(journal.lines == ["flushing", "flushed", "Disk closed"])
    #expect(report.modules.map(\.name) == ["Ledger", "Disk"])
    #expect(report.failures == [])
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
    let disabling = Task { try await app.disable("Ledger") }
    await wait(for: "flushing")
    let stopping = Task { await app.stop() }
    let advancing = Task {
      while !Task.isCancelled {
        await clock.sleeping()
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    let report = await stopping.value
    advancing.cancel()
    #expect(report.modules.map(\.name) == ["Ledger", "Disk"])
    #expect(report.failures.map(\.name) == ["Ledger"])
    gate.open()
    _ = await disabling.result
    while journal.lines.count < 2 { await Task.yield() }
    #expect(journal.lines == ["flushing", "cancelled"])
  }

  @Test func `a return that brings nothing back has no launch`() async throws {
    let app = application(
      ContinuousClock(), .fake("Disk"),
      .fake("Ledger", ModuleOptions(requires: "Disk")) { [journal, gate] module in
        module.shutdown("flush", ShutdownOptions(timeout: .seconds(60))) { _ in
          journal.write("flushing")
          await gate.wait()
        }
      })
    try await app.start()
    let driver = try #require(app.current).driver
    let disabling = Task { try await app.disable("Ledger") }
    await wait(for: "flushing")
    let enabling = Task { try await app.enable("Ledger") }
    while driver.read(\.returns.isEmpty) { await Task.yield() }
    let leaving = Task { try await app.disable("Disk") }
    while driver.read(\.offCount) < 2 { await Task.yield() }
    gate.open()
    let report = try await enabling.value
    #expect(report.modules == [] && report.launch == nil)
    _ = try await (disabling.value, leaving.value)
    await app.stop()
  }

  @Test func `a module that goes off is left behind after the limit of its shutdown`() async throws
  {
    let clock = TestClock()
    let app = application(
      clock, .fake("Disk"),
      .fake("Ledger", ModuleOptions(requires: "Disk")) { [journal, gate] module in
        module.shutdown("flush", ShutdownOptions(timeout: .seconds(3))) { _ in
          journal.write("flushing")
          await gate.wait()
        }
      })
    try await app.start()
    let disabling = Task { try await app.disable("Disk") }
    await wait(for: "flushing")
    await clock.sleeping()
    clock.advance(by: .seconds(3))
    let report = try await disabling.value
    #expect(report.shutdown.modules.map(\.name) == ["Ledger", "Disk"])
    #expect(report.shutdown.failures.map(\.name) == ["Ledger"])
    gate.open()
    await app.stop()
  }

  @Test func `a change in a handler does not wait for the change that waits for the handler`()
    async throws
  {
    let holder = Mutex<Application?>(nil)
    let app = application(
      ContinuousClock(),
      .fake("Shop") { module in
        module.launch(
          "open",
          body: .background { _, context in
            context.events.send(Greeting(text: "opening"))
            await context.events.waitUntilIdle()
          })
      },
      .fake("Other"),
      .fake("Helper") { [journal] module in
        module.on(
          Greeting.self, "hear",
          body: .background { _, _, _ in
            let app = holder.withLock(\.self)
            _ = try? await app?.disable("Other")
            _ = try? await app?.enable("Other")
            journal.write("changed")
          })
      })
    holder.withLock { $0 = app }
    try await app.start()
    try await app.disable("Shop")
    let report = try await app.enable("Shop")
    #expect(report.launch?.failed == [])
    await wait(for: "changed")
    holder.withLock { $0 = nil }
    await app.stop()
  }

  @Test func `a handler that switches its own module off hears of the others at once`() async throws
  {
    let holder = Mutex<Application?>(nil)
    let app = application(
      ContinuousClock(),
      .fake("Shop") { [journal] module in
        module.on(
          Greeting.self, "hear",
          body: .background { _, _, _ in
            guard let app = holder.withLock(\.self) else { return }
            let report = try await app.disable("Shop")
            let gone = report.shutdown.modules.map(\.name.rawValue)
            journal.write("off: \(report.modules); gone: \(gone)")
          })
        module.shutdown("close") { _ in journal.write("Shop closed") }
      },
      .fake("Cart", ModuleOptions(requires: "Shop")) { [journal] module in
        module.shutdown("close") { _ in journal.write("Cart closed") }
      })
    holder.withLock { $0 = app }
    try await app.start()
    app.events.send(Greeting(text: "leave"))
    await wait(for: "Shop closed")
    holder.withLock { $0 = nil }
    #expect(
      journal.lines == ["Cart closed", #"off: [Cart, Shop]; gone: ["Cart"]"#, "Shop closed"])
    #expect(try await app.enable("Shop").modules == ["Shop", "Cart"])
    // No caller takes the end of the handler's module, and it isn't kept.
    #expect(app.current?.host.state.withLock { $0.entries.isEmpty && $0.unclaimed.isEmpty } == true)
    await app.stop()
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

  @Test(arguments: 0..<20)
  func `no task is lost when its module comes back as its milestone is reached`(
    round: Int
  ) async throws {
    let app = application(
      ContinuousClock(),
      .fake("Maps") { [journal] module in
        module.launch(
          "tiles", TaskOptions(after: Milestone("shown")),
          body: .background { _, _ in journal.write("tiles") })
      },
      .fake("Pins") { [journal] module in
        module.launch(
          "drop", TaskOptions(requires: "Maps", after: Milestone("shown")),
          body: .background { _, _ in journal.write("drop") })
      })
    try await app.start()
    try await app.disable("Maps")
    async let reached = app.reach(Milestone("shown"))
    async let enabled = app.enable("Maps")
    _ = try await (reached, enabled)
    _ = await app.waitUntilIdle()
    #expect(journal.lines.sorted() == ["drop", "tiles"], "round \(round)")
    #expect(app.explain("Maps.tiles").state == .launched)
    await app.stop()
  }
}
