// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// An event that the application sends when a launch is complete.
///
/// All tasks have ended, apart from those that are waiting for a milestone or run on demand.
/// `DidFinishLaunching` comes earlier: the app is ready, and after-ready tasks may still run.
public struct LaunchCompleted: Event {
  /// The tasks that ran, with their times and reasons.
  public let report: LaunchReport

  /// Creates the event.
  package init(report: LaunchReport) { self.report = report }
}
