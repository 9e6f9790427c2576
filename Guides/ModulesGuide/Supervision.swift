// SPDX-License-Identifier: Apache-2.0

import Gantry
import ServiceLifecycle

/// A queue, a client or a server of another library.
struct JobQueue: Service {
  func next() async throws -> String {
    try await Task.sleep(for: .seconds(3600))
    return "job"
  }

  func run() async throws { try await gracefulShutdown() }
}

// region: run
@Module
actor MailModule {
  private let queue = JobQueue()

  @Run func deliver() async throws {
    while !Task.isCancelled { try await send(queue.next()) }
  }

  private func send(_ job: String) async throws {}
}
// endregion

// region: policies
@Module
final class FeedModule {
  @Run(.always, retry: .every(.seconds(30)))
  func poll() async throws {
    // Fetches once and returns: it runs again after half a minute.
  }

  @Run(retry: .backoff(3), within: .seconds(10))
  func listen(context: ModuleContext) async throws {
    try await context.events.waitUntilCancelled()
  }
}
// endregion

// region: service
@Module
final class JobsModule {
  @Run var queue: some Service { JobQueue() }
}
// endregion

extension EventBus {
  fileprivate func waitUntilCancelled() async throws { try await Task.sleep(for: .seconds(3600)) }
}

enum Sweeping {
  static func application() -> Application {
    // region: closure
    Application {
      $0.run("sweep", RunOptions(.always), requires: "Storage") { context in
        context.logger.debug("swept")
      }
    }
    // endregion
  }
}
