// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Gantry
import GantryTelemetry
import InMemoryTracing
import Testing
import Tracing

/// Spans of real launches.
@Suite struct LaunchSpansTests {
  struct Broken: Error, CustomStringConvertible {
    let description = "ada@example.com is unknown"
  }

  @Test func `each task of a launch is a span with the report's times`() async throws {
    let (traced, ended) = await Traced.launch {
      $0.launch("Disk", body: .background {})
      $0.launch("Store", TaskOptions(requires: "Disk"), body: .background {})
      $0.launch("Later", TaskOptions(.afterReady, requires: "Store"), body: .main {})
    }
    let report = try #require(ended)
    let root = try #require(traced.root)
    #expect(root.parentSpanID == nil)
    #expect(root.status == nil)
    #expect(root.duration == report.timeToReady)
    #expect(root.events.map(\.name) == ["app.ready"])
    #expect(root.events.first?.nanosecondsSinceEpoch == root.endInstant.nanosecondsSinceEpoch)
    #expect(root.attributes["gantry.launch.outcome"]?.toSpanAttribute() == .string("ready"))
    #expect(root.attributes["gantry.launch.source"]?.toSpanAttribute() == .string("test"))
    #expect(root.attributes["gantry.launch.safe_mode"]?.toSpanAttribute() == .string("off"))
    let start = try #require(report.circumstances?.startedAt.timeIntervalSince1970)
    // A Double has some 200 ns of a time since 1970.
    #expect(abs(Double(root.startInstant.nanosecondsSinceEpoch) / 1e9 - start) < 0.000_01)
    let spans = traced.tracer.finishedSpans.filter { $0.spanID != root.spanID }
    #expect(Set(spans.map(\.operationName)) == ["Disk", "Store", "Later"])
    for span in spans {
      let task = try #require(report.task(named: ModuleName(span.operationName)))
      #expect(span.parentSpanID == root.spanID)
      #expect(span.traceID == root.traceID)
      #expect(span.duration == task.duration)
      #expect(span.start(after: root) == task.started)
      #expect(span.attributes["gantry.task.lane"]?.toSpanAttribute() == .string(task.lane.rawValue))
      #expect(
        span.attributes["gantry.task.stage"]?.toSpanAttribute() == .string(task.stage.rawValue))
      #expect(span.status == nil)
    }
    #expect(traced.span("Disk")?.linked(among: spans) == [])
    #expect(traced.span("Store")?.linked(among: spans) == ["Disk"])
    #expect(traced.span("Later")?.linked(among: spans) == ["Store"])
  }

  @Test func `a task that fails or times out has a status, without the error's text`() async throws
  {
    let end = DispatchSemaphore(value: 0)
    let (traced, report) = await Traced.launch {
      $0.launch("Failing", body: .background { throw Broken() })
      $0.launch("Behind", TaskOptions(requires: "Failing"), body: .background {})
      $0.launch("Off", TaskOptions(enabled: .when("never") { _ in false }), body: .background {})
      $0.launch("Hanging", TaskOptions(timeout: .milliseconds(1)), body: .background { end.wait() })
      $0.launch("Ending", TaskOptions(after: "Hanging"), body: .background { end.signal() })
    }
    #expect(report?.failed.sorted() == ["Behind", "Failing", "Hanging"])
    for (name, kind) in [("Failing", "failed"), ("Hanging", "timed_out")] {
      let span = try #require(traced.span(name))
      #expect(span.status == SpanStatus(code: .error, message: kind))
      #expect(span.attributes["error.type"]?.toSpanAttribute() == .string(kind))
    }
    #expect(traced.span("Behind") == nil)
    #expect(traced.span("Off") == nil)
    #expect(traced.span("Ending")?.status == nil)
    #expect(traced.root?.status == nil)
    #expect(!String(describing: traced.tracer.finishedSpans).contains("ada@"))
  }

  @Test func `a launch that an essential task stops is an error`() async throws {
    let (traced, _) = await Traced.launch {
      $0.launch("Disk", TaskOptions(essential: true), body: .background { throw Broken() })
    }
    let root = try #require(traced.root)
    #expect(root.status == SpanStatus(code: .error, message: "stopped"))
    #expect(root.events.isEmpty)
    #expect(traced.span("Disk")?.status?.code == .error)
  }

  @Test func `a launch that is stopped is an error, and the tasks that ran are spans`() async throws
  {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let endless = AsyncStream.makeStream(of: Void.self)
    let traced = Traced {
      $0.launch("Disk", body: .background {})
      $0.launch(
        "Waiting", TaskOptions(requires: "Disk"),
        body: .background { () async throws in
          begin.yield()
          for await _ in endless.stream {}
        })
    }
    let start = Task { try await traced.application.start() }
    for await _ in begun { break }
    await traced.application.stop()
    await #expect(throws: ApplicationError.self) { try await start.value }
    #expect(traced.root?.status == SpanStatus(code: .error, message: "cancelled"))
    #expect(traced.span("Disk")?.status == nil)
    #expect(traced.span("Waiting")?.status == nil)
  }

  @Test func `each launch of an application has a trace of its own`() async throws {
    let (traced, _) = await Traced.launch { $0.launch("Disk", body: .background {}) }
    try await traced.application.start()
    await traced.application.stop()
    let roots = traced.tracer.finishedSpans.filter { $0.parentSpanID == nil }
    #expect(Set(roots.map(\.traceID)).count == 2)
  }
}
