// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryText

/// The stop of a run, whose time all modules share.
struct ModuleStop: Sendable {
  var budget: StopBudget
  /// The lives in the order in which they have ended.
  var order: [LifeID] = []
  /// Takes the modules that the stop shuts down, one after another.
  let turns: AsyncStream<(module: Int, life: LifeID)>.Continuation
  /// Called with each step; returns a closure that is called if the step takes a while.
  let onStep: @Sendable (StopStep) -> @Sendable () -> Void
}

/// The shutdown of a module.
struct Farewell {
  /// Resolved when the module is gone or left behind.
  let end = Promise<Void>()
  /// Lets it handle its events, end its work and shut down; nil if the stop does so in its turn, or
  /// if the application is gone.
  let work: Task<Void, Never>?
}

extension ModuleHost {
  /// Stops all modules, in reverse launch order; none is created any more.
  ///
  /// - Parameters:
  ///   - total: The longest time for all modules together.
  ///   - onStep: Called with each step; returns a closure that is called if the step takes a while.
  /// - Returns: How each module was stopped that existed or was being shut down.
  func close(
    within total: Duration,
    onStep: @escaping @Sendable (StopStep) -> @Sendable () -> Void
  ) async -> ShutdownReport {
    guard let driver else { return ShutdownReport(modules: []) }
    let (modules, turns) = AsyncStream.makeStream(of: (module: Int, life: LifeID).self)
    state.withLock { state in
      let instances = state.instances.compactMap(\.self)
      // The steps: the handlers, the work and the shutdown of each module, and finally the main
      // actor.
      let steps =
        2 * (instances.count + state.farewells.count) + instances.count { $0.runs != nil } + 1
      state.stop = ModuleStop(
        budget: StopBudget(total, steps: steps, clock: parts.clock), turns: turns,
        onStep: onStep)
    }
    // One task for all: each new one would wake a thread.
    Task.detached { [self] in
      for await (module, life) in modules { retire(module, life, await farewell(module, life)) }
    }
    driver.take(.close)
    _ = await driver.wait(for: .closed)
    turns.finish()
    if events.keepsGone { await letGo() }
    let lives = driver.read { machine in machine.modules.map(\.life) }
    for (module, life) in lives.enumerated() { withdrawResults(of: module, life) }
    return state.withLock { state in
      ShutdownReport(modules: state.stop?.order.compactMap { state.entries[$0] } ?? [])
    }
  }

  /// Ends the run without a farewell, because the application is gone.
  func drop() {
    state.withLock { $0.isDropped = true }
    for runs in state.withLock({ $0.instances.compactMap { $0?.runs } }) { runs.cancel() }
    driver?.take(.stop)
    driver?.take(.close)
  }

  /// Returns how modules were stopped whose lives have ended. They are forgotten, and so are the
  /// others once they end, unless the stop reports them, too.
  @discardableResult
  func takeEntries(of lives: [LifeID]) -> ShutdownReport {
    ShutdownReport(
      modules: state.withLock { state in
        let current = Set(state.lives)
        return lives.compactMap { life in
          if state.stop != nil { return state.entries[life] }
          if current.contains(life) { state.unclaimed.insert(life) }
          return state.entries.removeValue(forKey: life)
        }
      })
  }

  /// Shuts a module down that is no longer in use.
  func shutDown(_ module: Int, _ life: LifeID) {
    let (isDropped, turns) = state.withLock { state in
      // The machine waits for the end, which is an input.
      let work =
        state.isDropped || state.stop != nil
        ? nil : Task.detached { [self] in retire(module, life, await farewell(module, life)) }
      state.farewells[life] = Farewell(work: work)
      return (state.isDropped, state.stop?.turns)
    }
    if isDropped { retire(module, life, nil) } else { turns?.yield((module, life)) }
  }

  /// Bounds the shutdown of a module that was already under way as the stop reached it.
  func hasten(_ module: Int, _ life: LifeID) {
    guard let farewell = state.withLock({ $0.farewells[life] }) else { return }
    let name = manifest(module).name
    Task.detached { [self] in
      let bound = time(manifest(module).shutdown?.options.timeout ?? parts.limit)
      let elapsed = parts.clock.stopwatch()
      let late = await Deadline.run(
        within: bound, clock: parts.clock, onWait: onStep(.shutdown(name))
      ) { await farewell.end.value() }
      guard let late else { return }
      retire(
        module, life, ShutdownReport.Entry(name: name, duration: elapsed(), failure: late))
      farewell.work?.cancel()
    }
  }

  /// Releases a module, and passes its end to the machine; further calls do nothing.
  private func retire(_ module: Int, _ life: LifeID, _ entry: ShutdownReport.Entry?) {
    let (end, instance) = state.withLock { state -> (Promise<Void>?, ModuleInstance?) in
      guard let end = state.farewells.removeValue(forKey: life)?.end else { return (nil, nil) }
      let isUnclaimed = state.unclaimed.remove(life) != nil
      if !isUnclaimed || state.stop != nil { state.entries[life] = entry }
      state.stop?.order.append(life)
      guard state.lives[module] == life else { return (end, nil) }
      state.lives[module] = nil
      return (end, exchange(&state.instances[module], with: nil))
    }
    extendLifetime(instance)
    guard let end else { return }
    let tasks = wiring.modules[module].nodes.filter { node in
      if case .task = work[node] { manifest(module).kind == .module } else { false }
    }
    driver?.gone(life, tasks)
    end.resolve()
  }

