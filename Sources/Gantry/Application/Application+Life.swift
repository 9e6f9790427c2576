// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import Logging
internal import Synchronization

extension Application {
  /// Launches the modules, and returns when the app is ready; after-ready work goes on.
  ///
  /// Cancelling the calling task cancels the launch, and modules that had started are shut down.
  ///
  /// - Parameter willLaunch: Called when the listeners are known, before any module exists: events
  ///   that a host sends here are held for the modules.
  /// - Returns: The report at ready; ``waitUntilIdle()`` returns the complete one.
  /// - Throws: ``ApplicationError``: faults, an unusable configuration file, an essential failure,
  ///   a launch that took too long or was cancelled, or an application that is already running. In
  ///   each case, this call leaves nothing running.
  @discardableResult
  public func start(
    willLaunch: @MainActor @Sendable (EventBus) -> Void = { _ in }
  ) async throws(ApplicationError) -> LaunchReport {
    try await start(within: limits.launch, willLaunch)
  }

  func start(
    within limit: Duration?, _ willLaunch: @MainActor @Sendable (EventBus) -> Void
  ) async throws(ApplicationError) -> LaunchReport {
    let timer = LaunchTimer(clock)
    try enterPreparation()
    let run: Run
    let number = readiness.close()
    healthChanged()
    do {
      run = try begin(try await prepare(timer, willLaunch), within: limit)
    } catch {
      readiness.settle(.failure(error), of: number)
      safeMode?.stopping()
      // Calls must not wait for modules that will not launch.
      for manifest in inventory.manifests where !manifest.routes.isEmpty {
        router.detach(owner: manifest.name, because: "was not started")
      }
      endPreparation()
      throw error
    }
    do {
      try await untilReady(run.launch, within: limit)
    } catch {
      throw await abandon(run, number, error)
    }
    let report = announceReady(run)
    readiness.settle(.success(report), of: number)
    healthChanged()
    reports?.ready(report)
    return report
  }

  /// Waits until all tasks have ended, except those that wait for a milestone or a demand.
  ///
  /// - Returns: The report of the launch, which is incomplete if the waiting task is cancelled; nil
  ///   when the application is not running.
  public func waitUntilIdle() async -> LaunchReport? {
    guard let run = current else { return nil }
    await run.launch.quietUnlessCancelled()
    return report(of: run.launch)
  }

  /// Waits like ``waitUntilIdle()``, but only for a limited time; the launch goes on after that.
  ///
  /// - Parameter limit: The longest wait, by the application's clock.
  /// - Returns: The report of the launch; nil when the application is not running.
  /// - Throws: ``ApplicationError/stillLaunching(limit:waiting:)``, which names the tasks that it
  ///   waited for.
  public func waitUntilIdle(
    within limit: Duration
  ) async throws(ApplicationError) -> LaunchReport? {
    guard let run = current else { return nil }
    do throws(LaunchError) {
      try await run.launch.waitUntilIdle(within: limit)
    } catch {
      guard case .overdue(_, let waiting) = error else { throw .cancelled }
      throw .stillLaunching(limit: limit, waiting: OpenWaits(waiting).lines)
    }
    return report(of: run.launch)
  }

  /// The current report of the launch; if the application was stopped, the report of its last
  /// launch.
  public var report: LaunchReport? {
    switch phase {
    case .idle(let last): last
    case .preparing, .stopping: nil
    case .running(let run): report(of: run.launch)
    }
  }

  /// The modules that currently exist, in no particular order.
  package var modules: [any Module] { current?.modules.instances ?? [] }

  /// The module of a type, if it currently exists; for tests.
  ///
  /// - Parameter type: The module's type.
  package func module<M: Module>(_ type: M.Type) -> M? {
    modules.lazy.compactMap { $0 as? M }.first
  }

  /// The objects of stopped modules that are still alive, in the order in which they stopped.
  package var leaking: [ModuleLeak] { leaks?.alive ?? [] }

  /// Sets how the app was started, which a host learns just before the launch begins.
  package func replaceLaunchOptions(with options: LaunchOptions) {
    life.withLock { $0.launchOptions = options }
    profile?.launch(from: options.source)
  }

  /// Adds a sentence to the notes in the report of the current launch.
  package func note(_ sentence: String) { handlerLog.note(sentence) }

  /// The report of a launch, with the notes of this application.
  func report(of launch: LaunchRun) -> LaunchReport {
    var report = launch.report()
    report.notes = (profile?.notes ?? []) + (safeMode?.notes ?? []) + handlerLog.notes
    return report
  }

  private func enterPreparation() throws(ApplicationError) {
    let isFree = life.withLock { life in
      guard case .idle = life.phase else { return false }
      life.phase = .preparing(end: Promise(), isStopped: false)
      life.stopRequests.first = nil
      life.failure = nil
      return true
    }
    guard isFree else { throw .alreadyRunning }
  }

  /// Ends a preparation that led to no launch, and resumes the tasks that wait for its end.
  private func endPreparation() {
    let end = life.withLock { life -> Promise<Void>? in
      guard case .preparing(let end, _) = life.phase else { return nil }
      life.phase = .idle(last: nil)
      return end
    }
    end?.resolve(())
    healthChanged()
  }

  /// Asks a preparation to end, and waits until it does; returns false if nothing is being
  /// prepared.
  ///
  /// - Parameter limit: The longest wait. A preparation that takes longer still launches nothing.
  func stopPreparation(within limit: Duration) async -> Bool {
    let end = life.withLock { life -> Promise<Void>? in
      guard case .preparing(let end, _) = life.phase else { return nil }
      life.phase = .preparing(end: end, isStopped: true)
      return end
    }
    guard let end else { return false }
    _ = await Deadline.run(within: limit, clock: clock) { await end.value() }
    return true
  }

