// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging
internal import Synchronization

extension Application {
  /// Launches the modules, and returns when the app is ready; deferred work goes on.
  ///
  /// Cancelling the calling task cancels the launch, and what had started is shut down.
  ///
  /// - Parameter willLaunch: Called when it is known who will listen, before any module exists: what
  ///   a host sends here is held for the modules.
  /// - Returns: The report at ready; ``launched()`` gives the whole one.
  /// - Throws: ``ApplicationError``: faults, an unusable configuration file, something essential
  ///   that failed, a launch that took too long or was cancelled, or an application that runs
  ///   already. In each case nothing is left running by this call.
  @discardableResult
  public func start(
    willLaunch: @MainActor @Sendable (EventBus) -> Void = { _ in }
  ) async throws(ApplicationError) -> LaunchReport {
    try enterPreparation()
    let run: Run
    do {
      run = try await prepare(willLaunch)
    } catch {
      state.withLock { $0 = .idle(last: nil) }
      throw error
    }
    state.withLock { $0 = .running(run) }
    let waits = Mutex<[String]?>(nil)
    do {
      try await untilReady(run.launch) { open in waits.withLock { $0 = open } }
    } catch {
      throw await abandon(run, error, waits: waits.withLock { $0 })
    }
    let report = run.launch.report()
    announceReady(report)
    return report
  }

  /// Waits until nothing runs that needs no milestone and no demand.
  ///
  /// - Returns: The report of the launch; nil when the application is not running.
  public func launched() async -> LaunchReport? {
    guard let run = current else { return nil }
    await run.launch.quiet()
    return run.launch.report()
  }

  /// The report of the launch as it stands; of the last one, when the application was stopped.
  public var report: LaunchReport? {
    switch state.withLock({ $0 }) {
    case .idle(let last): last
    case .preparing, .stopping: nil
    case .running(let run): run.launch.report()
    }
  }

  /// Says that a milestone has been reached; what waits for it starts.
  ///
  /// - Parameter milestone: One of those that the application declares.
  public func reach(_ milestone: Milestone) {
    guard let run = current else { return }
    reached.withLock { _ = $0.insert(milestone) }
    run.modules.runs.reach(milestone)
  }

  /// Starts an on-demand task or module, and what it requires.
  ///
  /// - Parameter name: The task or module.
  public func demand(_ name: ModuleName) { current?.modules.runs.demand(name.rawValue) }

  /// Ends what is still launching, and shuts the modules down in reverse launch order.
  ///
  /// Each module first handles what it has accepted. The application may be started again.
  ///
  /// - Returns: How each module was stopped; empty when the application was not running.
  @discardableResult
  public func stop() async -> ShutdownReport {
    await stopping(nil)?.value ?? ShutdownReport(modules: [])
  }

  /// The modules that exist now, in no particular order.
  package var modules: [any Module] { current?.modules.instances ?? [] }

  /// The module of a type, if it exists now; a test looks into it.
  ///
  /// - Parameter type: The module's type.
  package func module<M: Module>(_ type: M.Type) -> M? {
    modules.lazy.compactMap { $0 as? M }.first
  }

  var current: Run? {
    guard case .running(let run) = state.withLock({ $0 }) else { return nil }
    return run
  }

  private func enterPreparation() throws(ApplicationError) {
    let isFree = state.withLock { phase in
      guard case .idle = phase else { return false }
      phase = .preparing
      return true
    }
    guard isFree else { throw .alreadyRunning }
  }

  private func prepare(
    _ willLaunch: @MainActor @Sendable (EventBus) -> Void
  ) async throws(ApplicationError) -> Run {
    try await configuration.load()
    let assembly = assemble()
    let plan = try plan(of: assembly)
    let modules = ModuleCollection(assembly, application: self)
    declareListeners(assembly, plan)
    reached.withLock { $0 = [] }
    // A module may have taken the place of one in an earlier run.
    for service in provided { service.provide(to: services) }
    values.reserve(assembly.values)
    if limits.handler != nil { events.stallWatch.start() }
    await willLaunch(events)
    let launch = LaunchRun(
      plan, clock: clock, bodies: modules.bodies(of: plan),
      hooks: LaunchHooks(onSettled: modules.settled))
    modules.begin(launch)
    let overrides = ServiceOverrides.current
    let execution = Task.detached { [events, weak self] in
      await withDiscardingTaskGroup { group in
        group.addTask { await overrides.apply { await launch.execute() } }
        group.addTask {
          await launch.quiet()
          let report = launch.report()
          guard report.timeToReady != nil, report.stoppedBy == nil else { return }
          events.send(LaunchCompleted(report: report))
        }
      }
      self?.failAfterReady(launch.report())
    }
    return Run(modules: modules, launch: launch, execution: execution)
  }

