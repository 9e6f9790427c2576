// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryCore
import GantryLaunch
import GantryMonitor
import GantryTelemetry
import GantryTesting
import InMemoryTracing
import Metrics
import MetricsTestKit
import Testing
import Tracing

/// Events, routes and pages, with a tracer and metrics of each test's own.
@Suite struct ActivityTests {
  struct Broken: Error, CustomStringConvertible {
    let description = "ada@example.com is unknown"
  }

  struct OrderPlaced: Event { var fails = false }

  struct Locked: LifecycleEvent {}

  @Module final class OrdersModule {
    @Route("orders/:id", access: .external) func show(id: Int) async throws -> Int {
      guard id > 0 else { throw Broken() }
      return id
    }

    @On func note(_ event: OrderPlaced) async throws { if event.fails { throw Broken() } }

    @On @MainActor func lock(_ event: Locked) {}
  }

  /// A launched application with a module.
  private func launched() async throws -> Traced {
    let traced = Traced([OrdersModule.self])
    try await traced.application.start()
    return traced
  }

  @Test func `a route is a span inside of a recording one, and is counted by its pattern`()
    async throws
  {
    let traced = try await launched()
    let router = traced.application.router
    _ = try await router.call("orders/47114711471", as: Int.self)
    #expect(traced.span("route orders/:id") == nil)
    try await traced.tracer.withSpan("request") { _ in
      _ = try await router.open("shop://orders/47114711472?token=secret", as: Int.self)
      await #expect(throws: RouteError.self) { try await router.call("orders/0", as: Int.self) }
      await #expect(throws: RouteError.self) {
        try await router.call("none/47114711473", as: Int.self)
      }
    }
    await traced.application.stop()
    let spans = traced.tracer.finishedSpans.filter { $0.operationName == "route orders/:id" }
    let request = try #require(traced.span("request"))
    #expect(spans.map(\.parentSpanID) == [request.spanID, request.spanID])
    #expect(spans.map(\.status) == [nil, SpanStatus(code: .error, message: "failed")])
    #expect(
      spans.allSatisfy {
        $0.startInstant.nanosecondsSinceEpoch <= $0.endInstant.nanosecondsSinceEpoch
      })
    let metrics = traced.metrics
    #expect(metrics.times("gantry.route.duration", ["gantry.outcome": "succeeded"]).count == 2)
    #expect(
      metrics.times(
        "gantry.route.duration",
        [
          "gantry.outcome": "failed", "gantry.route.pattern": "orders/:id",
          "gantry.module.name": "Orders",
        ]
      ).count == 1)
    #expect(
      traced.emitted.allSatisfy {
        !$0.contains("4711471147") && !$0.contains("secret") && !$0.contains("ada@")
      })
  }

  @Test func `an event is handled in the span that it is sent in`() async throws {
    let traced = try await launched()
    let events = traced.application.events
    let seen = events.observe(OrderPlaced.self, as: "Seen") { [tracer = traced.tracer] _ in
      tracer.withSpan("inner") { _ in }
    }
    events.send(OrderPlaced())
    await events.waitUntilHandled()
    #expect(traced.span("event OrderPlaced") == nil)
    traced.tracer.clearFinishedSpans()
    traced.tracer.withSpan("request") { _ in events.send(OrderPlaced(fails: true)) }
    await events.waitUntilHandled()
    seen.cancel()
    await traced.application.stop()
    let request = try #require(traced.span("request"))
    let spans = traced.tracer.finishedSpans.filter { $0.operationName == "event OrderPlaced" }
    #expect(spans.map(\.parentSpanID) == [request.spanID, request.spanID])
    #expect(Set(spans.map { $0.status?.message ?? "none" }) == ["failed", "none"])
    #expect(traced.span("inner")?.parentSpanID == request.spanID)
    #expect(
      traced.metrics.times(
        "gantry.event.handle.duration",
        [
          "gantry.event.name": "OrderPlaced", "gantry.module.name": "Orders",
          "gantry.event.handler": "note",
        ]
      ).count == 2)
    #expect(traced.emitted.allSatisfy { !$0.contains("ada@") })
  }

  @Test @MainActor func `a life-cycle event is handled in its sender's span`() async throws {
    let traced = try await launched()
    traced.tracer.withSpan("request") { _ in traced.application.events.send(Locked()) }
    await traced.application.stop()
    #expect(traced.span("event Locked")?.parentSpanID == traced.span("request")?.spanID)
  }

  @Test func `a span that has ended is no parent`() async throws {
    let traced = try await launched()
    let span = traced.tracer.startSpan("request")
    span.end()
    try await InstrumentationContext.withValue(span.context) {
      _ = try await traced.application.router.call("orders/1", as: Int.self)
      traced.application.events.send(OrderPlaced())
    }
    await traced.application.stop()
    #expect(
      Set(traced.tracer.finishedSpans.map(\.operationName)).isDisjoint(
        with: ["route orders/:id", "event OrderPlaced"]))
    #expect(traced.metrics.times("gantry.route.duration", [:]).count == 1)
  }

  @Test func `a launch is counted by its outcome and timed`() async throws {
    let (good, report) = await Traced.launch { $0.launch("Disk", body: .background {}) }
    #expect(good.metrics.counterTotal(label: "gantry.launch.outcomes") == 1)
    #expect(
      good.metrics.times("app.start.duration", ["gantry.launch.source": "test"])
        == [try #require(report?.timeToReady) / .seconds(1)])
    let (bad, _) = await Traced.launch {
      $0.launch("Disk", TaskOptions(essential: true), body: .background { throw Broken() })
    }
    let outcome = [("gantry.launch.outcome", "stopped")]
    #expect(bad.metrics.counterTotal(label: "gantry.launch.outcomes", dimensions: outcome) == 1)
    #expect(bad.metrics.times("app.start.duration", [:]).isEmpty)
  }

  @Test func `health and long-running work are metrics`() async throws {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let traced = Traced {
      $0.run("sweep", RunOptions(retry: .never)) { _ in throw Broken() }
    }
    traced.application.emitTelemetry(
      to: traced.tracer, metrics: StreamMetricsFactory(stream: Lines(continuation)))
    try await traced.application.start()
    let wanted = [
      ["gantry.run.duration", "gantry.run.name=sweep", "gantry.outcome=failed"],
      ["gantry.module.state", "gantry.module.name=sweep", "gantry.module.state=failed", "=1"],
      ["gantry.safe_mode.left_out", "=0"],
    ]
    var missing = wanted
    for await line in lines {
      missing.removeAll { $0.allSatisfy(line.contains) }
      if missing.isEmpty { break }
    }
    #expect(missing.isEmpty)
    await traced.application.stop()
  }

  @Test func `what safe mode leaves out is a metric`() throws {
    let traced = Traced()
    var report = LaunchReport(tasks: [], timeToReady: nil, total: .zero)
    report.circumstances = LaunchReport.Circumstances(
      startedAt: Date(), .now, build: "1", source: .test, processKind: .app, workers: 1,
      isFirstInProcess: false, quarantined: ["Chat", "Feed"])
    traced.application.life.withLock(\.observer)?.launchEnded(report)
    let meter = try traced.metrics.expectMeter("gantry.safe_mode.left_out")
    #expect(meter.lastValue == 2)
  }

  @Test func `a page is a span inside of a recording one, and is timed`() throws {
    let (tracer, metrics, monitor) = (InMemoryTracer(), TestMetrics(), PageMonitor())
    let observation = monitor.emitTelemetry(to: tracer, metrics: metrics)
    let host = PageHost(monitor)
    try host.perform(.load, of: Basket())
    #expect(tracer.finishedSpans.isEmpty)
    try tracer.withSpan("scene") { _ in try host.perform(.load, of: Basket()) }
    let names = tracer.finishedSpans.map(\.operationName)
    #expect(names.count == 2 && names[0].hasSuffix("Basket load"))
    let times = metrics.times(
      "gantry.page.duration", ["gantry.page.phase": "load", "gantry.outcome": "succeeded"])
    #expect(times.count == 2)
    observation.cancel()
    try host.perform(.load, of: Basket())
    #expect(metrics.times("gantry.page.duration", [:]).count == 2)
  }

  private final class Basket: Page {
    func load(_ context: borrowing PageContext) throws {}
  }
}