  private func time(_ bound: Duration) -> Duration {
    state.withLock { $0.stop?.budget.next(bound) } ?? bound
  }

  private func onStep(_ step: StopStep) -> @Sendable () -> Void {
    state.withLock { $0.stop?.onStep }?(step) ?? {}
  }

  /// Lets a module handle its events, end its work and shut down, each within its time.
  private func farewell(_ module: Int, _ life: LifeID) async -> ShutdownReport.Entry? {
    let (manifest, clock) = (manifest(module), parts.clock)
    let name = manifest.name
    let bound = manifest.shutdown?.options.timeout ?? parts.limit
    var instance = instance(module)
    var late = await drain(manifest, life, within: time(bound), onWait: onStep(.handlers(name)))
    if let runs = instance?.runs {
      late =
        await runs.stop(
          within: time(bound), clock: clock, onWait: onStep(.runs(name, open: runs.openNames)))
        ?? late
    }
    detachRoutes(of: module, because: "is stopping", life)
    var entry: ShutdownReport.Entry?
    if let instance, manifest.kind == .module || late != nil {
      entry = await stop(
        name, instance, after: late, within: time(bound), onWait: onStep(.shutdown(name)))
    }
    let candidates =
      parts.leaks == nil ? [] : instance.map { self.candidates(name, $0, life) } ?? []
    withdraw(module, life)
    instance = nil
    extendLifetime(
      state.withLock { state in
        state.lives[module] == life ? exchange(&state.instances[module], with: nil) : nil
      })
    if state.withLock({ $0.stop == nil }), events.keepsGone { await letGo() }
    parts.leaks?.add(candidates)
    return entry
  }

  /// Lets the main actor release the handlers, which retain the modules, once it is free.
  private func letGo() async {
    _ = await Deadline.run(
      within: time(parts.limit), clock: parts.clock, onWait: onStep(.mainActor)
    ) { [events] in await events.letGo() }
  }

  /// Lets a module handle the events that it has accepted; events that are left after its time are
  /// dropped.
  private func drain(
    _ manifest: ModuleManifest, _ life: LifeID, within bound: Duration,
    onWait: @escaping @Sendable () -> Void
  ) async -> String? {
    let name = manifest.name
    guard events.silence(name, life: life) else {
      // No accepted event is left, so there is nothing to limit.
      await events.detach(name, life: life)
      return nil
    }
    let late = await Deadline.run(within: bound, clock: parts.clock, onWait: onWait) { [events] in
      await events.detach(name, life: life)
    }
    guard let late else { return nil }
    let busy = events.handling(name, life: life)
    events.discard(name, reason: "has stopped", life: life)
    return "its event handlers \(late)" + (busy.isEmpty ? "" : ": " + Wording.list(busy, "and"))
  }

  /// Runs the shutdown function of a module, if it has one.
  func stop(
    _ name: ModuleName, _ instance: ModuleInstance, after late: String?,
    within bound: Duration, onWait: @escaping @Sendable () -> Void
  ) async -> ShutdownReport.Entry {
    guard let shutdown = instance.shutdown else {
      return ShutdownReport.Entry(name: name, duration: .zero, failure: late)
    }
    let elapsed = parts.clock.stopwatch()
    let application = ObjectIdentifier(events)
    let failure = await Deadline.run(within: bound, clock: parts.clock, onWait: onWait) {
      try await Inside.run(.shutdown(module: name), of: application, shutdown)
    }
    return ShutdownReport.Entry(name: name, duration: elapsed(), failure: failure ?? late)
  }

  /// Withdraws the services, results and routes of a module.
  private func withdraw(_ module: Int, _ life: LifeID) {
    services.withdraw(by: manifest(module).name, life: life)
    withdrawResults(of: module, life)
    let reason = driver?.read { machine in
      guard machine.modules[module].life == life else { return nil as String? }
      return machine.failure(of: module)?.predicate(of: "")
        ?? machine.offReason(module).map { "is \($0.words)" }
    }
    detachRoutes(of: module, because: (reason ?? nil) ?? "has stopped", life)
  }

  /// Returns weak references to the objects of a module that should be released, and withdraws its
  /// services.
  private func candidates(
    _ name: ModuleName, _ instance: ModuleInstance, _ life: LifeID
  ) -> [LeakCandidate] {
    let module = instance.module.flatMap { WeakReference($0) }
    // A module may provide itself as a service.
    let services = services.withdrawReferring(by: name, life: life)
      .filter { $0.object.id != module?.id }
    let routes = instance.routes.compactMap { route in
      route.typed.flatMap { WeakReference($0) }.map { (route.declaration.name, $0) }
    }
    return (module.map { [LeakCandidate(module: name, part: .module, object: $0)] } ?? [])
      + services.map { LeakCandidate(module: name, part: .service($0.type), object: $0.object) }
      + routes.map { LeakCandidate(module: name, part: .route($0.0), object: $0.1) }
  }
}
