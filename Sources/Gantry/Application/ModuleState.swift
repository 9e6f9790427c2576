// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Where a module is in its life.
public enum ModuleState: String, Sendable, Codable, CaseIterable {
  /// Not linked into this program, or under another name.
  case unknown
  /// Known; nothing has been started.
  case registered
  /// Not meant to run this time.
  case skipped
  /// Waiting for others, or its launch tasks are running.
  case launching
  /// Waiting for a milestone that has not been reached, or to be asked for.
  case waiting
  /// Its before-ready tasks have ended.
  case launched
  /// Its creation or a before-ready task did not succeed, or its long-running work failed for good.
  case failed
  /// It has launched and was shut down.
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
