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
