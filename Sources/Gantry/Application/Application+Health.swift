// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import Synchronization

extension Application {
  /// The current health of the application and its modules; reading it takes locks, but waits for
  /// no task.
  public var health: ApplicationHealth {
    let (phase, failure) = life.withLock { ($0.phase, $0.failure) }
    return switch phase {
    case .idle: ApplicationHealth(.stopped, modules(.stopped), failure: failure)
    case .preparing: ApplicationHealth(.launching, modules(.starting))
    case .running(let run):
      ApplicationHealth(
        readiness.isReady ? .ready : .launching, run.modules.health, failure: failure)
    case .stopping(let run, _):
      ApplicationHealth(.stopping, run.modules.health, failure: failure)
    }
  }

  /// The health of the application, now and after each change, until the application is gone.
  ///
  /// The latest value wins: a slow reader misses the values in between.
  ///
  /// ```swift
  /// for await health in application.healthUpdates { logger.info("\(health)") }
  /// ```
  public var healthUpdates: HealthUpdates {
    HealthUpdates(application: ApplicationReference(self))
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
      let holder = mainHolder.map { ", and is held by \($0)" } ?? ""
      health.stall = "the main actor has not responded for \(limit.text)\(holder)"
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

  fileprivate func observeHealth() -> AsyncStream<Void> {
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

  private func modules(_ health: ModuleHealth) -> [ApplicationHealth.Module] {
    inventory.manifests.filter(\.hasHealth).map { manifest in
      ApplicationHealth.Module(
        name: manifest.name, health: health, isEssential: manifest.isEssential,
        isPartOfReady: manifest.options.stage == .beforeReady)
    }
  }
}

/// The health of an application as it changes, from ``Application/healthUpdates``.
///
/// It doesn't keep the application alive, and ends with it.
public struct HealthUpdates: AsyncSequence, Sendable {
  let application: ApplicationReference

  /// Creates an iterator, which is independent of others.
  public func makeAsyncIterator() -> Iterator {
    let application = application.whole
    return Iterator(
      changes: (application?.observeHealth() ?? AsyncStream { $0.finish() }).makeAsyncIterator(),
      application: self.application)
  }

  /// Reads the health after each change.
  public struct Iterator: AsyncIteratorProtocol {
    var changes: AsyncStream<Void>.Iterator
    let application: ApplicationReference
    private var last: ApplicationHealth?

    init(changes: AsyncStream<Void>.Iterator, application: ApplicationReference) {
      self.changes = changes
      self.application = application
    }

    /// Returns the health as soon as it differs from the last value; nil when the application is
    /// gone.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async -> ApplicationHealth? {
      while await changes.next(isolation: actor) != nil {
        guard let health = application.whole?.health else { return nil }
        guard health != last else { continue }
        last = health
        return health
      }
      return nil
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
  /// Reports the module's health, which is *ready* once it has launched, unless it reports
  /// otherwise.
  ///
  /// ```swift
  /// context.health.degraded(because: "the cache is cold")
  /// context.health.ready()
  /// ```
  public var health: HealthReporter {
    HealthReporter(application: launch.application, name: name)
  }
}

/// Reports the health of a module, as `context.health`.
///
/// The latest report holds until the next one, or until the module is shut down. Each new state is
/// a line in the log. A report shuts nothing down: it only changes the answers to probes.
public struct HealthReporter: Sendable {
  let application: ApplicationReference
  let name: ModuleName

  /// Reports that the module works as it should.
  public func ready() { report(.ready) }

  /// Reports that the module works, but not as it should; the application stays ready.
  ///
  /// - Parameter reason: The reason, as a clause: `no route to host`.
  public func degraded(because reason: String) { report(.degraded(because: reason)) }

  /// Reports that the module cannot do its work.
  ///
  /// If the module is part of *ready*, the application isn't ready until the module is ready again.
  /// If it is essential, the application isn't live.
  ///
  /// - Parameter reason: The reason, as a clause.
  public func failed(because reason: String) { report(.failed(because: reason)) }

  private func report(_ health: ModuleHealth) {
    guard let run = application.run.flatMap({ application.whole?.run(of: $0) }) else { return }
    run.modules.report(health, of: name)
  }
}

extension RunningModules {
  /// The health of the modules, and of closures with long-running work.
  var health: [ApplicationHealth.Module] {
    let (lives, runs) = state.withLock { state in
      (state.lives, state.instances.map { $0?.runs })
    }
    return assembly.manifests.indices.compactMap { module in
      let manifest = table.manifest(module)
      guard manifest.hasHealth, let whole = table.whole(module) else { return nil }
      let supervisors = runs[module]?.supervisors ?? []
      let isPartOfReady = table.plan.tasks[whole.place].stage == .beforeReady
      let isDormant =
        !isPartOfReady && lives.isUntouched(module) && isDormant(manifest.name.rawValue)
      return ApplicationHealth.Module(
        name: manifest.name,
        health: lives.health(of: module, supervisors, isDormant: isDormant),
        isEssential: manifest.isEssential, isPartOfReady: isPartOfReady)
    }
  }

  func report(_ health: ModuleHealth, of name: ModuleName) {
    guard let module = assembly.index(of: name) else { return }
    let isNews = state.withLock { state in
      let before = state.lives.reports[module]
      _ = state.lives.handle(.reported(module, health))
      return state.lives.reports[module] != before
    }
    guard isNews else { return }
    let logger = context(of: module).logger
    if health == .ready { logger.debug("ready again") } else { logger.warning("\(health)") }
    supervision.healthChanged()
  }
}

extension ModuleManifest {
  /// Whether it is a module, or lives as long as one.
  var hasHealth: Bool { kind == .module || !runs.isEmpty }
}
