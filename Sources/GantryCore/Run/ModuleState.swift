// SPDX-License-Identifier: Apache-2.0

/// The phase of a module's life.
public enum ModuleState: String, Sendable, Codable, CaseIterable {
  /// It isn't linked into this program, or has another name.
  case unknown
  /// It is known, but nothing has been started.
  case registered
  /// It is left out this time: by a condition, a list, `only:` or safe mode.
  case skipped
  /// It waits for others, or its launch tasks are running.
  case launching
  /// It waits for a demand, or for a milestone that has not been reached.
  case waiting
  /// Its before-ready tasks have ended.
  case launched
  /// Its creation or a before-ready task did not succeed. Or it has launched and still answers, but
  /// its long-running work has failed for good, it can't hear its events, or it reports a failure.
  case failed
  /// It has launched and was shut down by the stop.
  case stopped

  var words: String {
    switch self {
    case .unknown: "not linked"
    case .registered: "registered, not started"
    case .skipped: "skipped"
    case .launching: "still launching"
    case .waiting: "waiting"
    case .launched: "launched"
    case .failed: "failed"
    case .stopped: "stopped"
    }
  }
}
