// SPDX-License-Identifier: Apache-2.0

internal import GantryEvents
public import GantryLaunch
internal import GantrySupport

/// The application that a module belongs to, as `context.application`; the reference doesn't keep
/// it alive.
///
/// ```swift
/// guard context.application.state == .ready else { return .unavailable }
/// context.application.reach(.homeShown)
/// context.application.stop(because: "the license has expired")
/// ```
public struct ApplicationReference: Sendable {
  /// A phase in the life of an application.
  @nonexhaustive
  public enum State: Sendable, Hashable {
    /// It is launching and isn't ready yet.
    case launching
    /// It is ready; after-ready work may still be running.
    case ready
    /// Its modules are being shut down.
    case stopping
    /// It hasn't started, or has stopped.
    case stopped
  }

  weak let application: (any ApplicationOfModules)?
  let module: ModuleName?
  /// Distinguishes the module's run from a later one; nil outside of modules.
  let run: Supervision?

  init(
    _ application: any ApplicationOfModules, module: ModuleName? = nil,
    in run: Supervision? = nil
  ) {
    self.application = application
    self.module = module
    self.run = run
  }

  /// The current phase of the application's life.
  public var state: State { application?.lifeState ?? .stopped }

  /// The effect of safe mode on the launch, like ``Application/safeModeStatus``: nil without safe
  /// mode, before the first start, and if its file cannot be used.
  public var safeModeStatus: SafeModeStatus? { application?.safeModeStatus }

  /// The report of the launch so far, like ``Application/report``: nil before the first launch and
  /// during a stop.
  public var report: LaunchReport? { application?.report }

  /// Requests an orderly stop of the application, and returns at once.
  ///
  /// A Unix process then ends with status 0. Only the first request counts; its reason is in the
  /// log and in ``ShutdownReport/request``. If the application isn't running, nothing happens.
  ///
  /// - Parameter reason: The reason, as a clause: `the license has expired`.
  public func stop(because reason: String) { request(reason, isFailure: false) }

  /// Requests a stop because of an error, like ``stop(because:)-(String)``; a Unix process ends
  /// with status `ProcessExitCode.stoppedByModule`.
  ///
  /// - Parameter error: The error, which is the reason.
  public func stop(because error: any Error) { request(Wording.text(of: error), isFailure: true) }

  /// The same reference, for requests of a module.
  func seen(by module: ModuleName) -> Self {
    guard let application else { return self }
    return Self(application, module: module, in: run)
  }

  private func request(_ reason: String, isFailure: Bool) {
    application?.requestStop(
      StopRequest(
        module: module ?? ModuleName("the app"), reason: reason, isFailure: isFailure), in: run)
  }

  /// Reports that a milestone has been reached, like ``Application/reach(_:)``.
  ///
  /// - Parameter milestone: The milestone; the app need not declare it.
  /// - Returns: The tasks that can run now and have not ended, to wait for.
  @discardableResult
  public func reach(_ milestone: Milestone) -> ReleasedTasks {
    application?.reach(milestone, in: run) ?? ReleasedTasks()
  }
}

extension ModuleContext {
  /// Returns a handler that the journal of safe mode records while it runs.
  func recorded(_ handler: EventHandler) -> EventHandler {
    guard let run = application.run else { return handler }
    let work = name.member(handler.declaration.name).rawValue
    return handler.bracketed {
      run.begins(work)
    } end: {
      run.ends(work)
    }
  }
}

/// The part of an application that its modules can reach.
protocol ApplicationOfModules: AnyObject, Sendable {
  /// The current phase of its life.
  var lifeState: ApplicationReference.State { get }

  /// The effect of safe mode on its launch.
  var safeModeStatus: SafeModeStatus? { get }

  /// The report of its launch.
  var report: LaunchReport? { get }

  /// Requests its stop. Only the first request counts, and one from an earlier run is ignored.
  func requestStop(_ request: StopRequest, in run: Supervision?)

  /// Reports that a milestone has been reached; a report from an earlier run is ignored.
  func reach(_ milestone: Milestone, in run: Supervision?) -> ReleasedTasks
}
