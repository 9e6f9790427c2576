// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// An event that the application sends when a launch is complete.
///
/// All tasks have ended, apart from those that are waiting for a milestone or run on demand.
/// `DidFinishLaunching`, which a host sends, says that the app is ready: after-ready tasks may still
/// run then. The two have no order.
public struct LaunchCompleted: Event {
  /// The tasks that ran, with their times and reasons.
  public let report: LaunchReport

  /// Creates the event.
  package init(report: LaunchReport) { self.report = report }
}
