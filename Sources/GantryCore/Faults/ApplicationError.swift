// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
public import GantrySupport

/// The reason why an application could not start, or why it has ended.
@nonexhaustive
public enum ApplicationError: Error, Sendable {
  /// The declarations have faults, all of which are listed; nothing has run.
  case faults([Fault])
  /// A configuration file or module list cannot be used; nothing has run, or the current values
  /// stay.
  case configuration(file: String, reason: String)
  /// Something essential failed, during the launch or later. The application was stopped, and
  /// modules that had started were shut down.
  case essential(LaunchFailed, report: LaunchReport)
  /// The app was not ready in time.
  ///
  /// The launch was stopped, and modules that had started were shut down. `openTasks` are those that
  /// delayed others.
  case overdue(limit: Duration, openTasks: [OpenTask], report: LaunchReport)
  /// A wait exceeded its limit; the launch goes on. `openTasks` are those that it waited for.
  case stillLaunching(limit: Duration, openTasks: [OpenTask])
  /// A blocking start was requested off the main thread, in a task, or in a block of the main
  /// queue; nothing has run.
  case notBlockable
  /// The launch was cancelled before the app was ready; modules that had started were shut down.
  case cancelled
  /// A module requested the stop; modules that had started were shut down.
  case stopRequested(StopRequest)
  /// The application was started while it is running.
  case alreadyRunning
  /// `GANTRY_MANIFEST` requests an unknown format.
  case unknownManifestFormat(String)
}

extension ApplicationError {
  /// Creates the error of a launch that did not become ready.
  init(_ error: LaunchError, _ report: LaunchReport) {
    switch error {
    case .overdue(let limit, let waiting):
      self = .overdue(limit: limit, openTasks: OpenTask.all(waiting), report: report)
    case .stopped(let task, let outcome):
      self = .essential(LaunchFailed(name: task, outcome, in: report), report: report)
    default: self = .cancelled
    }
  }

}

extension ApplicationError: CustomStringConvertible {
  /// The problem, its source location, and how to fix it; one paragraph per fault.
  public var description: String {
    switch self {
    case .faults(let faults):
      (["the application cannot start; nothing has run. Faults: \(faults.count)"]
        + Fault.texts(of: faults).map { "- \($0)" }).joined(separator: "\n")
    case .configuration(let file, let reason):
      """
      configuration file '\(file)' cannot be used: \(reason). Correct the path or the file, or \
      start without it.
      """
    case .essential(let failure, let report):
      Self.essential(failure, report) + Self.seed(of: report)
    case .overdue(let limit, let waiting, let report):
      (["the app was not ready within \(limit.text); the launch was stopped. Waiting:"]
        + waiting.map { "- \($0)" }).joined(separator: "\n") + Self.seed(of: report)
    case .stillLaunching(let limit, let waiting):
      (["the launch did not get this far within \(limit.text); it goes on. Waiting:"]
        + waiting.map { "- \($0)" }).joined(separator: "\n")
    case .notBlockable:
      """
      `startBlocking` was called off the main thread, or in a task or a block on the main queue, \
      which occupy the main actor. Call it on the main thread from code that is neither, or use \
      `await start()`.
      """
    case .cancelled: "the launch was cancelled before the app was ready."
    case .stopRequested(let request):
      """
      the application was stopped at the request of \(request.module): \
      \(FileProblem.clause(request.reason)). Modules that had started were shut down.
      """
    case .alreadyRunning:
      "the application is already running. Stop it before you start it again."
    case .unknownManifestFormat(let format):
      "GANTRY_MANIFEST is '\(format)', but the only format is 'json'. Write GANTRY_MANIFEST=json."
    }
  }

  /// Describes an essential failure: whether the launch or the app was stopped, and whether the
  /// part had started.
  private static func essential(_ failure: LaunchFailed, _ report: LaunchReport) -> String {
    let wasReady = report.timeToReady != nil
    let hadStarted = report.task(named: failure.name)?.outcome == .succeeded
    let reason = FileProblem.clause(failure.reason)
    let end =
      if hadStarted { "no longer runs: \(reason)" } else {
        failure.wasBlocked ? "was \(reason)" : reason
      }
    return """
      the \(wasReady ? "app" : "launch") was stopped, because \(failure.name) is essential and \
      \(end). \
      \(wasReady ? "Its modules were" : "Modules that had started were") shut down in reverse order.
      """
  }

  /// Explains how to repeat a launch in a random order.
  private static func seed(of report: LaunchReport) -> String {
    report.shuffleSeed.map { "\nThe order was random: GANTRY_SHUFFLE=\($0) repeats it." } ?? ""
  }
}
