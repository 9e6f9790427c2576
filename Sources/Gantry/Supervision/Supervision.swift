// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryServices
internal import GantryText
internal import Logging
internal import Synchronization

/// The parts of a run of an application that the long-running work of all its modules shares.
final class Supervision: Sendable {
  private struct State {
    /// By module: its supervisors, while it is created anew because of its work.
    var histories: [Int: [Supervisor]] = [:]
    /// Why the application ends although it was not ready.
    var fault: ApplicationError?
  }

  private weak let application: Application?
  let clock: any Clock<Duration>
  /// The time since the run of the application was prepared.
  let now: @Sendable () -> Duration
  let overrides = ServiceOverrides.current
  private let state = Mutex(State())

  init(_ application: Application) {
    self.application = application
    clock = application.clock
    now = application.clock.stopwatch()
  }

  /// The application and its run, as long as that goes on.
  var running: (application: Application, run: Application.Run)? {
    guard let application, let run = application.current, run.modules.supervision === self else {
      return nil
    }
    return (application, run)
  }

  /// Why the application ends although it was not ready.
  var fault: ApplicationError? {
    get { state.withLock(\.fault) }
    set { state.withLock { $0.fault = newValue } }
  }

  func healthChanged() { application?.healthChanged() }

  /// A place for one call; nil where a stop cancels it.
  func makeScope() -> (any RunScope)? { application?.makeRunScope() }

  func keep(_ history: [Supervisor], of module: Int) {
    state.withLock { $0.histories[module] = history }
  }

  func takeHistory(of module: Int) -> [Supervisor]? {
    state.withLock { $0.histories.removeValue(forKey: module) }
  }
}

/// Where the work of one module tells how it ends.
struct RunPost: Sendable {
  let supervision: Supervision
  let module: Int
  let name: ModuleName
  let logger: Logger

  func healthChanged() { supervision.healthChanged() }

  /// Logs that work has ended and will run again.
  func paused(_ run: String, _ supervisor: Supervisor, _ pause: Duration) {
    let next = pause > .zero ? "runs again in \(pause.text)" : "runs again at once"
    let count = "restart \(supervisor.restartCount)"
    let metadata: Logger.Metadata = [
      "gantry.module": "\(name)", "gantry.task": "\(name).\(run)",
    ]
    if let failure = supervisor.lastFailure {
      logger.warning("run '\(run)' failed: \(failure); it \(next) (\(count))", metadata: metadata)
    } else {
      logger.debug("run '\(run)' has returned; it \(next) (\(count))", metadata: metadata)
    }
    healthChanged()
  }

  /// Carries out that the module has failed.
  func gaveUp(_ reason: String) async {
    healthChanged()
    guard let (application, _) = supervision.running else { return }
    await application.fail(module, because: reason, in: supervision)
  }

  /// Creates the module anew.
  func renew(_ history: [Supervisor]) async {
    guard let (application, _) = supervision.running else { return }
    await application.renew(module, history, in: supervision)
  }
}

extension RunningModules {
  /// Begins the work of a module, where a node says that it has launched.
  func startRuns(at node: String, _ table: NodeTable) {
    guard table.hasRuns, let id = table[node], table.isWhole(id),
      let module = table.module(of: id), let runs = instance(module)?.runs
    else { return }
    let context = context(of: module)
    let post = RunPost(
      supervision: supervision, module: module, name: context.name, logger: context.logger)
    runs.start(post, after: supervision.takeHistory(of: module))
  }

  /// Cancels the work of all modules: the application is gone.
  func cancelRuns() {
    for runs in state.withLock({ $0.instances.compactMap { $0?.runs } }) { runs.cancel() }
  }

  /// The supervisor of a piece of work; nil where its module doesn't exist.
  func supervisor(of run: String, in name: ModuleName) -> Supervisor? {
    let runs = assembly.index(of: name).flatMap(instance)?.runs?.supervisors ?? []
    return runs.first { $0.name == run }?.supervisor
  }

  /// How a module that has launched is, where that is worth a word.
  ///
  /// - Returns: A line for each piece of its work and for its own word, and whether it has failed.
  func notes(on name: ModuleName) -> (lines: [String], hasFailed: Bool) {
    guard let module = assembly.index(of: name) else { return ([], false) }
    let report = state.withLock(\.lives.reports[module])
    let runs = instance(module)?.runs?.supervisors ?? []
    var hasFailed = runs.contains { if case .failed = $0.supervisor.phase { true } else { false } }
    if case .failed? = report { hasFailed = true }
    return (
      runs.compactMap { $0.supervisor.note($0.name) } + [report].compactMap { $0?.description },
      hasFailed
    )
  }
}

extension Supervisor {
  /// The state, and the reasons for it; nil before the work has begun.
  var explanation: (state: ModuleState, chain: [String])? {
    let cause = restartCount > 0 ? [lastFailure.map { "failed: \($0)" } ?? "has returned"] : []
    switch phase {
    case .idle: return nil
    case .running:
      return (
        .launched,
        (restartCount > 0 ? ["it runs again (restart \(restartCount))"] : ["it runs"]) + cause
      )
    case .pausing(let pause):
      return (.waiting, ["it runs again in \(pause.text) (restart \(restartCount))"] + cause)
    case .ending: return (.stopped, ["it was asked to end"])
    case .finished where options.scope == .module && restartCount > 0:
      return (.stopped, ["its module is created anew"] + cause)
    case .finished: return (.stopped, ["it has returned"])
    case .stopped: return (.stopped, ["its module has stopped"])
    case .failed(let reason): return (.failed, [reason])
    }
  }

  /// The state in words; nil when all is well.
  func note(_ name: String) -> String? {
    let cause = lastFailure.map { "failed: \($0)" } ?? "has returned"
    return switch phase {
    case .pausing(let pause):
      "run '\(name)' \(cause); it runs again in \(pause.text) (restart \(restartCount))"
    case .running where lastFailure != nil:
      "run '\(name)' runs again (restart \(restartCount)) ← \(cause)"
    case .finished where options.restart != .always: "run '\(name)' has returned"
    case .failed(let reason): "run '\(name)': \(reason)"
    default: nil
    }
  }
}
