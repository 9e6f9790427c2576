// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import GantrySupport
internal import Logging

extension Application {
  /// One run of an application, from start to stop.
  struct Run: Sendable {
    let host: ModuleHost
    let driver: Driver
    let circumstances: @Sendable () -> LaunchReport.Circumstances
  }

  /// The milestones and tasks that were requested before there was a launch.
  struct EarlyRequests: Sendable {
    var milestones: Set<Milestone> = []
    var names: Set<ModuleName> = []
  }

  /// The phase of an application between start and stop.
  enum Phase: Sendable {
    /// Not running; with the report of the last run, if there was one.
    case idle(last: LaunchReport?)
    /// The configuration is being read and the plan made. A stop waits until that has ended; then
    /// nothing is launched.
    case preparing(end: Promise<Void>, isStopped: Bool)
    /// Launching or launched. The task waits for what follows the launch.
    case running(Run, followUp: Task<Void, Never>)
    /// The modules are being shut down; other stops wait for the same end.
    case stopping(Run, Task<ShutdownReport, Never>)
  }

  /// The outcome of a start.
  typealias Readiness = Result<LaunchReport, ApplicationError>

  /// The mutable state of an application: its current run, and the requests for the next.
  struct Life: Sendable {
    /// How the app was started, as far as that is known.
    var launchOptions: LaunchOptions
    var phase = Phase.idle(last: nil)
    /// Whether the host is going to stop the run, so that it takes no more requests.
    var isLeaving = false
    /// The outcome of the last start; nil while none is known. It is a failure after a stop.
    var readiness: Readiness?
    /// Resolved with the next outcome of a start.
    var nextReadiness = Promise<Readiness>()
    /// The number of starts, which tells an outcome of an earlier one apart.
    var starts = 0
    /// The requests for the next launch, which gets them as it begins.
    var requests = EarlyRequests()
    /// The current step of a stop.
    var stopStep: StopStep?
    /// The modules that the last stop has left behind, whose code may still run.
    var stopFailures: [ShutdownReport.Entry] = []
    /// The stop request of this run, and the closure that carries it out.
    var stopRequests = StopRequests()
    /// Creates a scope for a call of long-running work, in which a host can ask it to end.
    var runScopes: (@Sendable () -> any RunScope)?
    /// The essential module or task whose failure ended the last run.
    var failure: LaunchFailed?
    /// The observer of launches and long-running work.
    var observer: (any LifeObserver)?

    /// Whether the last start succeeded, and the application has not stopped since.
    var isReady: Bool { if case .success? = readiness { true } else { false } }

    /// The error of a start that a stop has ended.
    var cancellation: ApplicationError {
      stopRequests.first.map { .stopRequested($0) } ?? .cancelled
    }

    /// Sets the outcome of a start.
    ///
    /// - Returns: The promise to resolve with it, without the lock.
    mutating func settle(_ outcome: Readiness) -> Promise<Readiness> {
      readiness = outcome
      return exchange(&nextReadiness, with: Promise())
    }
  }

  /// The current phase.
  var phase: Phase { life.withLock(\.phase) }

  var current: Run? {
    guard case .running(let run, _) = phase else { return nil }
    return run
  }

  /// Sets the outcome of a start; an earlier outcome stays, and that of an earlier start is ignored.
  func settle(_ outcome: Readiness, ofStart number: Int) {
    let next = life.withLock { life in
      life.readiness == nil && life.starts == number ? life.settle(outcome) : nil
    }
    next?.resolve(outcome)
  }
}

extension Application: ApplicationOfModules {}

extension Application {
  /// The parts of the application that the modules of a run get.
  var parts: ModuleHost.Parts {
    let supervision = Supervision(clock: clock) { [weak self] in
      self?.healthObservers.changed()
    } makeScope: { [weak self] in
      self?.makeRunScope()
    } runEnded: { [weak self] end in
      self?.life.withLock(\.observer)?.runEnded(end)
    }
    return ModuleHost.Parts(
      events: events, services: services, router: router, hooks: hooks, leaks: leaks,
      supervision: supervision, limit: limits.shutdown, clock: clock, logger: logger
    ) { [weak self] ending in
      self?.end(supervision, because: ending)
    } onFailure: { [weak self] host, node, outcome in
      self?.launchLog.settled(node, outcome, in: host)
    }
  }

  var launchLog: LaunchLog { LaunchLog(logger: logger, inventory: inventory) }

  var environment: LaunchEnvironment {
    LaunchEnvironment(
      launchOptions: launchOptions, hasSafeMode: safeMode != nil, logger: logger)
  }

  var explainer: ApplicationExplainer {
    ApplicationExplainer(inventory: inventory, phase: phase, plan: plan)
  }

  /// The search for unread keys, which doesn't keep the application alive.
  var unreadKeys: UnreadKeySearch {
    UnreadKeySearch(configuration: configuration, clock: clock) { [weak self] in
      self.map { $0.inventory.readers(in: $0.current?.host) }
    }
  }

