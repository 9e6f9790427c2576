// SPDX-License-Identifier: Apache-2.0

public import GantryRouting

extension Application {
  /// Bounds that hold for every launch and stop of an application.
  public struct Limits: Sendable {
    /// The longest time until ready; nil means no limit.
    public var launch: Duration?
    /// How long a launch without a limit may take until the log names the tasks that it waits for, and again
    /// after twice as long each time; nil says nothing.
    public var launchWarning: Duration?
    /// The longest time that one module's shutdown may take, where it states none itself.
    public var shutdown: Duration
    /// The longest time that a whole stop may take. The steps of the stop share it: each has at
    /// most the time of its own bound, and half of it is kept, in equal parts, for those to come.
    public var stop: Duration
    /// The longest time that code may hold the main actor: a launch task, the handler of an event or
    /// route, a page, or other code while a launch task needs it. A longer one is named in the log, and
    /// sent as `MainActorHeld`. Nil looks at none.
    public var mainActor: Duration?
    /// The largest number of threads for launch tasks that block; nil is one for each core but the
    /// main actor's, and at least two.
    public var workers: Int?
    /// How many events may wait for one module until the log names it, and again at twice as many
    /// each time; nil names none. No event is dropped for it.
    public var backlog: Int?
    /// How long after its stop a module, a service that it provided or the handler of a route may
    /// be alive until the log names it. Nil looks at none, which is the default of a release build.
    public var leaks: Duration?
    /// How large a URL may be, and how deep calls of routes may be nested.
    public var routes: RouteLimits

    /// Makes bounds.
    ///
    /// - Parameters:
    ///   - launch: The longest time until ready; nil means no limit.
    ///   - launchWarning: How long a launch without a limit may take until the log names the tasks that it
    ///     waits for; nil says nothing.
    ///   - shutdown: The longest time that one module's shutdown may take.
    ///   - stop: The longest time that the whole stop may take. Keep it below the time after which
    ///     your service manager kills the process: 30 seconds with Kubernetes, 10 with Docker.
    ///   - mainActor: The longest time that code may hold the main actor; nil looks at none. A quarter
    ///     of a second and more is felt as a hang.
    ///   - workers: The largest number of threads for launch tasks that block; nil follows the cores.
    ///   - backlog: How many events may wait for one module until the log names it; nil names none.
    ///   - leaks: How long after its stop something of a module may be alive until the log names it;
    ///     nil looks at none.
    ///   - routes: How large a URL may be, and how deep calls of routes may be nested.
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
    public static var leaksInDebugBuilds: Duration? {
      #if DEBUG
        .seconds(5)
      #else
        nil
      #endif
    }
  }
}
