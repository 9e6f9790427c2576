// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTelemetry
import GantryTesting
import InMemoryTracing
import Logging
import MetricsTestKit
import Tracing

/// An application with a tracer and metrics of its own.
final class Traced: Sendable {
  let application: Application
  let tracer = InMemoryTracer()
  let metrics = TestMetrics()

  /// Creates an application of modules and closures, which emits telemetry.
  init(_ modules: [any Module.Type] = [], _ build: (inout ApplicationBuilder) -> Void = { _ in }) {
    application = Self.application(modules, build)
    application.emitTelemetry(to: tracer, metrics: metrics)
  }

  /// Creates an application without telemetry.
  static func application(
    _ modules: [any Module.Type], _ build: (inout ApplicationBuilder) -> Void = { _ in }
  ) -> Application {
    Application(
      modules: ModuleSelection(modules), schemes: ["shop"], reports: .never, launchOptions: .test,
      logger: Logger(label: "gantry.test") { _ in SwiftLogNoOpLogHandler() }, build)
  }

  /// Launches and stops an application, and returns the report of the launch, which may have failed.
  static func launch(
    _ build: (inout ApplicationBuilder) -> Void
  ) async -> (traced: Traced, report: LaunchReport?) {
    let traced = Traced([], build)
    do {
      _ = try await traced.application.start()
    } catch {
      return (traced, traced.application.report)
    }
    _ = await traced.application.waitUntilIdle()
    // A stop waits until the launch has been reported.
    await traced.application.stop()
    return (traced, traced.application.report)
  }

  /// The span of the launch, if there is one.
  var root: FinishedInMemorySpan? {
    tracer.finishedSpans.first { $0.operationName == "app.start" }
  }

  func span(_ name: String) -> FinishedInMemorySpan? {
    tracer.finishedSpans.first { $0.operationName == name }
  }

  /// All that was emitted, as texts.
  var emitted: [String] {
    tracer.finishedSpans.map { "\($0)" } + metrics.recorders.map { "\($0.label) \($0.dimensions)" }
  }
}

extension TestMetrics {
  /// The recorded times of a metric, in seconds, with some of its dimensions.
  func times(_ label: String, _ dimensions: [String: String]) -> [Double] {
    recorders(label: label).filter { recorder in
      let own = Dictionary(recorder.dimensions, uniquingKeysWith: { first, _ in first })
      return dimensions.allSatisfy { own[$0.key] == $0.value }
    }.flatMap(\.values)
  }
}

extension FinishedInMemorySpan {
  var duration: Duration { start(to: endInstant) }

  /// The time from the start of another span to the start of this one.
  func start(after other: Self) -> Duration { other.start(to: startInstant) }

  private func start(to end: any TracerInstant) -> Duration {
    .nanoseconds(
      Int64(end.nanosecondsSinceEpoch) - Int64(startInstant.nanosecondsSinceEpoch))
  }

  /// The spans that it has links to, among others.
  func linked(among spans: [Self]) -> Set<String> {
    let ids = Set(links.compactMap(\.context.inMemorySpanContext?.spanID))
    return Set(spans.filter { ids.contains($0.spanID) }.map(\.operationName))
  }
}
