// SPDX-License-Identifier: Apache-2.0

#if Extras
  public import GantryCore
  internal import GantryLaunch
  public import GantryMonitor
  internal import GantryRouting
  internal import GantrySupport
  public import Metrics
  public import Tracing

  extension Application {
    /// Emits spans and metrics of this application through swift-distributed-tracing and
    /// swift-metrics.
    ///
    /// Call it once, before `start()`; a later call replaces it. It exports nothing: without a
    /// backend, nothing is recorded and no call costs more.
    ///
    /// ```swift
    /// let application = Application()
    /// application.emitTelemetry()
    /// try await application.start()
    /// ```
    ///
    /// A launch becomes spans when all of its tasks have ended, so a launch task may bootstrap the
    /// backend. Events, routes, health and long-running work are observed once there is a backend:
    /// from this call on, or else from the end of the launch.
    ///
    /// - Parameters:
    ///   - tracer: Makes the spans; nil uses the tracer that the program has bootstrapped.
    ///   - metrics: Makes the metrics; nil uses the factory that the program has bootstrapped.
    public func emitTelemetry(
      to tracer: (any Tracer)? = nil, metrics: (any MetricsFactory)? = nil
    ) {
      observe(with: Telemetry(of: self, ActivityRecorder(tracer, metrics)))
    }
  }

  extension PageMonitor {
    /// Emits the times of pages as metrics, and as spans inside of a recording span.
    ///
    /// - Parameters:
    ///   - tracer: Makes the spans; nil uses the tracer that the program has bootstrapped.
    ///   - metrics: Makes the metrics; nil uses the factory that the program has bootstrapped.
    /// - Returns: A token that keeps the observer; release it to end the observation.
    public func emitTelemetry(
      to tracer: (any Tracer)? = nil, metrics: (any MetricsFactory)? = nil
    ) -> PageObservation {
      // A launch task may bootstrap the backend after this call.
      let known = Mutex(ActivityRecorder(tracer, metrics))
      return observe { timing in
        var recorder = known.withLock { $0 }
        if recorder.complete() { known.withLock { [recorder] in $0 = recorder } }
        let (name, phase) = (timing.pageName, timing.phase.rawValue)
        recorder.record(
          MetricName.page, [(Attribute.page, name), (Attribute.phase, phase)],
          as: SpanName.page(name, phase), took: timing.elapsed, failure: timing.failure)
      }
    }
  }

  /// The telemetry of one application, which owns it.
  private final class Telemetry: LifeObserver {
    private weak let application: Application?
    /// Guards the recorder, and the observation of the application; nil without a backend.
    private let state: Mutex<(recorder: ActivityRecorder, observation: Observation?)>

    init(of application: Application, _ recorder: ActivityRecorder) {
      self.application = application
      state = Mutex((recorder, nil))
      follow()
    }

    /// Observes the application if there is a backend, and again if there is more of one.
    private func follow() {
      var (recorder, former) = state.withLock { $0 }
      let isNew = recorder.complete() || former == nil
      guard isNew, recorder.tracer != nil || recorder.metrics != nil, let application else {
        return
      }
      let next = Observation(of: application, recorder)
      // The former one is released after the lock, because that calls the application.
      state.withLock { [recorder] in $0 = (recorder, next) }
      former = nil
    }

    func launchEnded(_ report: LaunchReport) {
      follow()
      let recorder = state.withLock { $0.recorder }
      guard let circumstances = report.circumstances else { return }
      let source = circumstances.source.rawValue
      if let tracer = recorder.tracer {
        LaunchSpans(report: report, circumstances: circumstances).emit(to: tracer)
      }
      recorder.metrics?.count(report.outcomeName)
      recorder.metrics?.show(leftOut: circumstances.quarantined.count)
      guard let ready = report.timeToReady else { return }
      recorder.metrics?.recorder(MetricName.launch, [(Attribute.launchSource, source)])
        .record(ready.inSeconds)
    }

    func runEnded(_ end: RunEnd) {
      state.withLock { $0.recorder }.record(
        MetricName.run, [(Attribute.module, end.module.rawValue), (Attribute.run, end.name)],
        took: end.duration, failure: end.hasFailed ? "failed" : nil)
    }
  }

  /// Observes an application until it is released.
  private final class Observation: Sendable {
    private let handlers: EventSubscription
    private let calls: Int
    private weak let router: Router?
    private let health: Task<Void, Never>?

    init(of application: Application, _ recorder: ActivityRecorder) {
      handlers = application.events.observeTimings(carrying: recorder.carry) { timing in
        recorder.record(
          MetricName.event,
          [
            (Attribute.event, timing.event), (Attribute.module, timing.listener.rawValue),
            (Attribute.handler, timing.handler),
          ],
          as: SpanName.event(timing.event), took: timing.duration,
          failure: timing.hasFailed ? "failed" : nil)
      }
      calls = application.router.addHook { _ in
        let start = ContinuousClock.now
        return { end in
          let (pattern, module) = (end.route.pattern, end.route.owner.rawValue)
          recorder.record(
            MetricName.route, [(Attribute.pattern, pattern), (Attribute.module, module)],
            as: SpanName.route(pattern), took: .now - start, failure: end.failure)
        }
      }
      router = application.router
      let updates = application.healthUpdates
      health = recorder.metrics.map { metrics in
        Task { for await health in updates { metrics.show(health) } }
      }
    }

    deinit {
      handlers.cancel()
      router?.removeHook(calls)
      health?.cancel()
    }
  }

  extension RouteEnd {
    /// The kind of error with which the call failed; nil if it returned.
    fileprivate var failure: String? {
      if case .failure(let error) = result { caseName(of: error) } else { nil }
    }
  }

  extension PageTiming {
    /// The kind of failure; nil for a call that completed.
    fileprivate var failure: String? {
      if case .completed = outcome { nil } else { caseName(of: outcome) }
    }
  }
#else
  public import GantryCore

  extension Application {
    /// Not available, because this package is resolved without its trait.
    @available(*, unavailable, message: "Add the trait Extras to your dependency on Gantry.")
    public func emitTelemetry() {}
  }
#endif
