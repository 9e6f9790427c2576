// SPDX-License-Identifier: Apache-2.0

import Gantry
@testable import GantryApple
import GantrySupport
import GantryTesting
import Testing

/// A scheduler of background tasks that runs them when a test says so.
@MainActor
final class FakeScheduler {
  /// A task that runs, and the results that it gets.
  @MainActor
  final class Running {
    var results: [Bool] = []
    var expire: @Sendable () -> Void = {}
  }

  private(set) var registered: [String] = []
  private var handlers: [String: BackgroundTask.Handler] = [:]
  /// The identifiers that another handler has.
  var taken: Set<String> = []

  init(_ system: FakeSystem) {
    system.host.registerTask = { identifier, handler in
      self.registered.append(identifier)
      guard !self.taken.contains(identifier) else { return false }
      self.handlers[identifier] = handler
      return true
    }
  }

  func run(_ identifier: String) -> Running {
    let running = Running()
    handlers[identifier]?(
      BackgroundTask(
        identifier: identifier, onExpiration: { running.expire = $0 },
        complete: { running.results.append($0) }))
    return running
  }
}

@MainActor
@Suite(.timeLimit(.minutes(5))) struct BackgroundTaskTests {
  private static func bundle(_ permitted: Set<String>) -> BundleFacts {
    var bundle = BundleFacts()
    bundle.backgroundTasks = permitted
    return bundle
  }

  private func system(
    _ modules: [any Module.Type], permitted: Set<String> = ["sync", "clean", "quick"],
    environment: [String: String] = [:]
  ) -> (FakeSystem, FakeScheduler) {
    let system = FakeSystem(
      modules, environment: environment, bundle: Self.bundle(permitted))
    return (system, FakeScheduler(system))
  }

  private func result(of running: FakeScheduler.Running) async -> [Bool] {
    await waits { !running.results.isEmpty }
    for _ in 0..<10 { await Task.yield() }
    return running.results
  }

  @Test(.tags(.b29)) func `the permitted tasks of modules are registered before the launch ends`()
    async
  {
    let (system, scheduler) = system([Syncer.self], permitted: ["sync", "quick", "more"])
    scheduler.taken = ["quick"]
    #expect(system.host.beginLaunch(LaunchFacts()))
    #expect(scheduler.registered == ["quick", "sync"])
    #expect(
      system.host.check().map(\.description) == [
        """
        the background task 'clean' of Syncer is not registered: \
        BGTaskSchedulerPermittedIdentifiers of Info.plist does not list it. Add it there.
        """
      ])
    #expect(system.host.launch(LaunchFacts()))
    await system.host.idle()
    #expect(scheduler.registered == ["quick", "sync"])
  }

  @Test func `no task is registered in an extension, in tests, or once the system has launched`() {
    let (tested, first) = system([Syncer.self], environment: ["XCTestConfigurationFilePath": "/t"])
    #expect(tested.host.launch(LaunchFacts()))
    #expect(first.registered.isEmpty)
    var bundle = Self.bundle(["sync"])
    bundle.isExtension = true
    let inside = FakeSystem([Syncer.self], bundle: bundle)
    let second = FakeScheduler(inside)
    #expect(inside.host.launch(LaunchFacts()))
    #expect(second.registered.isEmpty)
    let (late, third) = system([Syncer.self])
    late.host.systemHasLaunched = true
    #expect(late.host.launch(LaunchFacts()))
    #expect(third.registered.isEmpty)
  }

  @Test(.tags(.b29)) func `an Info.plist names the tasks that it permits`() {
    let info = ["BGTaskSchedulerPermittedIdentifiers": ["sync"]]
    #expect(BundleFacts(info, path: "/Shop.app").backgroundTasks == ["sync"])
  }

  @Test func `a task whose handler returns has succeeded, unless the handler answers false`() async
  {
    let (system, scheduler) = system([Syncer.self])
    await system.launch()
    #expect(await result(of: scheduler.run("quick")) == [true])
    system.keep(
      system.events.answer(PerformBackgroundTask.self) { event in event.identifier != "quick" })
    #expect(await result(of: scheduler.run("quick")) == [false])
  }

  @Test func `a task has no deadline but the system's`() async throws {
    let (system, scheduler) = system([Syncer.self])
    await system.launch()
    let syncer = try #require(system.test.application.module(Syncer.self))
    let running = scheduler.run("sync")
    await syncer.hasBegun.value()
    system.test.clock.advance(by: .seconds(3_600))
    for _ in 0..<10 { await Task.yield() }
    #expect(running.results.isEmpty)
    syncer.end.resolve()
    #expect(await result(of: running) == [true])
    #expect(syncer.journal.lines == ["ends, cancelled: false"])
    // The system's closure may come late.
    running.expire()
    for _ in 0..<10 { await Task.yield() }
    #expect(running.results == [true])
    #expect(system.host.backgroundTasks.isEmpty)
  }

  @Test func `when the time is up, the handler is cancelled and the task has failed`() async throws
  {
    let (system, scheduler) = system([Syncer.self])
    await system.launch()
    let syncer = try #require(system.test.application.module(Syncer.self))
    let running = scheduler.run("sync")
    await syncer.hasBegun.value()
    running.expire()
    #expect(await result(of: running) == [false])
    // Only the cancellation ends the handler.
    await syncer.hasEnded.value()
    #expect(syncer.journal.lines == ["ends, cancelled: true"])
    #expect(system.host.backgroundTasks.isEmpty)
  }

  @Test func `work outside of the handler hears that the time is up, and may still answer`() async {
    for (answersInTime, expected) in [(true, true), (false, false)] {
      let (system, scheduler) = system([Syncer.self])
      let journal = Journal()
      system.keep(
        system.events.hear(PerformBackgroundTask.self) { event in
          event.reply.expect("Upload")
          event.reply.onExpiration {
            journal.add("stops")
          }
          if answersInTime { event.reply.answer(true, from: "Upload") }
        })
      await system.launch()
      let running = scheduler.run("quick")
      running.expire()
      #expect(await result(of: running) == [expected])
      #expect(journal.lines == (answersInTime ? [] : ["stops"]))
    }
  }

  @Test func `a task of a module that is left out is registered, and fails`() async {
    let (system, scheduler) = system([Idler.self])
    await system.launch()
    #expect(scheduler.registered == ["clean"])
    #expect(await result(of: scheduler.run("clean")) == [false])
  }

  @Test func `a task of a module that fails to launch fails`() async {
    let (system, scheduler) = system([Breaking.self])
    #expect(system.host.launch(LaunchFacts()))
    let running = scheduler.run("clean")
    #expect(running.results.isEmpty)
    await system.host.idle()
    #expect(await result(of: running) == [false])
    #expect(await result(of: scheduler.run("clean")) == [false])
  }

  @Test func `a task waits for its module's launch`() async {
    let (system, scheduler) = system([Syncer.self])
    #expect(system.host.launch(LaunchFacts()))
    let running = scheduler.run("quick")
    #expect(running.results.isEmpty)
    await system.host.idle()
    #expect(await result(of: running) == [true])
  }
}

/// Syncs until a test ends it or the system cancels it.
@Module(name: "Syncer")
final class Syncer {
  let journal = Journal()
  let (hasBegun, end, hasEnded) = (Promise<Void>(), Promise<Void>(), Promise<Void>())

  @On(backgroundTask: "sync")
  func sync(_ task: PerformBackgroundTask) async {
    hasBegun.resolve()
    await end.value { [end] in end.resolve() }
    journal.add("ends, cancelled: \(Task.isCancelled)")
    hasEnded.resolve()
  }

  @On(backgroundTask: "quick")
  func quick(_ task: PerformBackgroundTask) {}

  @On(backgroundTask: "clean")
  func clean(_ task: PerformBackgroundTask) -> Bool { true }
}

/// Is left out.
@Module(name: "Idler", enabled: .when("it is wanted") { _ in false })
final class Idler {
  @On(backgroundTask: "clean")
  func clean(_ task: PerformBackgroundTask) -> Bool { true }
}

@Module(name: "Breaking")
final class Breaking {
  @Launch func fail() throws { throw CancellationError() }

  @On(backgroundTask: "clean")
  func clean(_ task: PerformBackgroundTask) -> Bool { true }
}
