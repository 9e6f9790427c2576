// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
package import GantrySupport
internal import Logging

// The application as a user or a tool sees it from outside: reports, health, explanations.

extension Application {
  /// Answers "why did it not start?", with one chain of reasons down to the cause.
  ///
  /// - Parameter name: A module, a task, long-running work or a declared interceptor.
  /// - Returns: Its state, and the reasons for it: not linked, not in the list, a condition that
  ///   does not hold, a requirement that is missing, skipped or failed, or the task that it waits
  ///   for.
  public func explain(_ name: ModuleName) -> Explanation {
    explainer.explanation(of: name)
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

  /// The modules that name each background task, by its identifier, sorted by name.
  ///
  /// It has the tasks of modules that do not run as well, because the system must know all of them
  /// before it is known which modules run.
  package var backgroundTasks: [String: [ModuleName]] {
    HandlerFaults.performers(inventory.manifests).mapValues { Set($0.map(\.module)).sorted() }
  }

  /// The report of a launch, with its circumstances and the notes of this application.
  func report(of run: Run) -> LaunchReport { reporter(of: run)() }

  /// Returns a function that makes the report of a launch, and doesn't keep this application alive.
  func reporter(of run: Run) -> @Sendable () -> LaunchReport {
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
  func circumstances(
    _ timer: LaunchTimer, _ plan: LaunchPlan
  ) -> @Sendable () -> LaunchReport.Circumstances {
    let (options, isFirst) = life.withLock { ($0.launchOptions, $0.starts == 1) }
    let (status, before) = (safeMode?.status, safeMode?.before)
    return { [profile, safeMode, workers = plan.workers] in
      LaunchReport.Circumstances(
        startedAt: timer.startedAt, timer.start,
        build: profile?.build ?? safeMode?.build ?? Profile.currentBuild,
        source: options.source, processKind: options.processKind, workers: workers,
        isPrewarmed: options.isPrewarmed, isFirstInProcess: isFirst,
        safeMode: status?.level ?? .off,
        quarantined: status?.quarantined ?? [], before: before)
    }
  }
}

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
    let changes = healthObservers.observe()
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

  /// The essential module or task whose failure after ready has ended the last run.
  package var essentialFailure: LaunchFailed? { life.withLock(\.failure) }

  /// Reports that the application ends because of an essential module or task.
  func recordFailure(of failed: LaunchFailed) {
    life.withLock { $0.failure = failed }
    events.send(failed)
    healthObservers.changed()
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

extension Application {
  /// The status of an application and each of its modules at one moment.
  package struct Status: Sendable {
    /// The phase of the application's life.
    package let state: ApplicationReference.State
    /// The reasons why it isn't ready or has not stopped, one line each.
    package let waits: [String]
    /// Its modules, sorted by name; empty if nothing runs.
    package let modules: [Explanation]
    /// The health of the application and its modules.
    package let health: ApplicationHealth
  }

  /// The current status of the application; reading it takes locks, but waits for no task.
  package var status: Status {
    let health = health
    return Status(
      state: health.state, waits: holders, modules: current == nil ? [] : explanations(health),
      health: health)
  }

  /// The configuration keys that were read so far, sorted; they show no secret.
  package var settings: [ConfigurationSetting] { configuration.settings }

  private func explanations(_ health: ApplicationHealth) -> [Explanation] {
    let well = Set(health.modules.lazy.filter { $0.state == .launched(.good) }.map(\.name))
    return inventory.manifests.filter(\.hasHealth).map { manifest in
      let name = manifest.name
      // Each explanation reads its own report, so only the few modules that need one get it.
      return well.contains(name) && manifest.runs.isEmpty
        ? Explanation(name: name, state: .launched(.good), chain: []) : explain(name)
    }
  }
}
