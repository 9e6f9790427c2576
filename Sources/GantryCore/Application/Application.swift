// SPDX-License-Identifier: Apache-2.0

internal import GantryDiscovery
internal import GantryLaunch
public import GantryRouting
public import Logging
public import GantrySupport

/// An app made of modules: the linked modules, the plan of its launch, and its life.
///
/// Creating an application only reads the records of the linked modules. A program may have several
/// applications at the same time.
///
/// ```swift
/// let application = Application()
/// try await application.start()      // returns when the app is ready
/// …
/// await application.stop()           // reverse launch order
/// ```
///
/// In a Unix process, import `GantryProcess` and call `await Application().main()`, which exits
/// with a status, or `run()`, which throws.
public final class Application: Sendable {
  /// The bus that delivers events to modules and other listeners.
  public let events: EventBus
  /// The services of the modules that have launched.
  public let services: ServiceRegistry
  /// The router, whose calls wait for the module that handles the route.
  public let router: Router
  /// The limits of every launch and stop of this application.
  package let limits: Limits
  /// How and why the app was started; a host may add to it until the launch begins.
  public var launchOptions: LaunchOptions { life.withLock(\.launchOptions) }

  let inventory: Inventory
  package let logger: Logger
  /// Whether the modules use a logger that the app has passed in.
  let isLoggerGiven: Bool
  let configuration: ApplicationConfiguration
  let milestones: [Milestone]
  /// The services that the application itself gives to its modules.
  let provided: [ApplicationService]
  package let clock: any Clock<Duration>
  /// Names the code that holds the main actor: launch tasks, handlers of events and routes, and
  /// pages.
  package let watch: MainActorWatch
  let hooks: ApplicationHooks
  /// Logs failures of handlers, and records the events that the modules of this run will not hear.
  let handlerLog: HandlerLog
  /// Checks whether stopped modules are released; nil checks nothing.
  let leaks: LeakWatch?
  let profile: ProfileStore?
  let safeMode: SafeModeStore?
  let healthObservers = HealthObservers()
  /// Writes reports of launches; nil if `GANTRY_REPORT` requests none.
  let reports: ReportStore?
  /// Guards all mutable state of the application's life, so that there is one launch at a time.
  ///
  /// Nothing else of the application is called under this lock, and none of the locks of a run is
  /// held as it is taken.
  let life: Mutex<Life>
  /// Called on any thread with true as the modules begin to stop, and with false when they have.
  package let onStop = LockedBox<@Sendable (Bool) -> Void>()

  /// Creates an application with all linked modules, or with a selection of them.
  ///
  /// - Parameters:
  ///   - modules: The modules that take part, and which of them run.
  ///   - milestones: The milestones that the app itself reaches.
  ///   - schemes: The app's own schemes and the hosts that it claims; their URLs are accepted from
  ///     outside.
  ///   - configuration: A JSON file with a section for each module; nil reads none. Use
  ///     ``ConfigurationFile/optional(_:limit:)`` if it may be missing.
  ///   - sources: Sources of configuration that take precedence over the environment and the file.
  ///   - profile: Keeps durations from launch to launch; nil keeps none.
  ///   - safeMode: Keeps an app that dies while it launches from dying again; nil turns this off.
  ///   - reports: Whether `GANTRY_REPORT=launch.html` in the environment makes the app write
  ///     reports of its launches.
  ///   - launchOptions: How and why the app was started.
  ///   - limits: The limits of launch, stop and routes.
  ///   - logger: The logger that the modules' loggers are copied from, with its label. If it is
  ///     nil, each module gets the logger of its `log`, labeled with its name.
  ///   - clock: The clock of timeouts, retries and durations.
  ///   - build: Adds tasks, long-running work and services of the app itself.
  public convenience init(
    modules: ModuleSelection = .linked, milestones: [Milestone] = [], schemes: RouteSchemes = .none,
    configuration: ConfigurationFile? = nil, sources: [any ConfigurationSource] = [],
    profile: Profile? = nil, safeMode: SafeMode? = nil, reports: Reports = .inDebugBuilds,
    launchOptions: LaunchOptions = LaunchOptions(), limits: Limits = Limits(),
    logger: Logger? = nil, clock: any Clock<Duration> = ContinuousClock(),
    _ build: (inout ApplicationBuilder) -> Void = { _ in }
  ) {
    var builder = ApplicationBuilder()
    build(&builder)
    self.init(
      modules: modules, added: builder.manifests, provided: builder.services,
      milestones: milestones, schemes: schemes, configuration: configuration, sources: sources,
      profile: profile, safeMode: safeMode, reports: reports, launchOptions: launchOptions,
      limits: limits, logger: logger, clock: clock, hooks: ApplicationHooks())
  }

