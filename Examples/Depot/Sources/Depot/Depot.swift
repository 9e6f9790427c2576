// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import Foundation
internal import Gantry
internal import GantryConfiguration
internal import GantryProcess
internal import Logging
internal import Metrics
internal import Telemetry

// region: program
/// The whole program. It names no module: those that are linked take part.
@main
struct Depot {
  static func main() async {
    let environment = ProcessInfo.processInfo.environment
    let level = environment["LOG_LEVEL"].flatMap(Logger.Level.init(rawValue:))
    // Behind a load balancer, which sends requests for some seconds after the signal.
    let drain = environment["DRAIN_SECONDS"].flatMap { Int($0) } ?? 0
    LoggingSystem.bootstrap { JSONLines(label: $0, level: level ?? .info) }
    MetricsSystem.bootstrap(PrometheusText())
    let application = Application(
      configuration: .optional("depot.json"),
      sources: [ConfigurationProvider(EnvironmentVariablesProvider())],
      safeMode: Application.SafeMode(file: "depot.journal"),
      limits: Application.Limits(launch: .seconds(30), stop: .seconds(10)))
    await application.main(ProcessOptions(drain: .seconds(drain)))
  }
}
// endregion
