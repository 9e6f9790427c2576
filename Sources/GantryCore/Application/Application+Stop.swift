// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport
internal import Logging

extension Application {
  /// Ends the launch if it is still going on, and shuts the modules down in reverse launch order.
  ///
  /// Each module first handles its accepted events. Each step gets a share of the time that
  /// ``Limits`` allow. If a step takes longer, it's cancelled, left behind and listed in the report. A
  /// ``start(willLaunch:)`` that is under way throws ``ApplicationError/cancelled``, or
  /// ``ApplicationError/stopRequested(_:)`` if a module requested the stop.
  ///
  /// The application can be started again. Events sent between a stop and the next start aren't
  /// delivered, whereas events before the first start are held.
  ///
  /// You can call it from a module's event handler, launch task, long-running work or shutdown
  /// function, or from a child task of one. It then begins the stop and returns at once, with an
  /// empty report. The stop itself waits for the end of that code.
  ///
  /// - Returns: How each module was stopped; empty when there was no module to stop.
  @discardableResult
  public func stop() async -> ShutdownReport { await stop(within: limits.stop) }

  /// Stops like ``stop()``, but within another time.
  ///
  /// - Parameter limit: The longest time for the whole stop, if this call begins it.
  package func stop(within limit: Duration) async -> ShutdownReport {
    if await stopPreparation(within: limit) { return ShutdownReport(modules: []) }
    let stopping = stopping(nil, within: limit)
    guard !isInside else { return ShutdownReport(modules: []) }
    return await stopping?.value ?? ShutdownReport(modules: [])
  }

  /// Reports that a host is going to stop the application, which isn't ready from now on.
  ///
  /// Everything goes on until ``stop()``. The end of the run takes the report back.
  package func leave() {
    let isNew = life.withLock { life in
      switch life.phase {
      case .idle, .stopping: return false
      case .preparing, .running: return !exchange(&life.isLeaving, with: true)
      }
    }
    if isNew { healthObservers.changed() }
  }

  /// Whether there is no run that goes on: the modules are being shut down, or don't exist.
  package var isStopped: Bool {
    switch phase {
    case .idle, .stopping: true
    case .preparing, .running: false
    }
  }

  /// Whether the current task belongs to code of a module that a stop waits for.
  private var isInside: Bool {
    Inside.all(of: ObjectIdentifier(events)).contains { $0 != .handler(module: nil) }
  }

  /// The tasks that keep the application from being ready or from stopping, one line each.
  ///
  /// Reading it takes locks, but waits for no task, so any thread can read it even if nothing else
  /// makes progress.
  package var holders: [String] {
    let main = mainHolder.map { ["the main actor is held by \($0)"] } ?? []
    let (phase, step, stopFailures) = life.withLock { ($0.phase, $0.stopStep, $0.stopFailures) }
    switch phase {
    case .idle:
      return main
        + stopFailures.map { entry in
          "\(entry.name), which was left behind: \(entry.failure.map { "\($0)" } ?? "")"
        }
    case .preparing: return main + ["the launch is being prepared"]
    case .running(let run, _): return main + Self.waits(of: run)
    case .stopping(let run, _):
      guard let step else { return main }
      return main
        + (step == .launch ? Self.waits(of: run) : ["waiting for \(run.host.text(of: step))"])
    }
  }

  /// The code of a module that currently holds the main actor, as a clause; nil if none is known.
  var mainHolder: String? { watch.chain.last?.clause }