  /// Creates an application for a test host, which passes every setting and can observe the
  /// application.
  package init(
    modules: ModuleSelection, added: [ModuleManifest], provided: [ApplicationService],
    milestones: [Milestone], schemes: RouteSchemes, configuration file: ConfigurationFile?,
    sources: [any ConfigurationSource], profile: Profile? = nil, safeMode: SafeMode? = nil,
    reports: Reports = .inDebugBuilds, launchOptions: LaunchOptions, limits: Limits,
    logger given: Logger?, clock: any Clock<Duration>, hooks: ApplicationHooks
  ) {
    var modules = modules
    if modules.only.isEmpty {
      let asked = launchOptions.environment["GANTRY_ONLY"] ?? ""
      modules.only = asked.split { $0 == "," || $0.isWhitespace }.map { ModuleName(String($0)) }
    }
    inventory = Inventory(modules, added: added)
    life = Mutex(Life(launchOptions: launchOptions))
    self.milestones = milestones
    self.limits = limits
    let logger = given ?? Logger(label: "gantry")
    self.logger = logger
    isLoggerGiven = given != nil
    self.clock = clock
    self.hooks = hooks
    self.safeMode = safeMode.map {
      SafeModeStore(
        $0, request: launchOptions.environment["GANTRY_SAFE_MODE"], logger: logger, clock: clock)
    }
    self.profile = profile.map { ProfileStore($0, launchOptions, logger: logger, clock: clock) }
    self.reports = ReportStore(reports.writer, launchOptions, logger: logger)
    configuration = ApplicationConfiguration(
      file, sources, environment: launchOptions.environment, logger: logger)
    self.provided = provided
    services = ServiceRegistry(
      declarations: inventory.manifests.flatMap(\.offers) + provided.map(\.declaration))
    for service in provided { service.provide(to: services) }
    // In real time, whatever clock the application uses, since a screen freezes in real time.
    let watch = MainActorWatch(threshold: limits.mainActor)
    self.watch = watch
    leaks =
      limits.leaks != nil || hooks.remembersStopped
      ? LeakWatch(after: limits.leaks, clock: clock, logger: logger) { watch.chain.last?.clause }
      : nil
    router = Router(
      RouteTable(
        inventory.manifests.flatMap(\.routes),
        interceptors: inventory.manifests.flatMap(\.interceptors)),
      watch: watch, schemes: schemes, limits: limits.routes, clock: clock,
      report: { [logger] warning in warning.log(to: logger) })
    router.holdOutside()
    let log = HandlerLog(logger: logger)
    handlerLog = log
    events = EventBus(
      watch: watch, clock: clock, backlogThreshold: limits.backlog,
      onFailure: { failure in
        log.report(failure)
        hooks.onHandlerFailure?(failure)
      }, onBacklog: log.report, onDropped: log.report)
    watch.tell { [weak events] held in
      log.report(held)
      events?.send(held)
    }
    // Events before the start are held; the plan later gives each listener its position.
    events.reserve(inventory.manifests.count)
    for (order, manifest) in inventory.manifests.enumerated() {
      events.declare(manifest.name, order: order, handlers: manifest.handlers)
    }
  }

  deinit {
    healthObservers.finish()
    router.refuseOutside(because: "is gone")
    // Releasing a running application ends its run, which would otherwise keep the modules alive.
    current?.host.drop()
  }

  /// The linked modules and functions, with their dependencies, tasks, services and routes; reading
  /// it starts nothing.
  public var manifest: AppManifest {
    let assembly = assemble()
    var manifest = AppManifest(
      inventory.manifests, graph: AppManifest.Graph(assembly),
      rejectedRecords: inventory.rejectedRecords.map(\.description))
    manifest.findings = findings(of: assembly)
    return manifest
  }

  /// Finds all faults of the declarations, without starting anything.
  ///
  /// The check evaluates conditions. Values of the configuration file count only after `start()` or
  /// ``reloadConfiguration()`` has read it.
  ///
  /// - Returns: All faults; empty when the application can start.
  public func check() -> [Fault] { faults(of: assemble()) }

  func faults(of assembly: LaunchAssembly) -> [Fault] {
    lazy var names = LinkedNames(assembly.manifests)
    let graph = assembly.graph.check { names.near(ModuleName($0)).map(\.rawValue) }
    return owned(earlyFaults(of: assembly) + graph)
  }