  /// Events that come before a module exists are held for it; so the bus knows who will listen.
  private func declareListeners(_ assembly: LaunchAssembly, _ plan: LaunchPlan) {
    let heads = Dictionary(
      assembly.manifests.map { (LaunchAssembly.head(of: $0), $0) },
      uniquingKeysWith: { first, _ in first })
    for (order, task) in plan.tasks.enumerated() {
      guard let manifest = heads[task.name] else { continue }
      events.declare(
        manifest.name, order: order, handlers: manifest.handlers.map(\.declaration))
    }
  }

  private func untilReady(
    _ launch: LaunchRun, onLimit: @escaping @Sendable ([String]) -> Void
  ) async throws(LaunchError) {
    let bound = limits.launch.map { limit in
      Task { [clock] in
        try await clock.sleep(for: limit)
        let open = launch.report().tasks.filter { $0.outcome == nil && $0.stage == .blocking }
        onLimit(open.compactMap { launch.wait(for: $0.name)?.description })
        launch.cancel()
      }
    }
    defer { bound?.cancel() }
    let outcome: Result<Void, LaunchError> = await withTaskCancellationHandler {
      do throws(LaunchError) {
        return .success(try await launch.ready())
      } catch {
        return .failure(error)
      }
    } onCancel: {
      launch.cancel()
    }
    try outcome.get()
  }

  private func announceReady(_ report: LaunchReport) {
    for manifest in inventory.manifests {
      let name = manifest.name
      guard let outcome = report.task(named: name.rawValue)?.outcome, outcome.isFailure
      else { continue }
      logger.warning(
        "did not start: \(explain(name))", metadata: ["gantry.module": "\(name)"])
    }
    logger.notice(
      "ready",
      metadata: [
        "gantry.modules": "\(inventory.manifests.count)",
        "gantry.time": "\(report.timeToReady ?? .zero)",
        "gantry.skipped": "\(report.skipped.count)", "gantry.failed": "\(report.failed.count)",
      ])
  }

  /// Stops the application when something essential failed after ready.
  private func failAfterReady(_ report: LaunchReport) {
    guard report.timeToReady != nil, let task = report.stoppedBy,
      let outcome = report.task(named: task)?.outcome
    else { return }
    let failure = ApplicationError(
      .stopped(task: task, outcome: outcome), report, waits: [], limit: nil)
    logger.error("\(failure)")
    if case .essential(let name, let reason, _) = failure {
      events.send(LaunchFailed(name: name, reason: reason))
    }
    _ = stopping(nil)
  }

  /// Shuts down what a launch that did not get ready had started.
  private func abandon(
    _ run: Run, _ error: LaunchError, waits: [String]?
  ) async -> ApplicationError {
    let report = run.launch.report()
    let failure = ApplicationError(
      error, report, waits: waits ?? [], limit: waits == nil ? nil : limits.launch)
    if case .essential(let name, let reason, _) = failure {
      events.send(LaunchFailed(name: name, reason: reason))
    }
    _ = await stopping(run)?.value
    return failure
  }

  /// Begins the stop, or joins the one that goes on; nil when there is nothing to stop.
  ///
  /// Detached from the caller: modules are owed their shutdown when it is cancelled, and their
  /// accepted events when it is an event handler, which passes on that nobody should wait for it.
  ///
  /// - Parameter run: The run to stop; nil is whichever runs.
  private func stopping(_ run: Run?) -> Task<ShutdownReport, Never>? {
    state.withLock { phase in
      switch phase {
      case .stopping(let task): return task
      case .running(let current) where run == nil || current.launch === run?.launch:
        let task = Task.detached { await self.shutDown(current) }
        phase = .stopping(task)
        return task
      case .idle, .preparing, .running: return nil
      }
    }
  }

  private func shutDown(_ run: Run) async -> ShutdownReport {
    run.modules.runs.cancel()
    // A task that does not listen to its cancellation must not keep the others from stopping.
    let late = await Deadline.run(within: limits.shutdown, clock: clock) { [turnstile] in
      await run.execution.value
      await turnstile.idle()
      for launch in run.modules.runs.all { await launch.quiet() }
    }
    if let late { logger.warning("launch tasks still run at the stop: \(late)") }
    let shutdown = await run.modules.shutdown(
      order: run.launch.plan.tasks.map(\.name), limit: limits.shutdown, clock: clock)
    for entry in shutdown.failures {
      logger.warning(
        "did not stop cleanly: \(entry.failure ?? "")",
        metadata: ["gantry.module": "\(entry.name)"])
    }
    services.forgetStarter()
    events.stallWatch.stop()
    state.withLock { $0 = .idle(last: run.launch.report()) }
    return shutdown
  }
}