  private var isStopAwaited: Bool {
    guard case .preparing(_, let isStopped) = phase else { return false }
    return isStopped
  }

  private func prepare(
    _ timer: LaunchTimer, _ willLaunch: @MainActor @Sendable (EventBus) -> Void
  ) async throws(ApplicationError) -> Prepared {
    configuration.beginNoting()
    try await configuration.load(for: inventory.manifests)
    profile?.read()
    handlerLog.begin()
    // Once for both graphs: conditions may have effects, or change from one moment to the next.
    let off = skipped(inventory.manifests)
    let assembly = safeMode?.decide { assemble(without: off) } ?? assemble(without: off)
    let plan = try plan(of: assembly)
    guard !isStopAwaited else { throw .cancelled }
    let modules = RunningModules(assembly, plan, parts)
    declareListeners(modules.table)
    // In an earlier run, a module may have replaced one of these services.
    for service in provided { service.provide(to: services) }
    for manifest in assembly.manifests { router.expect(owner: manifest.name) }
    watch.start()
    await willLaunch(events)
    logVariables()
    logShuffle()
    reports?.begin()
    let marks = safeMode?.begin(plan, assembly.manifests, launchOptions.source)
    modules.supervision.record(in: marks)
    let launch = LaunchRun(
      open: plan, timer: timer, watch: watch,
      bodies: modules.bodies(of: plan.tasks), hooks: hooks(of: modules), marks: marks,
      quarantined: safeMode?.positions(in: plan, of: assembly) ?? [])
    modules.begin(launch)
    return Prepared(modules: modules, launch: launch)
  }

  /// Begins a prepared launch, unless a stop was requested in the meantime.
  private func begin(
    _ prepared: Prepared, within limit: Duration?
  ) throws(ApplicationError) -> Run {
    let run = life.withLock { life -> Run? in
      guard case .preparing(_, isStopped: false) = life.phase else { return nil }
      // A task that is created here begins without the lock.
      let execution = execution(of: prepared, granting: life.wishes, within: limit)
      let run = Run(modules: prepared.modules, launch: prepared.launch, execution: execution)
      life.wishes = Wishes()
      life.phase = .running(run)
      return run
    }
    guard let run else {
      // Events that the host has sent to modules which will not exist are dropped.
      for manifest in inventory.manifests { events.discard(manifest.name, reason: "was cancelled") }
      watch.stop()
      throw .cancelled
    }
    healthChanged()
    return run
  }

  private func execution(
    of prepared: Prepared, granting wishes: Wishes, within limit: Duration?
  ) -> Task<Void, Never> {
    let (modules, launch) = (prepared.modules, prepared.launch)
    let overrides = ServiceOverrides.current
    // A limit ends a long launch; without one, the log names its causes.
    let interval = limit == nil ? limits.launchWarning ?? .zero : .zero
    return Task.detached {
      [
        events, handlerLog, milestones, profile, safeMode, reports, logger, configuration, weak self
      ] in
      let assembly = modules.assembly
      modules.grant(wishes)
      await withDiscardingTaskGroup { group in
        group.addTask { await overrides.apply { await launch.execute() } }
        if interval > .zero {
          group.addTask { await Self.warn(of: launch, every: interval, to: logger) }
        }
        group.addTask {
          // After ready, so that no task waits for the search for near names.
          try? await launch.ready()
          for doubt in Self.doubts(of: assembly, declared: milestones) {
            logger.warning("\(doubt)")
          }
        }
        group.addTask {
          await launch.waitUntilIdle()
          var report = launch.report()
          report.notes = (profile?.notes ?? []) + (safeMode?.notes ?? []) + handlerLog.notes
          reports?.end(report)
          guard report.timeToReady != nil, report.stoppedBy == nil else { return }
          if !report.isCancelled { configuration.nameUnread(of: modules.sections) }
          // A launch that was ended by a stop has not completed.
          if !report.isCancelled { events.send(LaunchCompleted(report: report)) }
          await profile?.record(report)
        }
      }
      self?.failAfterReady(launch)
    }
  }

  /// Declares the listeners to the bus, which holds events for modules that do not exist yet.
  private func declareListeners(_ table: NodeTable) {
    for (module, manifest) in table.assembly.manifests.enumerated() {
      events.declare(
        manifest.name, order: table.place(of: module), handlers: manifest.handlers)
    }
  }

  /// Stops the application if an essential module or task failed after ready.
  private func failAfterReady(_ launch: LaunchRun) {
    let report = launch.report()
    guard report.timeToReady != nil, let task = report.stoppedBy,
      let outcome = report.task(named: task)?.outcome
    else { return }
    let failure = ApplicationError(.stopped(task: task, outcome: outcome), report)
    logger.error("\(failure)")
    if case .essential(let name, let reason, _) = failure {
      lose(LaunchFailed(name: name, reason: reason))
    }
    carryOutStop(of: launch)
  }

  /// Shuts down the modules of a launch that did not become ready.
  private func abandon(
    _ run: Run, _ number: Int, _ error: LaunchError
  ) async -> ApplicationError {
    if case .overdue = error {
      safeMode?.overdue()
      run.launch.cancel()
    }
    let report = report(of: run.launch)
    let failure = run.modules.fault ?? ApplicationError(error, report)
    readiness.settle(.failure(failure), of: number)
    if case .essential(let name, let reason, _) = failure {
      lose(LaunchFailed(name: name, reason: reason))
    }
    logNotStarted(run, report)
    _ = await stopping(run.launch, within: limits.stop)?.value
    return failure
  }
}
