// SPDX-License-Identifier: Apache-2.0

#if Extras
  /// The names of all spans, metrics and attributes.
  ///
  /// `error.type`, `exception.type` and `thread.name` are those of OpenTelemetry's semantic
  /// conventions 1.44.0, which have none for the start of an app: names that begin with `app.start`
  /// or `gantry.` are Gantry's own. A module, task, handler, route pattern or page is named as the
  /// code declares it, so no value comes from a user, a URL or a file.
  enum Names {
    enum Span {
      static let launch = "app.start"
      static func event(_ name: String) -> String { "event \(name)" }
      static func route(_ pattern: String) -> String { "route \(pattern)" }
      static func page(_ name: String, _ phase: String) -> String { "page \(name) \(phase)" }
      /// An event of the launch's span.
      static let ready = "app.ready"
    }

    enum Metric {
      /// The time to ready, in seconds.
      static let launch = "app.start.duration"
      /// Counts launches.
      static let outcomes = "gantry.launch.outcomes"
      /// How long a handler took for one event, in seconds.
      static let event = "gantry.event.handle.duration"
      /// How long a call of a route took, in seconds.
      static let route = "gantry.route.duration"
      /// How long a call of a page's phase took, in seconds.
      static let page = "gantry.page.duration"
      /// How long one call of long-running work took, in seconds.
      static let run = "gantry.run.duration"
      /// 1 for the state that a module is in, 0 for the states that it was in.
      static let module = "gantry.module.state"
    }

    enum Attribute {
      static let launchOutcome = "gantry.launch.outcome"
      static let launchSource = "gantry.launch.source"
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
      static let route = "gantry.route.name"
      static let pattern = "gantry.route.pattern"
      static let page = "gantry.page.name"
      static let phase = "gantry.page.phase"
      static let run = "gantry.run.name"
      static let errorType = "error.type"
      static let thread = "thread.name"
    }
  }
#endif