/// Where the backend comes from.
@Suite struct BackendTests {
  @Test func `without a backend, nothing is recorded or observed`() async throws {
    let application = Traced.application([ActivityTests.OrdersModule.self])
    application.emitTelemetry()
    try await application.start()
    _ = await application.waitUntilIdle()
    let (tracer, metrics) = (InMemoryTracer(), TestMetrics())
    try await withTracer(tracer) {
      try await withMetricsFactory(metrics) {
        try await tracer.withSpan("request") { _ in
          _ = try await application.router.call("orders/1", as: Int.self)
          application.events.send(ActivityTests.OrderPlaced())
        }
      }
    }
    await application.stop()
    #expect(tracer.finishedSpans.map(\.operationName) == ["request"])
    #expect(metrics.recorders.isEmpty && metrics.counters.isEmpty && metrics.meters.isEmpty)
  }

  @Test func `it emits to the backend of the task that calls it`() async throws {
    let application = Traced.application([ActivityTests.OrdersModule.self])
    let (tracer, metrics) = (InMemoryTracer(), TestMetrics())
    withTracer(tracer) { withMetricsFactory(metrics) { application.emitTelemetry() } }
    try await application.start()
    await application.stop()
    #expect(tracer.finishedSpans.contains { $0.operationName == "app.start" })
    #expect(metrics.counterTotal(label: "gantry.launch.outcomes") == 1)
  }

  @Test func `a later call replaces the former one`() async throws {
    let traced = Traced([ActivityTests.OrdersModule.self])
    let (tracer, metrics) = (InMemoryTracer(), TestMetrics())
    traced.application.emitTelemetry(to: tracer, metrics: metrics)
    try await traced.application.start()
    _ = try await traced.application.router.call("orders/1", as: Int.self)
    await traced.application.stop()
    #expect(traced.tracer.finishedSpans.isEmpty && traced.metrics.recorders.isEmpty)
    #expect(metrics.times("gantry.route.duration", [:]).count == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func `it doesn't keep the application alive`() async throws {
    var traced: Traced? = Traced([ActivityTests.OrdersModule.self])
    weak let application = traced?.application
    try await traced?.application.start()
    await traced?.application.stop()
    traced = nil
    // The task that stopped the application may release it a little later.
    while application != nil { await Task.yield() }
  }
}

/// Lines of metrics as they come.
private struct Lines: TextOutputStream, Sendable {
  private let continuation: AsyncStream<String>.Continuation

  init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }

  mutating func write(_ string: String) { continuation.yield(string) }
}
