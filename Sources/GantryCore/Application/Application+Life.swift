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

  /// Launches the modules, and returns on the main thread when the app is ready.
  ///
  /// Use it in hosts that start in a synchronous call, such as
  /// `application(_:didFinishLaunchingWithOptions:)`. While it waits, this thread runs the tasks of
  /// the main lane, and the main run loop for all other work of the main actor. It sleeps when
  /// there is nothing to do. After-ready work goes on after it has returned.
  ///
  /// > Important: Call it on the main thread, outside of a task or a block of the main queue. If
  /// > the application's ``Limits`` have none for the launch, the call gives up after 20 seconds. Set
  /// > a lower one in an app: iOS terminates apps that don't finish launching in about that time.
  ///
  /// - Parameter willLaunch: Called when the listeners are known, before any module exists.
  /// - Returns: The report at ready; ``waitUntilIdle()`` returns the complete one.
  /// - Throws: ``ApplicationError/notBlockable`` when it would keep the main actor to itself;
  ///   ``ApplicationError/faults(_:)`` also for work that is ``RunReadiness/whenReported``; and the
  ///   errors of ``start(willLaunch:)``.
  @discardableResult
  @MainActor
  public func startBlocking(
    willLaunch: @escaping @MainActor @Sendable (EventBus) -> Void = { _ in }
  ) throws(ApplicationError) -> LaunchReport {
    let endless = inventory.manifests.compactMap { Fault.blockedReport(of: $0) }
    guard endless.isEmpty else { throw .faults(endless) }
    guard MainThread.canBlock() else { throw .notBlockable }
    let limit = limits.launch ?? .seconds(20)
    return try MainThread.block { [self] in
      await Result.awaiting { () async throws(ApplicationError) -> LaunchReport in
        try await start(within: limit, willLaunch)
      }
    }.get()
  }

  func start(
    within limit: Duration?, _ willLaunch: @MainActor @Sendable (EventBus) -> Void
  ) async throws(ApplicationError) -> LaunchReport {
    let timer = LaunchTimer(clock)
    try enterPreparation()
    ProgramExit.watch(self)
    let run: Run
    let number = life.withLock(\.starts)
    healthObservers.changed()
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
      try await run.driver.untilReady(within: limit)
    } catch {
      throw await abandon(run, number, error)
    }
    let report = announceReady(run)
    settle(.success(report), ofStart: number)
    healthObservers.changed()
    await reports?.ready(report)
    return report
  }

  /// Waits until the app is ready, even if it has not been started yet.
  ///
  /// Use it in code outside of modules that needs the modules, such as a server that listens once
  /// they have launched. ``start(willLaunch:)`` itself returns at that time.
  ///
  /// - Returns: The report at ready.
  /// - Throws: The error of ``start(willLaunch:)``, as soon as it is known, even if that was before
  ///   this call; ``ApplicationError/cancelled`` when the application was stopped and not started
  ///   again, or when the waiting task is cancelled; ``ApplicationError/stopRequested(_:)`` when a
  ///   module requested that stop.
  @discardableResult
  public func waitUntilReady() async throws(ApplicationError) -> LaunchReport {
    let (outcome, next) = life.withLock { ($0.readiness, $0.nextReadiness) }
    if let outcome { return try outcome.get() }
    return try (await next.valueUnlessCancelled() ?? .failure(.cancelled)).get()
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
  /// - Throws: ``ApplicationError/stillLaunching(limit:openTasks:)``, which names the tasks that it
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
      throw .stillLaunching(limit: limit, openTasks: OpenTask.all(waiting))
    }
    return report(of: run)
  }

  /// Logs that the app is ready, and which modules should have launched but did not.
  ///
  /// - Returns: The report at ready.
  private func announceReady(_ run: Run) -> LaunchReport {
    // In this order: tasks that settle in between are named by both, and logged once.
    run.host.announceReady()
    safeMode?.ready()
    let report = report(of: run)
    launchLog.notStarted(run, report)
    launchLog.ready(report)
    unreadKeys.begin()
    return report
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
    healthObservers.changed()
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
    environment.logVariables()
    environment.logShuffle()
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
      life.phase = .running(run, followUp: followUp(of: run))
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
    for name in requests.names.sorted() {
      if let node = run.host.node(name) { run.driver.take(.demanded(node)) }
    }
    // Otherwise a small app may be ready before its start notices the cancellation.
    run.driver.take(Task.isCancelled ? .startCancelled : .start)
    run.host.startAtEvents()
    healthObservers.changed()
    return run
  }

  /// Does what follows a launch: warns of a long one and of names, and records the report once
  /// nothing runs.
  private func followUp(of run: Run) -> Task<Void, Never> {
    let (host, driver) = (run.host, run.driver)
    let interval = limits.launchWarning ?? .zero
    return Task.detached {
      [
        events, inventory, milestones, profile, reports, logger, makeReport = reporter(of: run),
        weak self
      ] in
      await withTaskGroup(of: Void.self) { group in
        if interval > .zero {
          group.addTask { await driver.warnUntilReady(every: interval, to: logger) }
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
      if case .essential(let failed, _) = failure { recordFailure(of: failed) }
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
    if case .essential(let failed, _) = failure { recordFailure(of: failed) }
    launchLog.notStarted(run, report)
    _ = await stopping(run, within: limits.stop)?.value
    return failure
  }
}
