// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why an application could not start.
@nonexhaustive
public enum ApplicationError: Error, Sendable {
  /// Something is wrong with what was declared; nothing has run. All faults at once.
  case faults([ApplicationFault])
  /// Something is wrong with modules that were to be added: none of them runs, and the application
  /// goes on. All faults at once.
  case notAdded([ApplicationFault])
  /// The configuration file cannot be used; nothing has run, or the values in force stay.
  case configuration(file: String, reason: String)
  /// Something essential failed: the launch was stopped, and what had started was shut down.
  case essential(name: ModuleName, reason: String, report: LaunchReport)
  /// The app was not ready in time: the launch was stopped, and what had started was shut down.
  /// `waiting` has one line for each task that holds the others up, with who waits for it.
  case overdue(limit: Duration, waiting: [String], report: LaunchReport)
  /// A wait passed its bound; the launch goes on. `waiting` names for whom it waited.
  case stillLaunching(limit: Duration, waiting: [String])
  /// A start that blocks was asked for off the main thread, in a task, or in a block of the main
  /// queue; nothing has run.
  case notBlockable
  /// The system gave no thread to the tasks that block; what had started was shut down.
  case noThreads(reason: String)
  /// The launch was cancelled before the app was ready; what had started was shut down.
  case cancelled
  /// Modules were added to an application that does not run.
  case notRunning
  /// The application was started while it runs.
  case alreadyRunning
  /// `GANTRY_MANIFEST` asks for a format that there is none of.
  case unknownManifestFormat(String)
}

extension ApplicationError {
  /// Says of a launch that did not get ready why that was so.
  init(_ error: LaunchError, _ report: LaunchReport) {
    switch error {
    case .overdue(let limit, let waiting):
      self = .overdue(limit: limit, waiting: OpenWaits(waiting).lines, report: report)
    case .stopped(let task, let outcome):
      self = .essential(
        name: ModuleName(task), reason: Self.reason(of: outcome, in: report), report: report)
    case .noThreads(let reason): self = .noThreads(reason: reason)
    default: self = .cancelled
    }
  }

  /// An outcome in words, down to what the root cause did.
  private static func reason(of outcome: LaunchOutcome, in report: LaunchReport) -> String {
    guard case .blocked(let chain) = outcome, let root = chain.last,
      let cause = report.task(named: root)?.outcome
    else { return outcome.description }
    return "\(outcome), which \(cause)"
  }
}
