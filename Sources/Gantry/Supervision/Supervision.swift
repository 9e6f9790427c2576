// SPDX-License-Identifier: Apache-2.0

internal import GantryServices
internal import GantryText
internal import Logging
internal import Synchronization

/// An application, as far as the long-running work of its modules reaches it.
protocol SupervisedApplication: AnyObject, Sendable {
  var clock: any Clock<Duration> { get }

  /// Tells that the health of a module or of the application may be another one.
  func healthChanged()

  /// A place for one call of long-running work; nil where a stop cancels it.
  func makeRunScope() -> (any RunScope)?

  /// Carries out that a module that had launched has failed.
  func fail(because reason: String, _ post: RunPost) async

  /// Shuts a module down with all that require it, and launches all of them again.
  func renew(_ history: [Supervisor], _ post: RunPost) async
}

/// The parts of a run of an application that the long-running work of all its modules shares.
final class Supervision: Sendable {
  private struct State {
    /// By module: its supervisors, while it is created anew because of its work.
    var histories: [Int: [Supervisor]] = [:]
  }

  weak let application: (any SupervisedApplication)?
  let clock: any Clock<Duration>
  /// The time since the run of the application was prepared.
  let now: @Sendable () -> Duration
  let overrides = ServiceOverrides.current
  private let state = Mutex(State())

  init(_ application: any SupervisedApplication) {
    self.application = application
    clock = application.clock
    now = application.clock.stopwatch()
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
  /// The work; a module that was created anew has other work.
  let runs: ModuleRuns
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
    await supervision.application?.fail(because: reason, self)
  }

  /// Creates the module anew.
  func renew(_ history: [Supervisor]) async {
    await supervision.application?.renew(history, self)
  }
}
