// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryProcess
import Logging
import ServiceLifecycle

/// A client that has a connection while `run()` runs.
struct QueueClient: Service {
  func next() async throws -> String? { nil }
  func run() async throws { try await gracefulShutdown() }
}

// region: before
struct Worker: Service {
  let queue: QueueClient

  func run() async throws {
    while let job = try await queue.next() { print("done: \(job)") }
    try await gracefulShutdown()
  }
}

func runServices() async throws {
  let queue = QueueClient()
  let group = ServiceGroup(
    configuration: ServiceGroupConfiguration(
      services: [.init(service: queue), .init(service: Worker(queue: queue))],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "worker")))
  try await group.run()
}
// endregion

// region: after
@Module
final class QueueModule {
  private let client = QueueClient()

  @Provides var queue: QueueClient { client }
  @Run var connection: some Service { client }
}

@Module(essential: true)
final class WorkerModule {
  @Inject let queue: QueueClient

  @Run var worker: some Service { Worker(queue: queue) }
}
// endregion

// region: main
func runModules() async { await Application().main() }
// endregion
