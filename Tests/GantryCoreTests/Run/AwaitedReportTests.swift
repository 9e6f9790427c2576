// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantrySupport
import Testing

/// Long-running work for which *ready* waits.
@Suite(.timeLimit(.minutes(5))) struct AwaitedReportTests {
  private struct PortTaken: Error, CustomStringConvertible { let description = "port 80 is taken" }

  /// An application with one module, whose work is `ready: .whenReported`.
  private func application(
    _ options: ModuleOptions = ModuleOptions(), limits: Application.Limits = Application.Limits(),
    retry: RetryPolicy = .never,
    _ work: @escaping @Sendable (ModuleContext) async throws -> Void
  ) -> Application {
    var limits = limits
    (limits.mainActor, limits.launchWarning) = (nil, nil)
    return Application(modules: [], limits: limits) { app in
      app.run(
        "Web", RunOptions(retry: retry, ready: .whenReported), essential: options.isEssential, work)
    }
  }

  @Test func `ready waits until the work reports that it is ready`() async throws {
    let (begun, listens) = (Promise<Void>(), Promise<Void>())
    let app = application { context in
      begun.resolve(())
      await listens.value()
      context.health.ready()
      _ = await Promise<Void>().valueUnlessCancelled()
    }
    async let started = app.start()
    await begun.value()
    #expect(app.health.state == .launching)
    #expect(app.health["Web"] == .launching)
    listens.resolve(())
    let report = try await started
    #expect(report.failed == [])
    #expect(app.health["Web"] == .launched(.good))
    let task = try #require(report.tasks.first { $0.name.rawValue.hasPrefix("Web.") })
    #expect(task.outcome == .succeeded)
    #expect(task.attempts == 1)
    await app.stop()
  }

  @Test func `restarts before the report are attempts of the launch`() async throws {
    let calls = Mutex(0)
    let app = application(retry: .unlimited) { context in
      let call = calls.withLock { calls in
        calls += 1
        return calls
      }
      guard call > 2 else { throw PortTaken() }
      context.health.ready()
      _ = await Promise<Void>().valueUnlessCancelled()
    }
    let report = try await app.start()
    let task = try #require(report.tasks.first { $0.name.rawValue.hasPrefix("Web.") })
    #expect(task.outcome == .succeeded)
    #expect(task.attempts == 3)
    await app.stop()
  }

  @Test(arguments: [
    (true, "port 80 is taken"), (false, "has returned before the module reported that it is ready"),
  ])
  func `work that ends before it reports is a failed launch of an essential module`(
    fails: Bool, reason: String
  ) async throws {
    let app = application(ModuleOptions(essential: true)) { _ in
      if fails { throw PortTaken() }
    }
    do {
      try await app.start()
      Issue.record("it became ready")
    } catch {
      guard case .essential(let failed, _) = error else { throw error }
      #expect(failed.name == "Web")
      #expect(failed.reason.contains(reason), "\(failed)")
    }
  }

  @Test(arguments: [
    (true, "port 80 is taken"), (false, "has returned before the module reported that it is ready"),
  ])
  func `other work that ends before it reports has failed, and the app is ready without it`(
    fails: Bool, reason: String
  ) async throws {
    let app = application { _ in
      if fails { throw PortTaken() }
    }
    let report = try await app.start()
    let task = try #require(report.tasks.first { $0.name.rawValue.hasPrefix("Web.") })
    #expect(task.outcome?.isFailure == true, "\(String(describing: task.outcome))")
    #expect("\(String(describing: task.outcome))".contains(reason))
    await app.stop()
  }

  @Test func `a launch whose limit passes before the report names the work`() async throws {
    let app = application(limits: Application.Limits(launch: .milliseconds(50))) { _ in
      _ = await Promise<Void>().valueUnlessCancelled()
    }
    do {
      try await app.start()
      Issue.record("it became ready")
    } catch {
      guard case .overdue(_, let waiting, _) = error else { throw error }
      #expect("\(waiting)".contains("Web."), "\(waiting)")
    }
  }

  @Test func `during a pause before a restart, the launch waits for the next attempt`() async throws
  {
    let app = application(retry: .every(.seconds(3600))) { _ in throw PortTaken() }
    let launch = Task { try await app.start() }
    while !"\(app.explain("Web.Web"))".contains("it runs again in") { await Task.yield() }
    let failure = "pausing before attempt 2; the previous one failed: port 80 is taken"
    #expect(app.holders.contains { $0.hasSuffix(failure) }, "\(app.holders)")
    await app.stop()
    await #expect(throws: ApplicationError.self) { try await launch.value }
  }

  @Test func `work that must report waits until idle without waiting for its own report`()
    async throws
  {
    let held = Mutex<Application?>(nil)
    let app = application { context in
      _ = await held.withLock { $0 }?.waitUntilIdle()
      context.health.ready()
      _ = await Promise<Void>().valueUnlessCancelled()
    }
    held.withLock { $0 = app }
    let report = try await app.start()
    #expect(report.failed == [])
    await app.stop()
    held.withLock { $0 = nil }
  }
}
