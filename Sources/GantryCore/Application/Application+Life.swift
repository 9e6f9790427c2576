// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryServices
internal import Logging
internal import GantrySupport

extension Application {
  /// Launches the modules, and returns when the app is ready; after-ready work goes on.
  ///
  /// Cancelling the calling task cancels the launch, and modules that had started are shut down.
  ///
  /// - Parameter willLaunch: Called when the listeners are known, before any module exists: events
  ///   that a host sends here are held for the modules.
  /// - Returns: The report at ready; ``waitUntilIdle()`` returns the complete one.
  /// - Throws: ``ApplicationError``: faults, an unusable configuration file, an essential failure,
  ///   a launch that took too long, was cancelled or was stopped by a module, or an application that
  ///   is already running. This call then leaves nothing running.
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
    ProgramExit.watch(self)
    let run: Run
    let number = life.withLock(\.starts)
    healthChanged()
    do {
      run = try begin(try await prepare(timer, willLaunch))
    } catch {
      settle(.failure(error), ofStart: number)
      safeMode?.abandoned()
      // Calls must not wait for modules that will not launch.
      for manifest in inventory.manifests where manifest.hasRoutes {
        router.detach(owner: manifest.name, because: "was not started")
      }
      router.refuseOutside(because: "was not started")
      endPreparation()
      throw error
    }
    do {
      try await untilReady(run.driver, within: limit)
    } catch {
      throw await abandon(run, number, error)
    }
    let report = announceReady(run)
    settle(.success(report), ofStart: number)
    healthChanged()
    await reports?.ready(report)
    return report
  }

  /// Waits until all tasks have ended, except those that wait for a milestone or a demand.
  ///
  /// - Returns: The report of the launch, which is incomplete if the waiting task is cancelled; nil
  ///   when the application is not running.
  @discardableResult
  public func waitUntilIdle() async -> LaunchReport? {
    guard let run = current else { return nil }
    _ = await run.driver.waitUnlessCancelled(for: .quiet, by: run.host.callingNode)
    return report(of: run)
  }

  /// Waits like ``waitUntilIdle()``, but only for a limited time; the launch goes on after that.
  ///
  /// - Parameter limit: The longest wait, by the application's clock.
  /// - Returns: The report of the launch, which is incomplete if the waiting task is cancelled; nil
  ///   when the application is not running.
  /// - Throws: ``ApplicationError/stillLaunching(limit:waiting:)``, which names the tasks that it
  ///   waited for.
  @discardableResult
  public func waitUntilIdle(
    within limit: Duration
  ) async throws(ApplicationError) -> LaunchReport? {
    guard let run = current else { return nil }
    do throws(LaunchError) {
      try await run.driver.waitUntilIdle(within: limit, by: run.host.callingNode)
    } catch {
      guard case .overdue(_, let waiting) = error else { throw .cancelled }
      throw .stillLaunching(limit: limit, waiting: OpenTask.all(waiting))
    }
    return report(of: run)
  }

  /// The report of the current launch, or of the last one if the application was stopped.
  ///
  /// It is nil before the first launch, while a launch is prepared, during a stop, and after a
  /// start that failed before any module ran.
  public var report: LaunchReport? {
    switch phase {
    case .idle(let last): last
    case .preparing, .stopping: nil
    case .running(let run, _): report(of: run)
    }
  }

  /// The modules that currently exist, in no particular order.
  package var modules: [any Module] { current?.host.instances ?? [] }

  /// The module of a type, if it currently exists; for tests.
  ///
  /// - Parameter type: The module's type.
  package func module<M: Module>(_ type: M.Type) -> M? {
    modules.lazy.compactMap { $0 as? M }.first
  }

  /// The objects of stopped modules that are still alive, in the order in which they stopped.
  package var leaking: [LeakCandidate] { leaks?.alive ?? [] }

  /// Sets how the app was started, which a host learns just before the launch begins.
  package func replaceLaunchOptions(with options: LaunchOptions) {
    life.withLock { $0.launchOptions = options }
    profile?.launch(from: options.source)
  }

  /// Adds a sentence to the notes in the report of the current launch.
  package func note(_ sentence: String) { handlerLog.note(sentence) }

  /// The report of a launch, with its circumstances and the notes of this application.
  func report(of run: Run) -> LaunchReport { reporter(of: run)() }

  /// Returns a function that makes the report of a launch, and doesn't keep this application alive.
  private func reporter(of run: Run) -> @Sendable () -> LaunchReport {
    { [profile, safeMode, handlerLog] in
      var report = run.driver.report()
      for (node, count) in run.host.reportAttempts where report.tasks.indices.contains(node) {
        report.tasks[node].attempts = report.tasks[node].attempts > 0 ? count : 0
      }
      report.circumstances = run.circumstances()
      report.notes = (profile?.notes ?? []) + (safeMode?.notes ?? []) + handlerLog.notes
      return report
    }
  }

  /// Returns a function that finds the circumstances of a launch, so that no launch waits for them.
  private func circumstances(
    _ timer: LaunchTimer, _ plan: LaunchPlan
  ) -> @Sendable () -> LaunchReport.Circumstances {
    let (options, isFirst) = life.withLock { ($0.launchOptions, $0.starts == 1) }
    let (status, before) = (safeMode?.status, safeMode?.before)
    return { [profile, safeMode, workers = plan.workers] in
      LaunchReport.Circumstances(
        startedAt: timer.startedAt, timer.start,
        build: profile?.build ?? safeMode?.build ?? Profile.currentBuild,
        source: options.source, processKind: options.processKind, workers: workers,
        isFirstInProcess: isFirst, safeMode: status?.level ?? .off,
        quarantined: status?.quarantined ?? [], before: before)
    }
  }

  private func enterPreparation() throws(ApplicationError) {
    let isFree = life.withLock { life in
      guard case .idle = life.phase else { return false }
      life.phase = .preparing(end: Promise(), isStopped: false)
      life.readiness = nil
      life.starts += 1
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
      life.isLeaving = false
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

  private func prepare(
    _ timer: LaunchTimer, _ willLaunch: @MainActor @Sendable (EventBus) -> Void
  ) async throws(ApplicationError) -> Run {
    try loadConfiguration()
    profile?.read()
    handlerLog.begin()
    // Once for both graphs: conditions may have effects, or change from one moment to the next.
    let off = skipped(inventory.manifests)
    let assembly = safeMode?.decide { assemble(without: off) } ?? assemble(without: off)
    let plan = try plan(of: assembly)
    if case .preparing(_, isStopped: true) = phase { throw .cancelled }
    let host = host(of: assembly, plan)
    let driver = Driver(
      host.wiring, timer: timer, watch: watch, bodies: host.bodies(), effects: host,
      application: ObjectIdentifier(events))
    // In an earlier run, a module may have replaced one of these services.
    for service in provided { service.provide(to: services) }
    host.announce()
    watch.start()
    await willLaunch(events)
    logVariables()
    logShuffle()
    await reports?.begin()
    if let marks = safeMode?.begin(plan, assembly.manifests, launchOptions.source) {
      host.supervision.marks.put(marks)
      driver.record(in: marks)
    }
    host.begin(driver)
    return Run(host: host, driver: driver, circumstances: circumstances(timer, plan))
  }

  /// Creates the host of the modules of a run.
  func host(of assembly: LaunchAssembly, _ plan: LaunchPlan) -> ModuleHost {
    let parts = parts
    return ModuleHost(
      assembly, plan, quarantined: safeMode?.positions(in: plan, of: assembly) ?? [],
      leftOut: safeMode?.leftOut(in: plan, of: assembly) ?? [:], parts,
      contexts: contexts(of: assembly.manifests, in: parts.supervision))
  }

  /// Begins a prepared run, unless a stop was requested in the meantime.
  private func begin(_ run: Run) throws(ApplicationError) -> Run {
    let requests = life.withLock { life -> EarlyRequests? in
      guard case .preparing(_, isStopped: false) = life.phase else { return nil }
      // A task that is created here begins without the lock.
      life.phase = .running(run, aftermath: aftermath(of: run))
      return exchange(&life.requests, with: EarlyRequests())
    }
    guard let requests else {
      // Events that the host has sent to modules which will not exist are dropped.
      for manifest in inventory.manifests { events.discard(manifest.name, reason: "was cancelled") }
      watch.stop()
      throw .cancelled
    }
    for milestone in requests.milestones.sorted(by: { $0.name < $1.name }) {
      run.driver.take(.reached(milestone))
    }
    for name in requests.names.map(\.rawValue).sorted() {
      if let node = run.host.node(name) { run.driver.take(.demanded(node)) }
    }
    // Otherwise a small app may be ready before its start notices the cancellation.
    run.driver.take(Task.isCancelled ? .startCancelled : .start)
    run.host.startAtEvents()
    healthChanged()
    return run
  }

  /// Does what follows a launch: warns of a long one and of names, and records the report once
  /// nothing runs.
  private func aftermath(of run: Run) -> Task<Void, Never> {
    let (host, driver) = (run.host, run.driver)
    let interval = limits.launchWarning ?? .zero
    return Task.detached {
      [
        events, inventory, milestones, profile, reports, logger, makeReport = reporter(of: run),
        weak self
      ] in
      await withTaskGroup(of: Void.self) { group in
        if interval > .zero {
          group.addTask { await Self.warn(of: driver, every: interval, to: logger) }
        }
        group.addTask {
          // After ready, so that no task waits for the search for near names.
          guard (try? await driver.ready()) != nil else { return }
          let graph = Self.warnings(of: host.assembly, declared: milestones)
          for warning in inventory.warnings + graph {
            logger.warning("\(warning)")
          }
        }
        group.addTask {
          _ = await driver.wait(for: .quiet)
          let report = makeReport()
          await reports?.end(report)
          self?.life.withLock(\.observer)?.launchEnded(report)
          guard report.timeToReady != nil, report.stoppedBy == nil else { return }
          // A launch that was ended by a stop has not completed.
          if !report.isCancelled { events.send(LaunchCompleted(report: report)) }
          await profile?.record(report)
        }
      }
    }
  }

  /// Reacts to a failed run. If `start()` hasn't returned yet, it throws the error instead.
  func end(_ supervision: Supervision, because ending: Machine.Ending) {
    // Before the tasks that are under way are cancelled, since the journal records them.
    if ending == .overdue { safeMode?.overdue() }
    guard let run = run(of: supervision), run.driver.read({ $0.isReady }) else { return }
    switch ending {
    case .essential, .workFailed: break
    case .stopped, .cancelled, .overdue: return
    }
    // Not here, since a log and a host's closure may take a while.
    Task.detached { [self] in
      let failure = error(of: ending, in: run, report(of: run))
      logger.error("\(failure)")
      if case .essential(let failed, _) = failure { lose(failed) }
      carryOutStop(of: run)
    }
  }

  /// Returns the error of a run that ended.
  private func error(
    of ending: Machine.Ending, in run: Run, _ report: LaunchReport
  ) -> ApplicationError {
    guard case .workFailed(let module, let reason) = ending else {
      return ApplicationError(run.driver.error(of: ending), report)
    }
    return .essential(
      LaunchFailed(name: run.host.manifest(module).name, reason: reason), report: report)
  }

  /// Shuts down the modules of a launch that did not become ready.
  private func abandon(
    _ run: Run, _ number: Int, _ error: LaunchError
  ) async -> ApplicationError {
    let report = report(of: run)
    let ending = run.driver.read(\.ending)
    var failure = ApplicationError(error, report)
    if case .workFailed? = ending, let ending { failure = self.error(of: ending, in: run, report) }
    if case .cancelled = failure { failure = life.withLock(\.cancellation) }
    settle(.failure(failure), ofStart: number)
    if case .essential(let failed, _) = failure { lose(failed) }
    logNotStarted(run, report)
    _ = await stopping(run, within: limits.stop)?.value
    return failure
  }
}
