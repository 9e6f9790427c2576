// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport

extension Application {
  /// The current health of the application and its modules; reading it takes locks, but waits for
  /// no task.
  public var health: ApplicationHealth {
    let (phase, failure, state) = life.withLock { life in
      let state: ApplicationReference.State =
        life.isLeaving ? .stopping : life.isReady ? .ready : .launching
      return (life.phase, life.failure, state)
    }
    return switch phase {
    case .idle(let last): ApplicationHealth(.stopped, modules(after: last), failure: failure)
    case .preparing: ApplicationHealth(.launching, modules { _ in .launching })
    case .running(let run, _):
      ApplicationHealth(state, run.host.health, failure: failure)
    case .stopping(let run, _):
      ApplicationHealth(.stopping, run.host.health, failure: failure)
    }
  }

  /// The health of the application, now and after each change, until the application is gone.
  ///
  /// The latest value wins: a slow reader misses the values in between. Each sequence has one reader,
  /// and doesn't keep the application alive.
  ///
  /// ```swift
  /// for await health in application.healthUpdates { logger.info("\(health)") }
  /// ```
  public var healthUpdates: AsyncStream<ApplicationHealth> {
    let changes = observeHealth()
    let last = LockedBox<ApplicationHealth>()
    return AsyncStream { [weak self] in
      for await _ in changes {
        guard let health = self?.health else { return nil }
        guard health != last.value else { continue }
        last.put(health)
        return health
      }
      return nil
    }
  }

  /// Answers a probe of an orchestrator, which includes whether the main actor responds.
  ///
  /// - Parameters:
  ///   - probe: The question.
  ///   - ignored: The modules that aren't needed to take requests; *live* ignores none.
  ///   - limit: The longest wait for the main actor, by the application's clock.
  /// - Returns: The answer, for a route of any HTTP server.
  public func probe(
    _ probe: HealthProbe, ignoring ignored: Set<ModuleName> = [],
    within limit: Duration = .seconds(1)
  ) async -> HealthAnswer {
    let late = await Deadline.run(within: limit, clock: clock) { await MainActor.run {} }
    var health = health
    if late != nil, !Task.isCancelled {
      (health.stall, health.stallHolder) = (limit, mainHolder)
    }
    return health.answer(to: probe, ignoring: ignored)
  }

  /// Notifies observers that the health of a module or of the application may have changed.
  func healthChanged() {
    for observer in life.withLock(\.healthObservers).values { observer.yield() }
  }

  /// The essential module or task whose failure after ready has ended the last run.
  package var essentialFailure: LaunchFailed? { life.withLock(\.failure) }

  /// Reports that the application ends because of an essential module or task.
  func lose(_ failed: LaunchFailed) {
    life.withLock { $0.failure = failed }
    events.send(failed)
    healthChanged()
  }

  private func observeHealth() -> AsyncStream<Void> {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = life.withLock { life in
      life.lastHealthObserver += 1
      life.healthObservers[life.lastHealthObserver] = change
      return life.lastHealthObserver
    }
    change.onTermination = { [weak self] _ in
      _ = self?.life.withLock { $0.healthObservers.removeValue(forKey: id) }
    }
    change.yield()
    return changes
  }

  private func modules(
    in state: (ModuleName) -> ModuleState
  ) -> [ApplicationHealth.Module] {
    inventory.manifests.filter(\.hasHealth).map { manifest in
      ApplicationHealth.Module(
        name: manifest.name, state: state(manifest.name), isEssential: manifest.isEssential,
        isPartOfReady: manifest.options.stage == .beforeReady)
    }
  }

  /// Returns the states of modules after a run; nil before the first one.
  private func modules(after last: LaunchReport?) -> [ApplicationHealth.Module] {
    guard let last else { return modules { _ in .waiting } }
    var search = LaunchExplainer("", in: last)
    return modules { name in
      search.name = name
      return search.explanation(isOver: true).state ?? .stopped
    }
  }
}

extension ApplicationReference {
  /// The current health of the application and its modules; *stopped* if the application is gone.
  public var health: ApplicationHealth { whole?.health ?? ApplicationHealth(.stopped) }

  /// Answers a probe like ``Application/probe(_:ignoring:within:)``, for a server that is a module.
  ///
  /// - Parameters:
  ///   - probe: The question.
  ///   - ignored: The modules that aren't needed to take requests; *live* ignores none.
  ///   - limit: The longest wait for the main actor, by the application's clock.
  /// - Returns: The answer, for a route of any HTTP server.
  public func probe(
    _ probe: HealthProbe, ignoring ignored: Set<ModuleName> = [],
    within limit: Duration = .seconds(1)
  ) async -> HealthAnswer {
    await whole?.probe(probe, ignoring: ignored, within: limit)
      ?? health.answer(to: probe, ignoring: ignored)
  }
}

extension ModuleContext {
  /// Reports the module's health, which is good once it has launched, unless it reports
  /// otherwise.
  ///
  /// ```swift
  /// context.health.degraded(because: "the cache is cold")
  /// context.health.ready()
  /// ```
  public var health: HealthReporter {
    HealthReporter(application: application, name: name)
  }
}

