// SPDX-License-Identifier: Apache-2.0

/// The health of a module at one moment.
public enum ModuleHealth: Sendable, Hashable {
  /// It is launching.
  case starting
  /// It has launched, and its long-running work runs or is over.
  case ready
  /// It works, but not as it should: its work has failed and will run again, a task has failed after
  /// its launch, the work of a module that it requires has failed for good, safe mode leaves it or a
  /// task of it out, or it reports so.
  case degraded(because: String)
  /// It did not launch, its work has failed for good, the task that its events wait for has failed,
  /// or it reports so.
  case failed(because: String)
  /// It doesn't run, and isn't about to: it was skipped for another reason or shut down, or waits for
  /// a milestone or a demand.
  case stopped

  /// The reason for a degraded or failed state; nil for any other.
  public var reason: String? {
    switch self {
    case .degraded(let reason), .failed(let reason): reason
    case .starting, .ready, .stopped: nil
    }
  }

  /// The state without its reason: `degraded`.
  package var state: String {
    switch self {
    case .starting: "starting"
    case .ready: "ready"
    case .degraded: "degraded"
    case .failed: "failed"
    case .stopped: "stopped"
    }
  }
}

extension ModuleHealth: CustomStringConvertible {
  /// The state, with its reason: `degraded: no route to host`.
  public var description: String { state + (reason.map { ": \($0)" } ?? "") }
}
