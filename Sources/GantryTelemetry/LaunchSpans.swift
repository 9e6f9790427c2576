// SPDX-License-Identifier: Apache-2.0

#if Extras
  internal import GantryLaunch
  internal import Tracing

  /// A launch that is over, as spans.
  ///
  /// A launch can't be traced while it goes on, because one of its tasks may bootstrap the tracer.
  /// So its spans are made from the report, with the instants of the report.
  struct LaunchSpans {
    let report: LaunchReport
    /// When the launch began, in nanoseconds since 1970.
    let start: UInt64
    /// The attributes of the whole launch.
    let attributes: SpanAttributes

    /// Makes a span of the launch, which lasts until *ready*, and a child span of each task that
    /// ran to an end. A task's span has links to those of its dependencies.
    func emit(to tracer: some Tracer) {
      let root = tracer.startSpan(
        Names.Span.launch, context: .topLevel, at: instant(after: .zero))
      let outcome = report.outcomeName
      root.updateAttributes { own in
        attributes.forEach { own[$0] = $1 }
        own[Names.Attribute.launchOutcome] = outcome
        own[Names.Attribute.readyBound] = report.readyLowerBound?.inSeconds
      }
      if report.timeToReady == nil { root.fail(outcome) }
      emitTasks(to: tracer, under: root.context)
      if let ready = report.timeToReady {
        root.addEvent(SpanEvent(name: Names.Span.ready, at: instant(after: ready)))
      }
      root.end(at: instant(after: report.timeToReady ?? report.total))
    }

    private func emitTasks(to tracer: some Tracer, under root: InstrumentationContext) {
      let critical = Set(report.criticalPath)
      var contexts: [InstrumentationContext?] = []
      var sources: [Set<Int>] = []
      for (position, task) in report.tasks.enumerated() {
        let dependencies = task.dependencies.lazy.map(\.position).filter { $0 < position }
        guard let started = task.started, let finished = task.finished, !task.isJoin else {
          contexts.append(nil)
          // Tasks that depend on it are linked to what it waited for.
          sources.append(dependencies.reduce(into: []) { $0.formUnion(sources[$1]) })
          continue
        }
        let span = tracer.startSpan(task.name, context: root, at: instant(after: started))
        let linked = dependencies.reduce(into: Set()) { $0.formUnion(sources[$1]) }
        for context in linked.sorted().compactMap({ contexts[$0] }) {
          span.addLink(SpanLink(context: context, attributes: [:]))
        }
        span.describe(task, isCritical: critical.contains(task.name))
        contexts.append(span.context)
        sources.append([position])
        span.end(at: instant(after: max(started, finished)))
      }
    }

    private func instant(after time: Duration) -> Instant {
      Instant(nanosecondsSinceEpoch: start &+ UInt64(max(0, time.inNanoseconds)))
    }
  }

  /// A moment of the wall clock.
  struct Instant: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.nanosecondsSinceEpoch < rhs.nanosecondsSinceEpoch
    }
  }

  extension Span {
    /// Marks a failure by its kind: the text of an error may have a user's data.
    func fail(_ kind: String) {
      updateAttributes { $0[Names.Attribute.errorType] = kind }
      setStatus(SpanStatus(code: .error, message: kind))
    }

    fileprivate func describe(_ task: LaunchReport.Task, isCritical: Bool) {
      updateAttributes { own in
        own[Names.Attribute.module] = task.owner.rawValue
        own[Names.Attribute.stage] = task.stage.rawValue
        own[Names.Attribute.lane] = task.lane.rawValue
        own[Names.Attribute.thread] = task.thread
        own[Names.Attribute.waited] = task.waited?.inSeconds
        own[Names.Attribute.isCritical] = isCritical
        if task.attempts > 1 { own[Names.Attribute.attempts] = task.attempts }
      }
      guard let outcome = task.outcome else { return }
      updateAttributes { $0[Names.Attribute.taskOutcome] = outcome.name }
      if outcome.isFailure { fail(outcome.name) }
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
    fileprivate var name: String {
      switch self {
      case .succeeded: "succeeded"
      case .failed: "failed"
      case .timedOut: "timed_out"
      case .skipped: "skipped"
      case .blocked: "blocked"
      case .cancelled: "cancelled"
      case .quarantined: "quarantined"
      }
    }
  }

  extension Duration {
    var inSeconds: Double { self / .seconds(1) }

    /// The nearest whole number of nanoseconds.
    var inNanoseconds: Int64 {
      let (seconds, attoseconds) = components
      return seconds &* 1_000_000_000 &+ (attoseconds + 500_000_000) / 1_000_000_000
    }
  }
#endif