extension ModuleHost {
  /// The health of the modules, and of closures with long-running work, sorted by name.
  ///
  /// - Complexity: O(V + E) of the launch. Nothing is copied for a module that is well.
  var health: [ApplicationHealth.Module] {
    guard let (facts, ends) = driver?.read({ ($0.moduleFacts(), ends(in: $0)) }) else { return [] }
    let (runs, reports) = state.withLock { state in
      // An instance is large, and most modules have no long-running work.
      let runs = assembly.manifests.indices.map { module in
        assembly.manifests[module].runs.isEmpty ? nil : state.instances[module]?.runs
      }
      return (runs, state.reports)
    }
    return facts.indices.compactMap { module in
      guard assembly.manifests[module].hasHealth, let launch = wiring.modules[module].launch
      else { return nil }
      let condition = LaunchedCondition(
        facts[module].flaws, runs[module], reports[module], leftOut[module])
      return ApplicationHealth.Module(
        name: wiring.modules[module].name,
        state: ends[module] ?? state(of: module, facts[module], condition),
        isEssential: assembly.manifests[module].isEssential,
        isPartOfReady: wiring.plan.tasks[launch].stage <= .beforeReady)
    }
  }

  /// Returns the state of a module that launches, has launched or was shut down.
  private func state(
    of module: Int, _ facts: Machine.ModuleFacts, _ condition: LaunchedCondition
  ) -> ModuleState {
    if facts.isOver { return .stopped }
    if facts.outcome == .succeeded { return state(ofLaunched: module, condition) }
    return facts.isDormant ? .waiting : .launching
  }

  /// Returns the state of a module that has launched, for its health and its explanation.
  func state(ofLaunched module: Int, _ condition: LaunchedCondition) -> ModuleState {
    let health = condition.health
    return health == .good && awaitsReport(of: module) ? .launching : .launched(health)
  }

  /// Returns the states of the modules that did not launch, as explanations have them.
  private func ends(in machine: Machine) -> [Int: ModuleState] {
    var search: LaunchExplainer<LaunchPlan.Task>?
    var ends: [Int: ModuleState] = [:]
    for (number, module) in wiring.modules.enumerated() {
      guard let launch = module.launch, let outcome = machine.nodes[launch].outcome,
        outcome != .succeeded
      else { continue }
      var own = search ?? LaunchExplainer("", in: machine)
      own.name = module.name
      ends[number] = own.explanation().state
      search = own
    }
    return ends
  }

  /// Returns the condition of a module that has launched.
  func condition(of module: Int, _ machine: Machine) -> LaunchedCondition {
    let (runs, report) = state.withLock { ($0.instances[module]?.runs, $0.reports[module]) }
    return LaunchedCondition(machine.flaws(of: module), runs, report, leftOut[module])
  }
}

/// What is wrong with a module that has launched, or is at least noteworthy.
struct LaunchedCondition {
  /// Why it can't do its work, and why it works less well than it should.
  private var failures: [String] = []
  private var degradations: [String] = []
  /// All that is noteworthy, for an explanation.
  private(set) var notes: [Explanation.Reason] = []

  init(
    _ flaws: Machine.ModuleFlaws?, _ runs: ModuleRuns?, _ report: ModuleState.Health?,
    _ leftOut: String?
  ) {
    if let runs { for (name, supervisor) in runs.supervisors { add(name, supervisor) } }
    if !failures.isEmpty {
      notes.append(Explanation.Reason("its services and routes still answer"))
    }
    if let leftOut { degradations.append(leftOut) }
    if let flaws { add(flaws) }
    switch report {
    case .failed(let reason): failures.append(reason)
    case .degraded(let reason): degradations.append(reason)
    default: break
    }
    if let report { notes.append(Explanation.Reason("\(report)")) }
  }

  private mutating func add(_ flaws: Machine.ModuleFlaws) {
    if let deafness = flaws.deafness {
      failures.append(deafness)
      notes.append(Explanation.Reason(deafness))
    }
    let reasons =
      flaws.failedTasks.map { Explanation.Reason($0) }
      + flaws.failedRequirements.map {
        Explanation.Reason("\($0), which it requires, has failed", name: $0)
      }
    degradations += reasons.map(\.description)
    notes += reasons
  }

  private mutating func add(_ name: String, _ supervisor: Supervisor) {
    guard let note = supervisor.note(name) else { return }
    notes.append(Explanation.Reason(note))
    switch supervisor.phase {
    case .failed: failures.append(note)
    // Work that has returned, and will run again after a pause, is healthy.
    case .pausing where supervisor.lastFailure != nil: degradations.append(note)
    default: break
    }
  }

  /// The worst of the module's own report, its work, its later tasks and its requirements.
  var health: ModuleState.Health {
    if !failures.isEmpty { return .failed(because: failures.joined(separator: "; ")) }
    return degradations.isEmpty
      ? .good : .degraded(because: degradations.joined(separator: "; "))
  }
}

extension ModuleManifest {
  /// Whether it is a module, or lives as long as one.
  var hasHealth: Bool { kind == .module || !runs.isEmpty }
}
