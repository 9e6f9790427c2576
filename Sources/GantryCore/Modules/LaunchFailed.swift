// SPDX-License-Identifier: Apache-2.0

public import GantryEvents
package import GantryLaunch

/// An event that the application sends when an essential module or task has failed.
///
/// It is sent during the launch, and later when long-running work gives up. The modules that had
/// launched hear it before they are shut down.
public struct LaunchFailed: Event, Hashable {
  /// The essential module or task.
  public let name: ModuleName
  /// The root cause: the module or task that failed. It is ``name``, or something that it requires.
  public let cause: ModuleName
  /// Why it failed, in words that lead down to the cause.
  public let reason: String

  /// Creates the event; without another cause, the module or task itself has failed.
  package init(name: ModuleName, cause: ModuleName? = nil, reason: String) {
    (self.name, self.cause, self.reason) = (name, cause ?? name, reason)
  }

  /// Creates the event for the outcome of a node.
  package init(name: ModuleName, _ outcome: LaunchOutcome, in report: LaunchReport) {
    guard case .blocked(let chain, _) = outcome, let root = chain.last else {
      self.init(name: name, reason: "\(outcome)")
      return
    }
    let end = report.task(named: root)?.outcome.map { ", which \($0)" } ?? ""
    self.init(name: name, cause: root, reason: "\(outcome)\(end)")
  }

  /// Whether it did not run, because of something that it requires.
  var wasBlocked: Bool { cause != name }
}
