// SPDX-License-Identifier: Apache-2.0

import Gantry
import Logging

// region: report
@Module
actor CacheModule {
  @Run func fill(context: ModuleContext) async throws {
    context.health.degraded(because: "the cache is cold")
    try await load()
    context.health.ready()
  }

  private func load() async throws {}
}
// endregion

/// The response of an HTTP server.
struct Response {
  let status: Int
  let contentType: String
  let body: String
}

struct HealthRoutes {
  let application: Application
  let logger: Logger

  // region: routes
  func response(to path: String) async -> Response? {
    let probes: [String: HealthProbe] = ["/live": .live, "/ready": .ready]
    guard let probe = probes[path] else { return nil }
    let answer = await application.probe(probe)
    return Response(status: answer.status, contentType: answer.contentType, body: answer.body)
  }
  // endregion

  func watch() async {
    // region: updates
    for await health in application.healthUpdates {
      logger.info("\(health)")  // not ready; Mail has failed: no route to host
    }
    // endregion
  }
}
