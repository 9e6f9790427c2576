// SPDX-License-Identifier: Apache-2.0

#if Extras
  internal import GantryEvents
  internal import Metrics
  internal import Tracing

  /// Records activities that have ended: each as a metric and, inside of a recording span, as a span.
  struct ActivityRecorder: Sendable {
    /// Makes the spans; nil if there is no tracer that records anything.
    private(set) var tracer: (any Tracer)?
    /// Makes the metrics; nil if there is no factory that records anything.
    private(set) var metrics: Instruments?

    /// Creates a recorder; nil stands for the one that the program will have bootstrapped.
    init(_ tracer: (any Tracer)?, _ metrics: (any MetricsFactory)?) {
      self.tracer = tracer
      self.metrics = metrics.map(Instruments.init)
    }

    /// Fills in a missing tracer or factory with the one that the program has bootstrapped.
    ///
    /// - Returns: Whether there was anything to take.
    mutating func complete() -> Bool {
      let (hadTracer, hadMetrics) = (tracer != nil, metrics != nil)
      let (found, factory) = (InstrumentationSystem.tracer, MetricsSystem.factory)
      if !hadTracer, !(found is NoOpTracer) { tracer = found }
      if !hadMetrics, !(factory is NOOPMetricsHandler) { metrics = Instruments(factory) }
      return hadTracer != (tracer != nil) || hadMetrics != (metrics != nil)
    }

    /// Records an activity that ends now, in its context.
    ///
    /// - Parameters:
    ///   - metric: The metric of its time.
    ///   - dimensions: The names of its parts, for the metric and the span.
    ///   - span: The name of its span; nil if it has none.
    ///   - duration: Its time.
    ///   - failure: The kind of its error; nil if it succeeded.
    func record(
      _ metric: String, _ dimensions: [(String, String)], as span: @autoclosure () -> String? = nil,
      took duration: Duration, failure: String?
    ) {
      let outcome = (Attribute.outcome, failure ?? "succeeded")
      metrics?.recorder(metric, dimensions + [outcome]).record(duration.inSeconds)
      guard let tracer, let parent = recordingParent(for: tracer), let name = span() else { return }
      emit(name, dimensions, in: parent, took: duration, failure, to: tracer)
    }

    private func emit(
      _ name: String, _ attributes: [(String, String)], in parent: InstrumentationContext,
      took duration: Duration, _ failure: String?, to tracer: some Tracer
    ) {
      let end = DefaultTracerClock.now
      let start = DefaultTracerClock.Timestamp(
        nanosecondsSinceEpoch: end.nanosecondsSinceEpoch &- duration.inNanoseconds)
      let span = tracer.startSpan(name, context: parent, at: start)
      span.updateAttributes { own in for (key, value) in attributes { own[key] = value } }
      if let failure { span.fail(failure) }
      span.end(at: end)
    }

    /// The context of the span that the current task is in; nil if that span isn't recorded.
    private func recordingParent(for tracer: some Tracer) -> InstrumentationContext? {
      guard let context = InstrumentationContext.current else { return nil }
      if CarriedSpan.current != nil { return context }
      return tracer.activeSpan(identifiedBy: context)?.isRecording == true ? context : nil
    }

    /// Carries the span that an event is sent in to the event's handlers.
    @Sendable func carry() -> (any EventSurroundings)? {
      guard let tracer else { return nil }
      return recordingParent(for: tracer).map { CarriedSpan($0) }
    }
  }

  /// A span that was recording when an event was sent inside of it. It may have ended when the
  /// event is handled.
  private final class CarriedSpan: EventSurroundings {
    /// The span that the handlers of the current task belong to.
    @TaskLocal static var current: CarriedSpan?

    private let context: InstrumentationContext

    init(_ context: InstrumentationContext) { self.context = context }

    func run(_ handlers: () async -> Void) async {
      await Self.$current.withValue(self) {
        await InstrumentationContext.$current.withValue(context) { await handlers() }
      }
    }
  }
#endif
