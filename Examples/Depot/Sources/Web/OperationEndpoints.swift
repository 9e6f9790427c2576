// SPDX-License-Identifier: Apache-2.0

internal import DepotAPI
internal import Gantry
internal import HTTPTypes
internal import Hummingbird
internal import Metrics
internal import Telemetry

/// Endpoints for those who run the service: `GET /health/live`, `/health/ready` and `/metrics`.
struct OperationEndpoints: Endpoints {
  let context: ModuleContext

  func add(to router: Hummingbird.Router<BasicRequestContext>) {
    for probe in HealthProbe.allCases {
      // Only the status, since the body names modules and errors, and this port is open to clients.
      // Reorder is ignored for *ready*, since movements are booked without it.
      router.get("health/\(probe.rawValue)") { [context] _, _ in
        let answer = await context.application.probe(probe, ignoring: ["Reorder"])
        return HTTPResponse.Status(code: answer.status)
      }
    }
    router.get("metrics") { _, _ in
      guard let metrics = MetricsSystem.factory as? PrometheusText else {
        throw HTTPError(.notFound, message: "metrics go to another backend")
      }
      return metrics.text
    }
  }
}
