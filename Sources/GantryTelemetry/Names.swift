// SPDX-License-Identifier: Apache-2.0

#if Extras
  /// The names of spans, and of their events.
  ///
  /// `error.type` and `thread.name` below are those of OpenTelemetry's semantic conventions 1.44.0.
  /// These have nothing for the start of an app, so names that begin with `app.start` or `gantry.`
  /// are Gantry's own. A module, task, handler, route pattern or page is named as the code declares
  /// it: no value comes from a user, a URL or a file.
  enum SpanName {
    static let launch = "app.start"
    static let ready = "app.ready"
    static func event(_ name: String) -> String { "event \(name)" }
    static func route(_ pattern: String) -> String { "route \(pattern)" }
    static func page(_ name: String, _ phase: String) -> String { "page \(name) \(phase)" }
  }

  /// The names of metrics; all durations are in seconds.
  enum MetricName {
    /// The time to ready.
    static let launch = "app.start.duration"
    /// Counts launches.
    static let outcomes = "gantry.launch.outcomes"
    /// How long a handler took for one event.
    static let event = "gantry.event.handle.duration"
    /// How long a call of a route took.
    static let route = "gantry.route.duration"
    /// How long a call of a page's phase took.
    static let page = "gantry.page.duration"
    /// How long one call of long-running work took.
    static let run = "gantry.run.duration"
    /// The number of modules and tasks that safe mode leaves out.
    static let leftOut = "gantry.safe_mode.left_out"
    /// 1 for the state that a module is in, 0 for the states that it was in.
    static let module = "gantry.module.state"
  }

  /// The names of attributes of spans and of dimensions of metrics.
  enum Attribute {
    static let launchOutcome = "gantry.launch.outcome"
    static let launchSource = "gantry.launch.source"
    /// `first`, `again` or `prewarmed`; only with safe mode.
    static let launchKind = "app.start.type"
    /// The identity of the plan, which rows of launches have, too.
    static let plan = "gantry.launch.plan"
    static let safeMode = "gantry.launch.safe_mode"
    /// The end of the launch before; only with safe mode.
    static let previous = "gantry.launch.previous"
    /// In seconds.
    static let readyBound = "gantry.launch.ready_bound"
    static let module = "gantry.module.name"
    static let moduleState = "gantry.module.state"
    static let stage = "gantry.task.stage"
    static let lane = "gantry.task.lane"
    /// How long the task waited for its lane, in seconds.
    static let waited = "gantry.task.waited"
    /// Whether the task is on the critical path.
    static let isCritical = "gantry.task.critical"
    static let taskOutcome = "gantry.task.outcome"
    static let attempts = "gantry.task.attempts"
    static let event = "gantry.event.name"
    static let handler = "gantry.event.handler"
    static let pattern = "gantry.route.pattern"
    static let page = "gantry.page.name"
    static let phase = "gantry.page.phase"
    static let run = "gantry.run.name"
    /// `succeeded`, or the kind of error, for metrics.
    static let outcome = "gantry.outcome"
    static let errorType = "error.type"
    static let thread = "thread.name"
  }
#endif
