// SPDX-License-Identifier: Apache-2.0

import Dispatch
import GantryTesting
import LogFixture
import Logging
import GantrySupport
import Testing

import Gantry
@testable import GantryCore

/// A stop has one time limit, which its steps share.
@Suite(.timeLimit(.minutes(5))) struct StopSharingTests {
  /// Counts its living instances in a counter.
  private final class Box: Sendable {
    let count: Counter
    init(_ count: Counter) {
      self.count = count
      count.value.wrappingAdd(1, ordering: .relaxed)
    }
    deinit { count.value.wrappingAdd(-1, ordering: .relaxed) }
  }

  private final class Counter: Sendable { let value = Atomic<Int>(0) }

  private struct Parcel: Event { let box: Box }

  /// Advances a clock whenever it has sleepers, until the task is cancelled.
  private func run(_ clock: TestClock) -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        await clock.waitUntilSleeping()
        clock.advance(by: .milliseconds(10))
        await Task.yield()
      }
    }
  }

  @Test func `modules that hang share the time limit of the stop`() async throws {
    let names = (1...20).map { "Module\($0)" }
    let host = TestApplication(
      modules: [],
      limits: Application.Limits(shutdown: .seconds(10), stop: .seconds(20), mainActor: nil),
      adding: { app in
        for name in names {
          app.add(
            .fake(name) { module in
              module.shutdown("close") { _ in
                for await _ in AsyncStream(Void.self, { _ in }) {}
                try Task.checkCancellation()
              }
            })
        }
      })
    try await host.start()
    await host.waitUntilIdle()
    let begin = host.clock.now
    let ticker = run(host.clock)
    let report = await host.stop()
    ticker.cancel()
    host.clock.advance(by: .seconds(1))
    #expect(report.failures.count == 20)
    #expect(begin.duration(to: host.clock.now) < .seconds(21))
    #expect(try #require(report.timeLeft) > .zero)
    // The first module gets nearly its own limit, and even the last one gets some time.
    #expect(try #require(report.modules.first).duration >= .seconds(8))
    #expect(try #require(report.modules.last).duration > .milliseconds(100))
  }

  @Test func `half of the remaining time is kept for later steps`() {
    let box = Elapsed()
    var budget = StopBudget(.seconds(10), steps: 5, elapsed: { box.value.withLock { $0 } })
    #expect(budget.next(.seconds(10)) == .seconds(6))
    box.value.withLock { $0 = .seconds(6) }
    #expect(budget.next(.seconds(10)) == .seconds(1))
    // Unused time is left for the next step.
    #expect(budget.next(.milliseconds(100)) == .milliseconds(100))
    #expect(budget.next(.seconds(10)) == .seconds(3))
    box.value.withLock { $0 = .seconds(11) }
    #expect(budget.next(.seconds(10)) == .zero)
  }

  private final class Elapsed: Sendable { let value = Mutex(Duration.zero) }

  @Test func `a stop begun in a child of a launch task returns at once and ends after the task`()
    async throws
  {
    let journal = Journal()
    let application = Mutex<Application?>(nil)
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch(
          "give up",
          body: .background { _, _ in
            let app = application.withLock { $0 }
            async let report = app?.stop()
            journal.write("child: \(await report?.modules.count ?? -1)")
          })
        module.shutdown("close") { _ in journal.write("close") }
      })
    application.withLock { $0 = host.application }
    _ = try? await host.start()
    await host.stop()
    #expect(journal.lines == ["child: 0", "close"])
    application.withLock { $0 = nil }
  }

  @Test func `a stop that takes over half a second logs what it waits for`() async throws {
    let (clock, log) = (TestClock(), LogRecorder())
    let door = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let app = Application(
      modules: [], launchOptions: .test,
      limits: .unwatched,
      logger: log.logger, clock: clock
    ) { app in
      app.launch(
        "Shop.preload", TaskOptions(.afterReady),
        body: .background { _ in
          begin.yield()
          door.wait()
        })
    }
    try await app.start()
    for await _ in begun { break }
    async let stopping = app.stop()
    let ticker = run(clock)
    let line = "stopping: waiting for Shop.preload, running for"
    while !log.lines(.notice).contains(where: { $0.hasPrefix(line) }) { await Task.yield() }
    ticker.cancel()
    door.signal()
    let report = await stopping
    clock.advance(by: .seconds(1))
    #expect(report.stillRunning == [])
  }

  /// A scope that doesn't announce the shutdown: work in it ends only by cancellation.
  private struct Deafness: RunScope {
    func run(_ work: @escaping @concurrent @Sendable () async throws -> Void) async throws {
      try await work()
    }

    func end() async {}
  }

  @Test func `a stop that waits for long-running work logs how to end it sooner`() async throws {
    let (clock, log) = (TestClock(), LogRecorder())
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let app = Application(
      modules: [], launchOptions: .test,
      limits: .unwatched,
      logger: log.logger, clock: clock
    ) { app in
      app.add(
        .fake("Poller") { module in
          module.run("poll") { _, _ in
            begin.yield()
            for await _ in AsyncStream(Void.self, { _ in }) {}
          }
        })
    }
    app.setRunScopes { Deafness() }
    try await app.start()
    for await _ in begun { break }
    let ticker = run(clock)
    let report = await app.stop()
    ticker.cancel()
    clock.advance(by: .seconds(1))
    #expect(report.failures.isEmpty)
    let line = try #require(
      log.lines.first { $0.contains("the long-running work of Poller: 'poll' (") })
    #expect(line.hasPrefix("notice stopping: waiting for "))
    #expect(
      line.hasSuffix(
        "); a loop that only checks for cancellation ends sooner inside `cancelWhenGracefulShutdown`"
      )
    )
  }

  @Test func `the unhandled events of a module that hangs are released`() async throws {
    let counter = Counter()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (go, _) = AsyncStream.makeStream(of: Void.self)
    let clock = TestClock()
    let app = Application(
      modules: [], launchOptions: .test,
      limits: Application.Limits(
        launchWarning: nil, shutdown: .seconds(2), mainActor: nil),
      logger: LogRecorder().logger, clock: clock
    ) { app in
      app.add(
        .fake("Alpha") { module in
          module.on(
            Parcel.self, "hear",
            body: .background { _, _, _ in
              begin.yield()
              for await _ in go { break }
            })
        })
    }
    try await app.start()
    for _ in 1...100 { app.events.send(Parcel(box: Box(counter))) }
    for await _ in begun { break }
    let ticker = run(clock)
    let report = await app.stop()
    ticker.cancel()
    clock.advance(by: .seconds(1))
    #expect(report.failures.map(\.name) == ["Alpha"])
    #expect(counter.value.load(ordering: .relaxed) <= 1)
  }
}
