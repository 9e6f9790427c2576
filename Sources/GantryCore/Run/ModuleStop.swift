// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

/// The stop of a run, whose time all modules share.
struct ModuleStop: Sendable {
  var budget: StopBudget
  /// How the modules were stopped, in this order.
  var entries: [ShutdownReport.Entry] = []
  /// The modules whose turn it is, which one task shuts down one after another.
  var turns: ArraySlice<Int> = []
  /// Whether there is that task.
  var isServed = false
  /// Called with each step; returns a closure that is called if the step takes a while.
  let onStep: @Sendable (StopStep) -> @Sendable () -> Void

  /// Adds a module whose turn it is.
  ///
  /// - Returns: Whether a task has to be created that shuts modules down.
  mutating func add(_ module: Int) -> Bool {
    turns.append(module)
    return !exchange(&isServed, with: true)
  }

  /// Takes the module to shut down next; nil lets the task end.
  mutating func nextTurn() -> Int? {
    let module = turns.popFirst()
    if module == nil { isServed = false }
    return module
  }
}

extension ModuleHost {
  /// Stops all modules, in reverse launch order; none is created any more.
  ///
  /// - Parameters:
  ///   - total: The longest time for all modules together.
  ///   - onStep: Called with each step; returns a closure that is called if the step takes a while.
  /// - Returns: How each module was stopped that existed.
  func close(
    within total: Duration,
    onStep: @escaping @Sendable (StopStep) -> @Sendable () -> Void
  ) async -> ShutdownReport {
    guard let driver else { return ShutdownReport(modules: []) }
    state.withLock { state in
      let instances = state.instances.compactMap(\.self)
      // The steps: the handlers, the work and the shutdown of each module, and finally the main
      // actor.
      let steps = 2 * instances.count + instances.count { $0.runs != nil } + 1
      state.stop = ModuleStop(
        budget: StopBudget(total, steps: steps, clock: parts.clock), onStep: onStep)
    }
    driver.take(.close)
    _ = await driver.wait(for: .closed)
    if events.keepsRemovedHandlers { await releaseRemoved() }
    for result in assembly.manifests.lazy.flatMap(\.tasks).compactMap(\.result) {
      services.withdraw(by: result.provider, run: run)
    }
    return ShutdownReport(modules: state.withLock { $0.stop?.entries ?? [] })
  }

  /// Ends the run without shutting modules down, because the application is gone.
  func drop() {
    state.withLock { $0.isDropped = true }
    for runs in state.withLock({ $0.instances.compactMap { $0?.runs } }) { runs.cancel() }
    driver?.take(.stop)
    driver?.take(.close)
  }

  /// Shuts a module down whose turn it is; the machine waits for its end, which is an input.
  func shutDown(_ module: Int) {
    let (isDropped, needsTask) = state.withLock { state in
      (state.isDropped, !state.isDropped && state.stop?.add(module) == true)
    }
    if isDropped { release(module, nil) }
    // One task for all, since each new one would wake a thread. The machine waits for its end.
    if needsTask { Task.detached { [self] in await shutDownAll() } }
  }

  private func shutDownAll() async {
    while let module = state.withLock({ $0.stop?.nextTurn() }) {
      release(module, await end(module))
    }
  }

  /// Releases a module, and passes its end to the machine.
  private func release(_ module: Int, _ entry: ShutdownReport.Entry?) {
    let instance = state.withLock { state in
      if let entry { state.stop?.entries.append(entry) }
      return exchange(&state.instances[module], with: nil)
    }
    extendLifetime(instance)
    let tasks = wiring.modules[module].nodes.filter { node in
      if case .task = work[node] { manifest(module).kind == .module } else { false }
    }
    driver?.gone(module, tasks)
  }

  /// Describes a step of the stop, with the handlers that run now.
  func text(of step: StopStep) -> String {
    guard case .handlers(let name) = step else { return "\(step)" }
    let busy = events.handling(name, run: run)
    return "\(step)" + (busy.isEmpty ? "" : ": \(Wording.list(busy.map(\.hearing), "and"))")
  }

  private func time(_ bound: Duration) -> Duration {
    state.withLock { $0.stop?.budget.next(bound) } ?? bound
  }

  private func onStep(_ step: StopStep) -> @Sendable () -> Void {
    state.withLock { $0.stop?.onStep }?(step) ?? {}
  }

