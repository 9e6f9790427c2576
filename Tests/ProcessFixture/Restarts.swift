// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantrySupport

/// Starts and stops applications again and again, and prints what they leave behind.
enum Restarts {
  protocol Rent: Sendable {}
  struct MonthlyRent: Rent {}
  struct Key: Sendable {}
  struct Bell: Event {}

  /// Has one of everything that could leave something: handlers, a shutdown, a service, a result, a
  /// after-ready task, timeouts.
  final class Tenant: Module {
    static var manifest: ModuleManifest {
      ModuleManifest(of: Tenant.self) { module in
        module.launch("block", TaskOptions(timeout: .seconds(60)), body: .background { _, _ in })
        module.launch(
          "suspend", TaskOptions(timeout: .seconds(60)),
          body: .background { _, _ in await Task.yield() })
        module.launch(
          "call", TaskOptions(timeout: .seconds(60)),
          body: .callback { _, _, token in
            token.complete()
          })
        module.launch("show", body: .main { _, _ in })
        module.launch(
          "later", TaskOptions(.afterReady, timeout: .seconds(60)),
          body: .background { _, _ in
            await Task.yield()
          })
        module.launch(
          "cut", TaskOptions().returning(Key.self),
          body: .background { _, context in
            try context.setResult(Key(), as: Key.self)
          })
        module.launch(
          "unlock", TaskOptions().taking(Key.self),
          body: .background { _, context in
            _ = try context.result(Key.self)
          })
        module.provide((any Rent).self, "rent") { _ in MonthlyRent() }
        module.on(DidBecomeActive.self, "active", body: .main { _, _, _ in })
        module.on(Bell.self, "bell", body: .background { _, _, _ in await Task.yield() })
        module.shutdown("leave") { _ in await Task.yield() }
      }
    }

    init(context: ModuleContext) {}
  }

  static func run() async throws {
    // Thousands of unread log lines would fill the pipe.
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO)
    let application = makeApplication()
    try await measure("a start") { application }
    try await measure("an application", makeApplication)
  }

  private static func makeApplication() -> Application {
    Application(
      modules: [Tenant.self],
      limits: Application.Limits(
        launch: .seconds(60), shutdown: .seconds(60), mainActor: .seconds(1)),
      clock: UnendingClock())
  }

  private static func measure(_ what: String, _ make: () -> Application) async throws {
    try await live(200, make)
    let growth = try await Footprint.growth(ofEach: 25) { try await live($0, make) }
    say("bytes \(what): \(growth.bytes)")
    say("threads \(what): \(growth.threads)")
  }

  /// Runs many applications from start to stop and uses everything in each.
  private static func live(_ times: Int, _ make: () -> Application) async throws {
    for _ in 0..<times {
      let application = make()
      try await application.start()
      application.events.send(Bell())
      await MainActor.run { application.events.send(DidBecomeActive()) }
      _ = await application.waitUntilIdle()
      await application.stop()
    }
  }
}

/// A clock on which no sleep ends by itself, and a cancelled one leaves nothing behind; a system
/// clock would keep it for a while, and on a busy machine for longer.
private struct UnendingClock: Clock {
  private let real = ContinuousClock()

  var now: ContinuousClock.Instant { real.now }
  var minimumResolution: Duration { real.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    _ = await Promise<Void>().valueUnlessCancelled()
    throw CancellationError()
  }
}
