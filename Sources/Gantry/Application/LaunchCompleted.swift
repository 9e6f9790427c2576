// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The launch is over: every task that is not on demand has ended. Produced by ``Application``.
public struct LaunchCompleted: Event {
  /// What ran, when, for how long, and why.
  public let report: LaunchReport

  /// Makes the event.
  public init(report: LaunchReport) { self.report = report }
}
