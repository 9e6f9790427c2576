// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch

/// The state of a module, a launch task or long-running work at one moment.
///
/// The application's own phase is an ``ApplicationReference/State``, and the end of a task in a
/// report is a `LaunchOutcome`.
public enum ModuleState: Sendable, Hashable {
  /// Nothing has started it, or it waits for a milestone, for a demand or for its next run.
  case waiting
  /// It waits for others, or its launch tasks run.
  case launching
  /// It has launched: its before-ready tasks have ended.
  case launched(Health)
  /// It doesn't run this time: a condition, a list, `only:` or safe mode leaves it out, or something
  /// that it requires. The reasons lead from the nearest one to the cause.
  case leftOut(because: [Explanation.Reason])
  /// Its creation, a before-ready task or something that it requires did not succeed. The reasons
  /// lead from the nearest one to the cause.
  case failed(because: [Explanation.Reason])
  /// It was shut down by the stop, or the launch ended before it had launched.
  case stopped

  /// The health of a module that has launched.
  public enum Health: Sendable, Hashable {
    /// Its long-running work runs or is over.
    case good
    /// It works, but not as it should: its work has failed and will run again, a task has failed
    /// after its launch, the work of a module that it requires has failed for good, safe mode leaves
    /// a task of it out, or it reports so.
    case degraded(because: String)
    /// Its work has failed for good, the task that its events wait for has failed, or it reports so.
    case failed(because: String)
  }

  /// The reason for a degraded or failed state, or for being left out, in words; nil for any other
  /// state.
  public var reason: String? {
    switch self {
    case .leftOut(let chain), .failed(let chain): chain.line
    case .launched(.failed(let reason)), .launched(.degraded(let reason)): reason
    case .waiting, .launching, .launched(.good), .stopped: nil
    }
  }

  /// The reason for a state that someone should look at: degraded, failed, or left out by safe mode;
  /// nil for any other.
  public var problem: String? {
    if case .leftOut(let chain) = self, chain.last?.cause != .safeMode { return nil }
    return reason
  }

  /// The state in one word, for JSON and metrics.
  package var name: String {
    switch self {
    case .waiting: "waiting"
    case .launching: "launching"
    case .launched(.good): "launched"
    case .launched(.degraded): "degraded"
    case .leftOut: "leftOut"
    case .failed, .launched(.failed): "failed"
    case .stopped: "stopped"
    }
  }

  /// The state as the verb of a sentence.
  ///
  /// - Parameter showsHealth: Whether a module that has launched is degraded, if it is.
  func words(showsHealth: Bool) -> String {
    switch self {
    case .waiting: "is waiting"
    case .launching: "is still launching"
    case .launched(.degraded) where showsHealth: "is degraded"
    case .launched(.good), .launched(.degraded): "is launched"
    case .leftOut: "is left out"
    case .failed, .launched(.failed): "has failed"
    case .stopped: "is stopped"
    }
  }
}

extension ModuleState.Health: CustomStringConvertible {
  /// The health, with its reason: `degraded: no route to host`.
  public var description: String {
    switch self {
    case .good: "good"
    case .degraded(let reason): "degraded: \(reason)"
    case .failed(let reason): "failed: \(reason)"
    }
  }
}
