// SPDX-License-Identifier: Apache-2.0

#if Extras
  public import GantryCore
  internal import GantryLaunch
  internal import GantryText
  public import Metrics
  public import Tracing

  extension Application {
    /// Emits spans and metrics of this application through swift-distributed-tracing and
    /// swift-metrics.
    ///
    /// Call it once, before ``Application/start(willLaunch:)``. It exports nothing: without a
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
      let telemetry = Telemetry(of: self, to: tracer, metrics: metrics)
      observe(with: telemetry)
    }
  }

  /// The telemetry of one application, which owns it.
  final class Telemetry: LifeObserver {
    private weak let application: Application?
    private let tracer: (any Tracer)?
    private let metrics: (any MetricsFactory)?

    init(
      of application: Application, to tracer: (any Tracer)?, metrics: (any MetricsFactory)?
    ) {
      self.application = application
      self.tracer = tracer
      self.metrics = metrics
    }

    func launchEnded(_ report: LaunchReport) {
      let backend = Backend(tracer, metrics)
      if let tracer = backend.tracer {
        let ago = UInt64(max(0, report.total.inNanoseconds))
        LaunchSpans(
          report: report, start: DefaultTracerClock.now.nanosecondsSinceEpoch - ago,
          attributes: attributes
        ).emit(to: tracer)
      }
    }

    func runEnded(_ end: RunEnd) {}

    private var attributes: SpanAttributes {
      var attributes: SpanAttributes = [:]
      attributes[Names.Attribute.launchSource] = application?.launchOptions.source.rawValue
      return attributes
    }
  }

  /// The tracer and the factory of metrics that are in use; nil for those that record nothing.
  struct Backend {
    let tracer: (any Tracer)?
    let metrics: (any MetricsFactory)?

    init(_ tracer: (any Tracer)?, _ metrics: (any MetricsFactory)?) {
      let tracer = tracer ?? InstrumentationSystem.tracer
      let metrics = metrics ?? MetricsSystem.factory
      self.tracer = tracer is NoOpTracer ? nil : tracer
      self.metrics = metrics is NOOPMetricsHandler ? nil : metrics
    }
  }
#else
  public import GantryCore

  extension Application {
    /// Not available, because this package is resolved without its trait.
    @available(
      *, unavailable,
      message: "Add `traits: [\"Extras\"]` to the dependency on Gantry in your package's manifest."
    )
    public func emitTelemetry() {}
  }
#endif
