// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import ServiceLifecycle

/// Ends when a stop is asked for, so that the group shuts down.
struct StopRequests: Service {
  let watch: ProcessGuard

  func run() async {
    await cancelWhenGracefulShutdown { for await _ in watch.stops { return } }
    // Services that need the modules stop before the host hears of it.
    watch.manager?.stopping()
  }
}

/// Runs a service when the application is ready.
struct ReadyService: Service {
  let application: Application
  let service: any Service

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { [application] in
        _ = try await application.waitUntilReady()
      }
    } catch {
      // The host says why; a service that ends by itself would be an error of its own.
      return (try? await gracefulShutdown()) ?? ()
    }
    try await service.run()
  }
}
