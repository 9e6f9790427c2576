// SPDX-License-Identifier: Apache-2.0

package import GantryLaunch

/// Observes the launches and the long-running work of an application.
package protocol LifeObserver: Sendable {
  /// Called when no task of a launch runs any more, whether or not the app became ready.
  func launchEnded(_ report: LaunchReport)

  /// Called when long-running work has returned or failed, in its context.
  func runEnded(_ end: RunEnd)
}

/// The end of one call of long-running work.
package struct RunEnd: Sendable {
  /// The module that the work belongs to.
  package let module: ModuleName
  /// The name of the work.
  package let name: String
  /// From its call to its end.
  package let duration: Duration
  /// Whether it threw an error.
  package let hasFailed: Bool
}