  /// Begins the stop, or joins the one that is under way; returns nil if there is nothing to stop.
  ///
  /// The task is detached from the caller: modules must be shut down even if the caller is
  /// cancelled. They must also get their accepted events if it is an event handler, which no task
  /// would wait for.
  ///
  /// - Parameters:
  ///   - run: The run to stop; nil stops whichever runs.
  ///   - limit: The longest time for the whole stop.
  func stopping(_ run: Run?, within limit: Duration) -> Task<ShutdownReport, Never>? {
    let (task, ended, cancellation) = life.withLock {
      life -> (Task<ShutdownReport, Never>?, Promise<Readiness>?, ApplicationError) in
      let cancellation = life.cancellation
      switch life.phase {
      case .stopping(_, let task): return (task, nil, cancellation)
      case .running(let current, let followUp)
      where run.map({ $0.driver === current.driver }) ?? true:
        let task = Task.detached {
          self.onStop.value?(true)
          defer { self.onStop.value?(false) }
          return await self.shutDown(current, followUp, within: limit)
        }
        life.phase = .stopping(current, task)
        if case .failure? = life.readiness { return (task, nil, cancellation) }
        return (task, life.settle(.failure(cancellation)), cancellation)
      case .idle, .preparing, .running: return (nil, nil, cancellation)
      }
    }
    ended?.resolve(.failure(cancellation))
    if task != nil {
      safeMode?.stopping()
      healthObservers.changed()
    }
    return task
  }

  private func shutDown(
    _ run: Run, _ followUp: Task<Void, Never>, within limit: Duration
  ) async -> ShutdownReport {
    let elapsed = clock.stopwatch()
    configuration.keep(nil)
    run.driver.take(.stop)
    // A run that was cancelled before it began ends without a further action.
    router.refuseOutside(because: "is stopping")
    // A tenth is reserved for the steps without their own limit.
    let shared = limit * 0.9
    let waiting = await endOfLaunch(run, followUp, within: min(limits.shutdown, shared / 2))
    let shutdown = await run.host.close(within: max(.zero, shared - elapsed())) {
      [weak self, weak host = run.host] step in
      self?.at(step, of: host) ?? {}
    }
    for entry in shutdown.failures {
      guard let failure = entry.failure else { continue }
      logger.warning(
        "did not stop cleanly: \(failure)", metadata: ["gantry.module": "\(entry.name)"])
    }
    services.forgetStarter()
    // Modules that no longer exist reserve no keys.
    watch.stop()
    safeMode?.stopped()
    let report = report(of: run)
    // A task that ignores its cancellation has kept the launch from ending.
    await reports?.end(report)
    life.withLock { life in
      life.stopStep = nil
      life.stopFailures = shutdown.failures
      life.phase = .idle(last: report)
      life.isLeaving = false
    }
    healthObservers.changed()
    return shutdown.with(
      waiting, timeLeft: max(.zero, limit - elapsed()), request: stopRequest)
  }

  /// Waits until no task of the launch runs; a task that ignores its cancellation must not keep the
  /// others from stopping.
  ///
  /// - Returns: The tasks that still run.
  private func endOfLaunch(
    _ run: Run, _ followUp: Task<Void, Never>, within bound: Duration
  ) async -> [OpenTask] {
    life.withLock { $0.stopStep = .launch }
    let say = { @Sendable [logger] in
      let lines = Self.waits(of: run)
      if !lines.isEmpty { logger.notice("stopping: \(lines.joined(separator: "; "))") }
    }
    let late = await Deadline.run(within: bound, clock: clock, onWait: say) {
      _ = await run.driver.wait(for: .bodies)
      await followUp.value
    }
    guard let late else { return [] }
    let waiting = Self.openTasks(of: run)
    let names =
      waiting.isEmpty ? "" : ": \(waiting.map(\.description).joined(separator: "; "))"
    logger.warning("launch tasks are still running at the stop: the wait for them \(late)\(names)")
    return waiting
  }

  /// Notes the current step of a stop, and returns a closure that logs a step that takes a while.
  private func at(_ step: StopStep, of host: ModuleHost?) -> @Sendable () -> Void {
    let isAsked = life.withLock { life in
      life.stopStep = step
      return life.runScopes != nil
    }
    // A loop that only checks its cancellation sees it after three quarters of its time.
    let advice = if case .runs = step, isAsked { StopStep.advice } else { "" }
    return { [weak host, logger] in
      logger.notice("stopping: waiting for \(host?.text(of: step) ?? "\(step)")\(advice)")
    }
  }

