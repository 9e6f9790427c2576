// SPDX-License-Identifier: Apache-2.0

import Gantry
import Logging
import Synchronization

extension Benchmarks {
  /// From an error of a module's long-running work until it runs again, on a clock that leaves out the
  /// pause between them, beside a loop that catches the error and calls the work again.
  static var restart: Benchmark {
    Benchmark(
      "restart", aim: 20_000,
      subject: .init("@Run") {
        let work = FailingWork()
        let application = Application(
          modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:]),
          logger: Logger(label: "restart") { _ in SwiftLogNoOpLogHandler() },
          clock: PauselessClock()
        ) { builder in
          builder.run("fail", RunOptions(retry: .immediately(.max))) { _ in
            try await work.run()
          }
        }
        try await application.start()
        return { count in
          await work.fail(count)
          if !application.health.isReady { Sink.shared.failures += 1 }
        }
      },
      peers: [
        .init("loop") {
          { count in
            let work = FailingWork()
            let task = Task.detached {
              while !Task.isCancelled { try? await work.run() }
            }
            await work.fail(count)
            task.cancel()
            await task.value
          }
        }
      ])
  }

  /// The health of a thousand modules, of which three hundred wait for their first use.
  static var health: Benchmark {
    Benchmark(
      "health.thousand", aim: 200_000,
      subject: .init("health") {
        let application = Application(
          modules: [], launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:]),
          logger: Logger(label: "health") { _ in SwiftLogNoOpLogHandler() }
        ) { builder in
          for index in 0..<1_000 {
            let stage: LaunchStage = index < 700 ? .beforeReady : .onDemand
            let options = ModuleOptions(name: ModuleName("Module\(index)"), stage: stage)
            builder.add(ModuleManifest(of: HealthyModule.self, options) { _ in })
          }
        }
        try await application.start()
        return { count in
          for _ in 0..<count { Sink.shared.sum &+= application.health.modules.count }
        }
      })
  }
}

/// A module that only exists.
final class HealthyModule: Module {
  static var manifest: ModuleManifest { ModuleManifest(of: Self.self) { _ in } }
  init(context: ModuleContext) {}
}

/// A clock that skips the pause before a restart, which is at most a second.
private final class PauselessClock: Clock {
  private let clock = ContinuousClock()
  private let skipped = Mutex(Duration.zero)

  var now: ContinuousClock.Instant { clock.now + skipped.withLock { $0 } }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let pause = deadline - now
    guard pause > .seconds(1) else { return skipped.withLock { $0 += max(.zero, pause) } }
    try await clock.sleep(for: pause, tolerance: tolerance)
  }
}

/// Work that fails as often as it is told, and waits then.
private final class FailingWork: Sendable {
  private struct Failure: Error {}

  private let left = Atomic(0)
  private let (requests, request) = AsyncStream.makeStream(of: Void.self)
  private let (ends, end) = AsyncStream.makeStream(of: Void.self)

  func run() async throws {
    if left.load(ordering: .relaxed) == 0 {
      var requests = requests.makeAsyncIterator()
      guard await requests.next() != nil else { return }
    } else if left.subtract(1, ordering: .relaxed).newValue == 0 {
      end.yield()
    }
    throw Failure()
  }

  /// Lets it fail so often, and waits for that.
  func fail(_ count: Int) async {
    left.store(count, ordering: .relaxed)
    request.yield()
    var ends = ends.makeAsyncIterator()
    _ = await ends.next()
  }
}
