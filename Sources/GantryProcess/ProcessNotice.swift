// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation
public import Gantry

/// What a process host tells its program, which may show it.
@nonexhaustive
public enum ProcessNotice: Sendable {
  /// The app is ready.
  case ready(LaunchReport)
  /// A URL was opened: some module has handled it, or will when it has launched.
  case opened(URL)
  /// No module answers for this URL; nothing has happened.
  case unhandled(URL)
  /// This is no URL; nothing has happened. `origin` is `argument 1` or `line 3`.
  case malformed(String, origin: String)
  /// The configuration was read again, or could not be and stays as it was.
  case reloaded(ApplicationError?)
  /// The modules were shut down.
  case stopped(ShutdownReport)
}

extension ProcessNotice: CustomStringConvertible {
  /// One line for people; for ``ready(_:)`` the launch as a table.
  public var description: String {
    switch self {
    case .ready(let report): report.description
    case .opened(let url): "opened \(url)"
    case .unhandled(let url): "no module answers for \(url)"
    case .malformed(let text, let origin):
      "\(origin): '\(text)' is not a URL; write scheme://path?query, with spaces as %20"
    case .reloaded(let error): error.map { "\($0)" } ?? "configuration was read again"
    case .stopped(let report):
      report.failures.isEmpty
        ? "stopped \(report.modules.count) modules"
        : "stopped; not cleanly: "
          + report.failures.map { "\($0.name): \($0.failure ?? "")" }.joined(separator: ", ")
    }
  }
}
