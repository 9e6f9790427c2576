// SPDX-License-Identifier: Apache-2.0

/// The application that a module belongs to, as `context.application`; it is not kept alive by this.
///
/// ```swift
/// guard context.application.state == .ready else { return .unavailable }
/// context.application.stop(because: "the licence has expired")
/// ```
public struct ApplicationReference: Sendable {
  /// Where an application is in its life.
  @nonexhaustive
  public enum State: Sendable, Hashable {
    /// It launches, and is not ready.
    case launching
    /// It is ready; after-ready work may go on.
    case ready
    /// The modules are shut down.
    case stopping
    /// It was not started, or has stopped.
    case stopped
  }

  weak let application: (any ApplicationOfModules)?
  let module: ModuleName?
  /// The results of the module's run, which tell it from a later one; nil outside of modules.
  let results: TaskResults?

  init(
    _ application: any ApplicationOfModules, module: ModuleName? = nil,
    in results: TaskResults? = nil
  ) {
    self.application = application
    self.module = module
    self.results = results
  }

  /// Where the application is in its life at this moment.
  public var state: State { application?.lifeState ?? .stopped }

  /// Asks for the stop of the application, in good order, and returns at once.
  ///
  /// A Unix process ends with status 0 then. The first request counts; its reason is in the log and in
  /// ``ShutdownReport/request``. Where the application does not run, nothing happens.
  ///
  /// - Parameter reason: Why, as a clause: `the licence has expired`.
  public func stop(because reason: String) { request(reason, isFailure: false) }

  /// Asks for the stop because of an error, as ``stop(because:)-(String)`` does; a Unix process ends
  /// with the status `ProcessExitCode.stoppedByModule`.
  ///
  /// - Parameter error: Why.
  public func stop(because error: any Error) { request("\(error)", isFailure: true) }

  private func request(_ reason: String, isFailure: Bool) {
    application?.requestStop(
      StopRequest(
        module: module ?? ModuleName("the app"), reason: reason, isFailure: isFailure), in: results)
  }

  func reach(_ milestone: Milestone) -> ReachedMilestone? {
    application?.reach(milestone, in: results)
  }
}

extension ModuleContext {
  /// The application that the module belongs to: its state, and a way to ask for its stop.
  public var application: ApplicationReference {
    guard let application = launch.application.application else { return launch.application }
    return ApplicationReference(application, module: name, in: launch.application.results)
  }
}

/// An application, as far as its modules reach it.
protocol ApplicationOfModules: AnyObject, Sendable {
  /// Where it is in its life at this moment.
  var lifeState: ApplicationReference.State { get }

  /// Asks for its stop; the first request counts. One from an earlier run than that which goes on
  /// changes nothing.
  func requestStop(_ request: StopRequest, in results: TaskResults?)

  /// Says that a milestone has been reached; from an earlier run that changes nothing.
  func reach(_ milestone: Milestone, in results: TaskResults?) -> ReachedMilestone
}

/// Why a module has asked for the stop of its application.
public struct StopRequest: Sendable, Hashable {
  /// The module.
  public let module: ModuleName
  /// Its reason.
  public let reason: String
  /// Whether the reason is an error.
  public let isFailure: Bool

  package init(module: ModuleName, reason: String, isFailure: Bool) {
    self.module = module
    self.reason = reason
    self.isFailure = isFailure
  }
}

/// A milestone that was reached, and the tasks that this let go.
///
/// ```swift
/// application.reach(.homeShown)                               // goes on at once
/// await application.reach(.homeShown).waitUntilSettled()      // waits for those tasks
/// ```
public struct ReachedMilestone: Sendable {
  /// The tasks that need nothing but this milestone any more, in launch order.
  ///
  /// Tasks that wait for another milestone or for a demand are not among them, nor are idle tasks,
  /// which start when nothing else is left, nor tasks that wait for the task that reached it.
  public let tasks: [ModuleName]
  private let settled: @Sendable () async -> Void

  init(_ tasks: [ModuleName] = [], settled: @escaping @Sendable () async -> Void = {}) {
    self.tasks = tasks
    self.settled = settled
  }

  /// Waits until each of the tasks has an outcome, or the waiting task is cancelled.
  ///
  /// Before there is a launch it returns at once. So it does when a task that *ready* waits for
  /// reached the milestone: nothing behind a milestone runs before *ready*.
  public func waitUntilSettled() async { await settled() }
}