  /// The faults that are known without the order of the launch.
  private func earlyFaults(of assembly: LaunchAssembly) -> [Fault] {
    let active = assembly.manifests.filter { assembly.skipped[$0.name] == nil }
    return inventory.faults + assembly.wiring.faults + routeFaults + HandlerFaults.all(in: active)
  }

  /// Replaces the names of tasks and the source locations of routes by their modules.
  private func owned(_ faults: [Fault]) -> [Fault] {
    guard !faults.isEmpty else { return [] }
    var owners: [String: Set<ModuleName>] = [:]
    for manifest in inventory.manifests {
      let steps = [manifest.name.creation, manifest.name.listening].map(\.rawValue)
      let names = [manifest.name] + manifest.tasks.map(\.name)
      let places = manifest.routes.map(\.declaredAt) + manifest.interceptors.map(\.declaredAt)
      for name in names.map(\.rawValue) + steps + places {
        owners[name, default: []].insert(manifest.name)
      }
    }
    return faults.map { fault in
      var fault = fault
      let parts = fault.modules.isEmpty ? fault.locations : fault.modules.map(\.rawValue)
      fault.modules = Set(parts.flatMap { owners[$0] ?? [] }).sorted()
      return fault
    }
  }

  /// Plans the launch, without starting anything.
  ///
  /// - Returns: Every task in launch order, with its dependencies; if it is skipped, also with the
  ///   reason.
  /// - Throws: ``ApplicationError/faults(_:)`` with everything that ``check()`` finds.
  public func plan() throws(ApplicationError) -> LaunchPlan { try plan(of: assemble()) }

  /// Reads the configuration file again; if it cannot be used, the current values stay.
  ///
  /// - Returns: The full keys whose value in the file has changed, such as `Orders.limit`, sorted.
  ///   You can send them as `DidReloadConfiguration`.
  /// - Throws: ``ApplicationError/configuration(file:reason:)``.
  @discardableResult
  public func reloadConfiguration() async throws(ApplicationError) -> [String] {
    let changed = try loadConfiguration()
    if life.withLock(\.isReady) { unreadKeys.begin() }
    return changed
  }

  @discardableResult
  func loadConfiguration() throws(ApplicationError) -> [String] {
    do {
      return try configuration.load()
    } catch {
      throw .configuration(file: configuration.file?.path ?? "", reason: error.clause)
    }
  }

  func plan(of assembly: LaunchAssembly) throws(ApplicationError) -> LaunchPlan {
    let plan: LaunchPlan
    do {
      plan = try assembly.graph.plan(
        durations: profile?.durations ?? [:], workers: limits.workers ?? Driver.defaultWorkers)
    } catch {
      throw .faults(faults(of: assembly))
    }
    let early = owned(earlyFaults(of: assembly))
    guard early.isEmpty else { throw .faults(early) }
    return environment.shuffle.map { plan.shuffled(by: $0) } ?? plan
  }

  func assemble() -> LaunchAssembly { assemble(without: skipped(inventory.manifests)) }

  /// Assembles the launch graph.
  ///
  /// - Parameter off: Why modules and tasks do not run because of their conditions, by name.
  func assemble(without off: [ModuleName: OffReason]) -> LaunchAssembly {
    let skipped = off.merging(safeMode?.reasons ?? [:]) { own, _ in own }
    return LaunchAssembly(
      inventory.manifests, skipped: skipped,
      provided: provided.map(\.declaration), milestones: milestones)
  }

  /// Evaluates the conditions of modules and their tasks, each once.
  func skipped(_ manifests: [ModuleManifest]) -> [ModuleName: OffReason] {
    var reasons = inventory.excluded
    for manifest in manifests {
      lazy var context = ConditionContext(
        name: manifest.name, launchOptions: launchOptions,
        settings: ModuleConfiguration(application: configuration, section: manifest.name))
      func decide(_ name: ModuleName, _ conditions: [Condition]) {
        guard !conditions.isEmpty, reasons[name] == nil,
          let condition = conditions.first(where: { !$0.holds(context) })
        else { return }
        reasons[name] = OffReason(.condition, condition.reason(context))
      }
      decide(manifest.name, manifest.options.conditions)
      // The conditions of a function are those of its one task.
      for task in manifest.tasks where task.name != manifest.name {
        decide(task.name, task.options.conditions)
      }
    }
    return reasons
  }
}
