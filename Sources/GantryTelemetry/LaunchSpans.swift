// SPDX-License-Identifier: Apache-2.0

#if Extras
  internal import Foundation
  internal import GantryLaunch
  internal import Tracing

  /// A launch that is over, as spans.
  ///
  /// A launch can't be traced while it goes on, because one of its tasks may bootstrap the tracer.
  /// So its spans are made from the report, with the instants of the report.
  struct LaunchSpans {
    let report: LaunchReport
    let circumstances: LaunchReport.Circumstances

    /// Makes a span of the launch, which lasts until *ready*, and a child span of each task that
    /// ran to an end. A task's span has links to those of its dependencies.
    func emit(to tracer: some Tracer) {
      let root = tracer.startSpan(SpanName.launch, context: .topLevel, at: instant(.zero))
      let outcome = report.outcomeName
      root.updateAttributes { own in
        own[Attribute.launchSource] = circumstances.source.rawValue
        own[Attribute.launchKind] = circumstances.kind?.rawValue
        own[Attribute.plan] = report.identity.hash
        own[Attribute.safeMode] = circumstances.safeMode.rawValue
        own[Attribute.previous] = circumstances.previous?.rawValue
        own[Attribute.launchOutcome] = outcome
        own[Attribute.readyBound] = report.readyLowerBound?.inSeconds
      }
      emitTasks(to: tracer, under: root.context)
      if let ready = report.timeToReady {
        root.addEvent(SpanEvent(name: SpanName.ready, at: instant(ready)))
      } else {
        root.fail(outcome)
      }
      root.end(at: instant(report.timeToReady ?? report.total))
    }

    private func emitTasks(to tracer: some Tracer, under root: InstrumentationContext) {
      let critical = Set(report.criticalPath)
      var contexts: [InstrumentationContext?] = []
      // The tasks with spans that a task stands for: itself, or those that it waited for.
      var sources: [Set<Int>] = []
      for (position, task) in report.tasks.enumerated() {
        let linked = task.dependencies.reduce(into: Set<Int>()) { linked, dependency in
          guard dependency.reason != .first else { return }
          if dependency.position < position { linked.formUnion(sources[dependency.position]) }
        }
        guard let started = task.started, let finished = task.finished, !task.isJoin else {
          contexts.append(nil)
          sources.append(linked)
          continue
        }
        let span = tracer.startSpan(task.name.rawValue, context: root, at: instant(started))
        for context in linked.sorted().compactMap({ contexts[$0] }) {
          span.addLink(SpanLink(context: context, attributes: [:]))
        }
        span.describe(task, isCritical: critical.contains(task.name))
        contexts.append(span.context)
        sources.append([position])
        span.end(at: instant(finished))
      }
    }

    private func instant(_ time: Duration) -> DefaultTracerClock.Timestamp {
      let start = Duration.seconds(circumstances.startedAt.timeIntervalSince1970)
      return .init(nanosecondsSinceEpoch: start.inNanoseconds &+ time.inNanoseconds)
    }
  }

  extension Span {
    /// Marks a failure by its kind: the text of an error may have a user's data.
    func fail(_ kind: String) {
      updateAttributes { $0[Attribute.errorType] = kind }
      setStatus(SpanStatus(code: .error, message: kind))
    }

    fileprivate func describe(_ task: LaunchReport.Task, isCritical: Bool) {
      updateAttributes { own in
        own[Attribute.module] = task.owner.rawValue
        own[Attribute.stage] = task.stage.rawValue
        own[Attribute.lane] = task.lane.rawValue
        own[Attribute.thread] = task.thread
        own[Attribute.waited] = task.waited?.inSeconds
        own[Attribute.isCritical] = isCritical
        own[Attribute.taskOutcome] = task.outcome?.name
        if task.attempts > 1 { own[Attribute.attempts] = task.attempts }
      }
      if let outcome = task.outcome, outcome.isFailure { fail(outcome.name) }
    }
  }

  extension LaunchReport {
    /// How the launch ended.
    var outcomeName: String {
      if stoppedBy != nil { return "stopped" }
      if timeToReady != nil { return "ready" }
      return isCancelled ? "cancelled" : "unready"
    }
  }

  extension LaunchOutcome {
    /// The outcome without its details.
    fileprivate var name: String { self == .timedOut ? "timed_out" : caseName(of: self) }
  }

  /// The name of an enumeration's case, without its values.
  func caseName(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }

  extension Duration {
    var inSeconds: Double { self / .seconds(1) }

    /// The nearest whole number of nanoseconds; zero for a negative duration.
    var inNanoseconds: UInt64 { UInt64(max(0, (self / .nanoseconds(1)).rounded())) }
  }
#endif
