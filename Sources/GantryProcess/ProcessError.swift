// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Gantry

/// Why a process could not host an application, or ends with an error after a stop in good order.
@nonexhaustive
public enum ProcessError: Error, Sendable, Equatable {
  /// A module asked for the stop because of an error; the application has stopped in good order.
  case stoppedByModule(name: ModuleName, reason: String)
  /// The system makes no thread for the watch over signals; nothing has run.
  case noThreads(reason: String)
}

extension ProcessError: CustomStringConvertible {
  /// The problem, and how to fix it.
  public var description: String {
    switch self {
    case .stoppedByModule(let name, let reason):
      "\(name) asked for the stop, and the application has stopped: \(reason)"
    case .noThreads(let reason):
      """
      the system makes no thread for the watch over signals: \(reason). Nothing has run. Raise the \
      limits on processes (`ulimit -u`, `pids.max`) or on address space (`ulimit -v`).
      """
    }
  }

  /// The status that ``Gantry/Application/main(_:beside:whenReady:logger:)`` ends with.
  public var exitCode: ProcessExitCode {
    switch self {
    case .noThreads: .noThreads
    case .stoppedByModule: .stoppedByModule
    }
  }
}