  /// Lets a module handle its events, end its work and shut down, each within its time.
  private func end(_ module: Int) async -> ShutdownReport.Entry? {
    let (manifest, clock) = (manifest(module), parts.clock)
    let name = manifest.name
    let bound = manifest.shutdown?.options.timeout ?? parts.limit
    var instance = instance(module)
    var late = await drain(name, within: time(bound), onWait: onStep(.handlers(name)))
    if let runs = instance?.runs {
      let limit = time(bound)
      let open = await runs.stop(
        within: limit, clock: clock,
        onWait: onStep(.runs(name, open: manifest.openWork(of: runs))))
      if !open.isEmpty { late = .workTimedOut(open.map(name.member), limit: limit) }
    }
    detachRoutes(of: module, because: "is stopping")
    var entry: ShutdownReport.Entry?
    if let instance, manifest.kind == .module || late != nil {
      let step = StopStep.shutdown(name, manifest.shutdown?.text)
      entry = await stop(name, instance, after: late, within: time(bound), onWait: onStep(step))
    }
    let candidates = parts.leaks == nil ? [] : instance.map { self.candidates(name, $0) } ?? []
    withdraw(module)
    instance = nil
    extendLifetime(state.withLock { exchange(&$0.instances[module], with: nil) })
    parts.leaks?.add(candidates)
    return entry
  }

  /// Lets the main actor release the handlers, which retain the modules, once it is free.
  private func releaseRemoved() async {
    _ = await Deadline.run(
      within: time(parts.limit), clock: parts.clock, onWait: onStep(.mainActor)
    ) { [events] in await events.releaseRemoved() }
  }

  /// Lets a module handle the events that it has accepted; events that are left after its time are
  /// dropped.
  private func drain(
    _ name: ModuleName, within bound: Duration, onWait: @escaping @Sendable () -> Void
  ) async -> ShutdownReport.Failure? {
    // If no accepted event is left, there is nothing to limit.
    if events.detachAtOnce(name, run: run) { return nil }
    let late = await Deadline.run(within: bound, clock: parts.clock, onWait: onWait) {
      [events, run] in
      await events.detach(name, run: run)
    }
    guard late != nil else { return nil }
    let busy = events.handling(name, run: run)
    events.discard(name, reason: "has stopped", run: run)
    return .handlersTimedOut(busy, limit: bound)
  }

  /// Runs the shutdown function of a module, if it has one.
  func stop(
    _ name: ModuleName, _ instance: ModuleInstance, after late: ShutdownReport.Failure?,
    within bound: Duration, onWait: @escaping @Sendable () -> Void
  ) async -> ShutdownReport.Entry {
    guard let shutdown = instance.shutdown else {
      return ShutdownReport.Entry(name: name, duration: .zero, failure: late)
    }
    let elapsed = parts.clock.stopwatch()
    let application = ObjectIdentifier(events)
    let miss = await Deadline.run(within: bound, clock: parts.clock, onWait: onWait) {
      try await Inside.run(.shutdown(module: name), of: application, shutdown)
    }
    return ShutdownReport.Entry(
      name: name, duration: elapsed(), failure: miss.map { ShutdownReport.Failure($0) } ?? late)
  }

  /// Withdraws the services, results and routes of a module.
  private func withdraw(_ module: Int) {
    services.withdraw(by: manifest(module).name, run: run)
    for result in manifest(module).tasks.compactMap(\.result) {
      services.withdraw(by: result.provider, run: run)
    }
    detachRoutes(of: module, because: "has stopped")
  }

  /// Returns weak references to the objects of a module that should be released, and withdraws its
  /// services.
  private func candidates(_ name: ModuleName, _ instance: ModuleInstance) -> [LeakCandidate] {
    let module = instance.module.flatMap { WeakReference($0) }
    // A module may provide itself as a service.
    let services = services.withdrawReferring(by: name, run: run)
      .filter { $0.object.id != module?.id }
    let routes = instance.routes.compactMap { route in
      route.typed.flatMap { WeakReference($0) }.map { (route.declaration.name, $0) }
    }
    return (module.map { [LeakCandidate(module: name, part: .module, object: $0)] } ?? [])
      + services.map { LeakCandidate(module: name, part: .service($0.type), object: $0.object) }
      + routes.map { LeakCandidate(module: name, part: .route($0.0), object: $0.1) }
  }
}

extension ModuleManifest {
  /// Returns the long-running work that has not ended, with its source locations.
  fileprivate func openWork(of runs: ModuleRuns) -> [String] {
    let open = Set(runs.openNames)
    return self.runs.filter { open.contains($0.function) }
      .map { "'\($0.function)' (\($0.declaredAt))" }
  }
}

extension ModuleManifest.Shutdown {
  fileprivate var text: String { "'\(function)' (\(declaredAt))" }
}
