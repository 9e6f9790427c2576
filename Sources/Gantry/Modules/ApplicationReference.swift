// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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

  init(_ application: any ApplicationOfModules, module: ModuleName? = nil) {
    self.application = application
    self.module = module
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
        module: module ?? ModuleName("the app"), reason: reason, isFailure: isFailure))
  }
}

extension ModuleContext {
  /// The application that the module belongs to: its state, and a way to ask for its stop.
  public var application: ApplicationReference {
    guard let application = launch.application.application else { return launch.application }
    return ApplicationReference(application, module: name)
  }
}

/// An application, as far as its modules reach it.
protocol ApplicationOfModules: AnyObject, Sendable {
  /// Where it is in its life at this moment.
  var lifeState: ApplicationReference.State { get }

  /// Asks for its stop; the first request counts.
  func requestStop(_ request: StopRequest)

  /// Says that a milestone has been reached.
  @discardableResult
  func reach(_ milestone: Milestone) -> ReachedMilestone
}
