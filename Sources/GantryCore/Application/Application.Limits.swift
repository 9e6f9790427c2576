// SPDX-License-Identifier: Apache-2.0

public import GantryRouting

extension Application {
  /// Limits that apply to every launch and stop of an application.
  public struct Limits: Sendable {
    /// The longest time until ready; nil means no limit.
    package var launch: Duration?
    /// How long a launch may take until the log names the tasks that it waits for; each further wait
    /// is twice as long. Nil logs nothing.
    package var launchWarning: Duration?
    /// The longest time that one module's shutdown may take, unless it declares its own limit.
    package var shutdown: Duration
    /// The longest time that a whole stop may take.
    ///
    /// The steps of the stop share it: each gets at most its own limit, and half of the time is
    /// reserved, in equal parts, for the steps to come.
    package var stop: Duration
    /// The longest time that code may block the main actor before Gantry logs a warning.
    ///
    /// The code is also sent as `MainActorHeld`. The watch covers launch tasks, handlers of events
    /// and routes, and pages. While a launch task is waiting for the main actor, it also reports
    /// code that Gantry doesn't run, such as a timer or a layout pass. Nil turns the watch off.
    package var mainActor: Duration?
    /// The largest number of threads for launch tasks that block; nil means one for each core
    /// except the main actor's, and at least two.
    package var workers: Int?
    /// How many events may wait for one module until the log names it, and again each time that
    /// their number doubles; nil names none.
    ///
    /// No event is dropped because of it.
    package var backlog: Int?
    /// How long objects of a stopped module may stay alive until the log names them; nil turns this
    /// off.
    ///
    /// The objects are the module, the services that it provided, and the handlers of its routes.
    /// The default is nil in release builds.
    package var leaks: Duration?
    /// How large a URL may be, and how deeply route calls may be nested.
    package var routes: RouteLimits

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - launch: The longest time until ready; nil means no limit.
    ///   - launchWarning: How long a launch may take until the log names the tasks that it waits for;
    ///     nil logs nothing.
    ///   - shutdown: The longest time that one module's shutdown may take.
    ///   - stop: The longest time that the whole stop may take. Keep it below the time after which
    ///     your service manager kills the process: 30 seconds with Kubernetes, 10 with Docker.
    ///   - mainActor: The longest time that code may hold the main actor; nil turns the watch off.
    ///     People notice a quarter of a second or more as a hang.
    ///   - workers: The largest number of threads for launch tasks that block; nil depends on the
    ///     number of cores.
    ///   - backlog: How many events may wait for one module until the log names it; nil names none.
    ///   - leaks: How long objects of a stopped module may stay alive until the log names them; nil
    ///     turns this off.
    ///   - routes: How large a URL may be, and how deeply route calls may be nested.
    public init(
      launch: Duration? = nil, launchWarning: Duration? = .seconds(10),
      shutdown: Duration = .seconds(10), stop: Duration = .seconds(20),
      mainActor: Duration? = .milliseconds(250), workers: Int? = nil,
      backlog: Int? = 10_000, leaks: Duration? = Limits.leaksInDebugBuilds,
      routes: RouteLimits = .standard
    ) {
      self.launch = launch
      self.launchWarning = launchWarning
      self.shutdown = shutdown
      self.stop = stop
      self.mainActor = mainActor
      self.workers = workers
      self.backlog = backlog
      self.leaks = leaks
      self.routes = routes
    }

    /// Five seconds in a debug build; nil in a release build.
    @usableFromInline package static var leaksInDebugBuilds: Duration? {
      #if DEBUG
        .seconds(5)
      #else
        nil
      #endif
    }
  }
}
