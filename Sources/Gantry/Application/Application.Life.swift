// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import GantryText
internal import Logging
internal import Synchronization

extension Application {
  /// A launch that has not begun.
  struct Prepared: Sendable {
    let modules: RunningModules
    let launch: LaunchRun
  }

  /// One life of an application, from start to stop.
  struct Run: Sendable {
    let modules: RunningModules
    let launch: LaunchRun
    /// Carries the launch out; owned here, ended by ``Application/stop()``.
    let execution: Task<Void, Never>
  }

  /// The milestones and names that were asked for before there was a launch.
  struct Wishes: Sendable {
    var milestones: Set<Milestone> = []
    var names: Set<ModuleName> = []
  }

  /// Where an application is on its way from start to stop.
  enum Phase: Sendable {
    /// Not running; with the report of the last run, if there was one.
    case idle(last: LaunchReport?)
    /// Configuration is read and the plan is made. A stop waits for the end of that; then nothing is
    /// launched.
    case preparing(end: Promise<Void>, isStopped: Bool)
    /// Launching or launched.
    case running(Run)
    /// The modules are shut down; other stops wait for the same end.
    case stopping(Run, Task<ShutdownReport, Never>)
  }

  /// All that changes in the life of an application: which run there is, and the wishes for the next.
  struct Life: Sendable {
    /// The modules; adding one replaces it as a whole.
    var inventory: Inventory
    /// How the app was started, as far as that is known.
    var launchOptions: LaunchOptions
    /// Which images were refused and why: that is told once.
    var refusals: Set<String> = []
    var phase = Phase.idle(last: nil)
    /// The wishes for the next launch, which hears of them as it begins.
    var wishes = Wishes()
    /// The step that a stop is at.
    var stopStep: StopStep?
    /// Why a module has asked for the stop of this run, and the closure that carries it out.
    var stopRequests = StopRequests()
    /// Makes a place for a call of long-running work, where a host can ask it to end.
    var runScopes: (@Sendable () -> any RunScope)?
    /// The essential part whose failure has ended the last run.
    var failure: LaunchFailed?
    /// The readers of the health, by number: each is told that it may be another one.
    var healthObservers: [Int: AsyncStream<Void>.Continuation] = [:]
    var lastHealthObserver = 0
  }

  /// Where the application is at this moment.
  var phase: Phase { life.withLock(\.phase) }

  var current: Run? {
    guard case .running(let run) = phase else { return nil }
    return run
  }
}

extension Application: ApplicationOfModules, SupervisedApplication {}

extension Application {
  /// The parts that the modules of a run get.
  var parts: RunningModules.Parts {
    RunningModules.Parts(
      events: events, services: services, router: router, hooks: hooks, leaks: leaks,
      supervision: Supervision(self), contexts: contexts)
  }

  /// Makes the contexts of modules of one run.
  func contexts(
    of manifests: ArraySlice<ModuleManifest>, _ results: TaskResults
  ) -> [ModuleContext] {
    let run = ModuleContext.Run(
      events: events, router: router, services: services,
      launch: ModuleContext.Launch(
        options: launchOptions, application: ApplicationReference(self, in: results)),
      configuration: configuration, results: results)
    return manifests.map { manifest in
      // One label for a module: that of its `log`.
      var logger = isLoggerGiven ? logger : MacroSupport.logger(manifest.shortName)
      logger[metadataKey: "gantry.module"] = "\(manifest.name)"
      return ModuleContext(
        manifest, logger: logger, values: values.scoped(to: manifest.name), run: run)
    }
  }
}

extension Application {
  /// Whether the run of some results goes on; any, where none are given.
  func isCurrent(_ results: TaskResults?) -> Bool {
    results == nil || current?.modules.results === results
  }
}

extension ApplicationReference {
  /// The whole application, while it is there.
  var whole: Application? { application as? Application }
}

extension Application {
  /// Says that a milestone has been reached; the tasks that wait for it start.
  ///
  /// Said before a launch has begun, also in `willLaunch`, it holds for the one that begins next;
  /// while the application stops, it is ignored. A milestone that nothing waits for changes nothing;
  /// where its name is nearly one that the app declares or a task waits for, a warning says so.
  ///
  /// - Parameter milestone: The milestone; `Application(milestones:)` need not declare it.
  /// - Returns: The tasks that this let go, to wait for.
  @discardableResult
  public func reach(_ milestone: Milestone) -> ReachedMilestone {
    doubt(milestone)
    guard let run = runOrWish({ $0.milestones.insert(milestone) }) else {
      return ReachedMilestone()
    }
    let modules = run.modules
    let (nodes, table) = (modules.reach(milestone), modules.table)
    return ReachedMilestone(nodes.map { ModuleName(table.name(of: $0)) }) {
      for node in nodes where await modules.wait(for: node) == nil { return }
    }
  }

  func reach(_ milestone: Milestone, in results: TaskResults?) -> ReachedMilestone {
    isCurrent(results) ? reach(milestone) : ReachedMilestone()
  }

  /// Names the milestone that was probably meant, where the one that is reached is unknown.
  private func doubt(_ milestone: Milestone) {
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

  /// The tasks that wait for a milestone that is nearly one that the app declares, a line each.
  static func doubts(_ manifests: [ModuleManifest], declared milestones: [Milestone]) -> [String] {
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
  /// Asked for before a launch has begun, it starts with the one that begins next.
  /// A name that is not linked starts nothing; a warning in the log has the name that was probably meant.
  ///
  /// - Parameter name: The task or module.
  public func demand(_ name: ModuleName) {
    let name = inventory.meaning(of: name)
    if inventory.knows(name) {
      runOrWish { $0.names.insert(name) }?.modules.demand(name.rawValue)
    } else {
      logger.warning("nothing to demand: \(explain(name))", metadata: ["gantry.task": "\(name)"])
    }
  }

  /// The run; where there is none yet, the wish is kept for the one that begins next.
  private func runOrWish(_ note: @Sendable (inout Wishes) -> Void) -> Run? {
    life.withLock { life in
      switch life.phase {
      case .running(let run): return run
      case .idle, .preparing: note(&life.wishes)
      case .stopping: break
      }
      return nil
    }
  }
}

extension RunningModules {
  /// Tells the launch of the wishes before it began.
  func grant(_ wishes: Application.Wishes) {
    for milestone in wishes.milestones.sorted(by: { $0.name < $1.name }) {
      handle(.reached(milestone))
    }
    for name in wishes.names.map(\.rawValue).sorted() { demand(name) }
  }
}
