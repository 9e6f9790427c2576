// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import Metrics
import Testing

@testable import Telemetry

@Suite struct OperationTests {
  /// The metrics of this process, which can have one backend.
  private static let metrics: PrometheusText = {
    let metrics = PrometheusText()
    MetricsSystem.bootstrap(metrics)
    return metrics
  }()

  @Test func `health and metrics are served over HTTP`() async throws {
    _ = Self.metrics
    try await RunningDepot.run { depot in
      #expect(try await depot.get("health/live").status == 200)
      #expect(try await depot.get("health/ready").status == 200)
      try await depot.put("tea")
      try await depot.move("a", "tea", 5)
      let text = try await depot.get("metrics").text
      #expect(text.contains("# TYPE depot_movements_total counter"))
      #expect(text.contains(#"depot_movements_total{outcome="booked"} "#))
      #expect(text.contains(#"http_server_request_duration_seconds_count{http_route="/movements""#))
    }
  }

  @Test func `metrics are written as Prometheus reads them`() {
    let metrics = PrometheusText()
    for amount: Int64 in 1...2 {
      let path = "\"x\"\u{301}\r\n\\"
      metrics.makeCounter(label: "a.count", dimensions: [("path", path)]).increment(by: amount)
    }
    metrics.makeTimer(label: "b", dimensions: []).recordNanoseconds(1_500_000_000)
    metrics.makeMeter(label: "c", dimensions: []).set(7.0)
    #expect(
      metrics.text == #"""
        # TYPE a_count_total counter
        a_count_total{path="\"x\"\#u{301}\#r\n\\"} 3.0
        # TYPE b_seconds summary
        b_seconds_count 1
        b_seconds_sum 1.5
        # TYPE c gauge
        c 7.0

        """#)
  }

  @Test func `a message is a line of JSON`() {
    var log = JSONLines(label: "depot", level: .info)
    log[metadataKey: "gantry.module"] = "Web"
    let event = LogEvent(
      level: .error, message: "it \"failed\"\nhere", metadata: ["port": "80"], source: "",
      file: "", function: "", line: 0)
    #expect(
      log.text(of: event, at: Date(timeIntervalSince1970: 0.25)) == #"""
        {"label":"depot","level":"error","message":"it \"failed\"\nhere",\#
        "metadata":{"gantry.module":"Web","port":"80"},"time":"1970-01-01T00:00:00.250Z"}
        """#)
  }
}
