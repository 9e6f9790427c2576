// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
    router.get("health/live") { _, _ in HTTPResponse.Status.ok }
    router.get("health/ready") { [context] _, _ in
      context.application.state == .ready
        ? HTTPResponse.Status.ok : HTTPResponse.Status.serviceUnavailable
    }
    router.get("metrics") { _, _ in
      guard let metrics = MetricsSystem.factory as? PrometheusText else {
        throw HTTPError(.notFound, message: "metrics go to another backend")
      }
      return metrics.text
    }
  }
}