  private static func openTasks(of run: Run) -> [OpenTask] {
    OpenTask.all(run.driver.openWaits.map(run.host.noticingPause))
  }

  private static func waits(of run: Run) -> [String] { openTasks(of: run).map(\.description) }
}

extension MainActorHeld.Code {
  /// The code as a clause, for the middle of a sentence.
  var clause: String {
    let owner = module.map { " of \($0)" } ?? ""
    let heard = event.map { ", which hears \($0)" } ?? ""
    let place = declaredAt.map { " (\($0))" } ?? ""
    return "the \(kind.rawValue) '\(name)'\(owner)\(heard)\(place)"
  }
}

/// The stop request of one run, and the closure that carries it out.
struct StopRequests: Sendable {
  var first: StopRequest?
  /// Nil lets the application stop itself.
  var handler: (@Sendable () -> Void)?
}

extension Application {
  /// The first request for a stop since the last start.
  package var stopRequest: StopRequest? { life.withLock(\.stopRequests.first) }

  /// Sets the closure that carries out a stop that a module requests or an essential failure after
  /// ready causes.
  ///
  /// If a stop has already been requested, the closure is called at once.
  ///
  /// - Parameter handler: Begins the stop; nil lets the application stop itself.
  package func handleStopRequests(_ handler: (@Sendable () -> Void)?) {
    let isDue = life.withLock { life in
      life.stopRequests.handler = handler
      // A request of the last run says nothing about the next one.
      if case .idle = life.phase { return false }
      return life.stopRequests.first != nil
    }
    if isDue { handler?() }
  }

  func requestStop(_ request: StopRequest, in supervision: Supervision?) {
    let run = life.withLock { life -> Run? in
      guard case .running(let run, _) = life.phase, life.stopRequests.first == nil,
        supervision == nil || run.host.supervision === supervision
      else { return nil }
      life.stopRequests.first = request
      return run
    }
    guard let run else { return }
    logger.log(
      level: request.isFailure ? .error : .notice,
      "stopping at the request of \(request.module): \(request.reason)",
      metadata: ["gantry.module": "\(request.module)"])
    carryOutStop(of: run)
  }

  var lifeState: ApplicationReference.State {
    switch phase {
    case .idle: .stopped
    case .stopping: .stopping
    case .preparing: .launching
    case .running:
      life.withLock { $0.isLeaving ? .stopping : $0.isReady ? .ready : .launching }
    }
  }
}

extension Application {
  /// Sets the scopes that the long-running work of modules runs in, so that a stop can ask it to
  /// end.
  ///
  /// - Parameter scopes: Creates a scope for one call; nil lets a stop cancel the work.
  package func setRunScopes(_ scopes: (@Sendable () -> any RunScope)?) {
    life.withLock { $0.runScopes = scopes }
  }

  /// Sets the observer of launches and long-running work, which replaces the last one.
  package func observe(with observer: any LifeObserver) {
    // Released after the lock, because releasing it may call the application.
    let former = life.withLock { life in
      exchange(&life.observer, with: observer)
    }
    extendLifetime(former)
  }

  func makeRunScope() -> (any RunScope)? { life.withLock(\.runScopes)?() }

  /// Stops a run that has to end. If a host carries out stops, it does so, since it may have
  /// services to stop before the modules.
  ///
  /// - Parameter run: The run to stop; nothing happens if it isn't the current one any more.
  func carryOutStop(of run: Run) {
    guard isCurrent(run.host.supervision) else { return }
    guard let handler = life.withLock(\.stopRequests.handler) else {
      _ = stopping(run, within: limits.stop)
      return
    }
    handler()
  }
}
