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
  func listen() async throws {
    // Reads from a connection, and throws when it breaks: it runs again after a pause.
  }
}
// endregion

// region: service
@Module
final class JobsModule {
  @Run var queue: some Service { JobQueue() }
}
// endregion

enum Sweeping {
  static func application() -> Application {
    // region: closure
    Application {
      let everyMinute = RunOptions(.always, retry: .every(.seconds(60)))
      $0.run("sweep", everyMinute, requires: "Storage") { context in
        context.logger.debug("swept")
      }
    }
    // endregion
  }
}