  /// Creates the contexts of the modules of one run.
  func contexts(
    of manifests: [ModuleManifest], in supervision: Supervision
  ) -> [ModuleContext] {
    let shared = ModuleContext.Shared(
      events: events, router: router, services: services,
      launchOptions: launchOptions, application: ApplicationReference(self, in: supervision),
      configuration: configuration)
    return manifests.map { manifest in
      // A module uses a single label: the one of its `log`.
      var logger = isLoggerGiven ? logger : MacroSupport.logger(manifest.name)
      logger[metadataKey: "gantry.module"] = "\(manifest.name)"
      return ModuleContext(manifest, logger: logger, shared: shared)
    }
  }
}

extension Application {
  /// Whether a run is still current; true without one.
  func isCurrent(_ supervision: Supervision?) -> Bool {
    supervision.map { run(of: $0) != nil } ?? true
  }

  /// The run that supervises the work of its modules, as long as it is current.
  func run(of supervision: Supervision) -> Run? {
    current.flatMap { $0.host.supervision === supervision ? $0 : nil }
  }
}

extension ApplicationReference {
  /// The whole application, while it exists.
  package var whole: Application? { application as? Application }
}

extension Application {
  /// Reports that a milestone has been reached, which starts the tasks that wait for it.
  ///
  /// Before a launch has begun, even in `willLaunch`, a call applies to the next launch. While the
  /// application stops, a call is ignored. A milestone that nothing waits for changes nothing. If
  /// its name nearly matches one that the app declares or a task waits for, a warning says so.
  ///
  /// - Parameter milestone: The milestone; `Application(milestones:)` need not declare it.
  /// - Returns: The tasks that have not ended, and wait for no other milestone and no demand, so that
  ///   you can wait for them; also if the milestone was reached before.
  @discardableResult
  public func reach(_ milestone: Milestone) -> ReleasedTasks {
    warn(of: milestone)
    guard let run = runOrRequest({ $0.milestones.insert(milestone) }) else {
      return ReleasedTasks()
    }
    let driver = run.driver
    let nodes = driver.reach(milestone, by: run.host.callingNode)
    return ReleasedTasks(nodes.map(driver.wiring.name)) {
      for node in nodes where await driver.outcome(of: node) == nil { return }
    }
  }

  func reach(_ milestone: Milestone, in run: Supervision?) -> ReleasedTasks {
    isCurrent(run) ? reach(milestone) : ReleasedTasks()
  }

  /// Logs the milestone that was probably meant, if the reached one is unknown.
  private func warn(of milestone: Milestone) {
    let declared = milestones.map(\.name)
    let awaited = inventory.manifests.lazy.flatMap(\.tasks).compactMap(\.options.milestone?.name)
    let known = Set(declared).union(awaited)
    guard !known.contains(milestone.name) else { return }
    let near = NearNames.of(milestone.name, among: known)
    guard !near.isEmpty else { return }
    logger.warning(
      """
      milestone \(milestone) is reached, but nothing waits for it.\(Wording.near(near)) Correct \
      the name, or declare it in `Application(milestones:)`.
      """)
  }

  /// The tasks that wait for a milestone whose name nearly matches one that the app declares, one
  /// line each.
  static func warnings(_ manifests: [ModuleManifest], declared milestones: [Milestone]) -> [String]
  {
    let declared = milestones.map(\.name)
    return manifests.lazy.flatMap(\.tasks).compactMap { task in
      guard let name = task.options.milestone?.name, !declared.contains(name) else { return nil }
      let near = NearNames.of(name, among: declared)
      guard !near.isEmpty else { return nil }
      return """
        \(task.name) (\(task.declaredAt)) waits for milestone \(name), which the app does not \
        declare.\(Wording.near(near)) It runs when something reaches that milestone.
        """
    }
  }

  /// Starts an on-demand task or module, and its requirements.
  ///
  /// Before a launch has begun, a call applies to the next launch. A name that isn't linked starts
  /// nothing; a warning in the log has the name that was probably meant.
  ///
  /// - Parameter name: The task or module.
  /// - Returns: The task or module, so that you can wait for it.
  @discardableResult
  public func demand(_ name: ModuleName) -> ReleasedTasks {
    guard inventory.knows(name) else {
      logger.warning("nothing to demand: \(explain(name))", metadata: ["gantry.task": "\(name)"])
      return ReleasedTasks()
    }
    guard let run = runOrRequest({ $0.names.insert(name) }),
      let demanded = run.host.node(name)
    else { return ReleasedTasks() }
    let (driver, caller) = (run.driver, run.host.callingNode)
    driver.take(.demanded(demanded))
    return ReleasedTasks([name]) {
      if let caller, case .refused = driver.take(.needed(.provider(demanded), by: caller)) {
        return
      }
      defer { if let caller { driver.take(.obtained(.provider(demanded), by: caller)) } }
      for node in driver.wiring.awaited(of: demanded)
      where await driver.outcome(of: node) == nil { return }
    }
  }

  /// Returns the run; if there is none yet, keeps the request for the next one.
  private func runOrRequest(_ note: @Sendable (inout EarlyRequests) -> Void) -> Run? {
    life.withLock { life in
      switch life.phase {
      case .running(let run, _): return run
      case .idle, .preparing: note(&life.requests)
      case .stopping: break
      }
      return nil
    }
  }
}
