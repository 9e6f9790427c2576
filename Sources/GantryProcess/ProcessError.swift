// SPDX-License-Identifier: Apache-2.0

public import GantryCore
internal import GantrySupport

/// An error because of which a process can't host an application, or fails after a graceful stop.
@nonexhaustive
public enum ProcessError: Error, Sendable, Equatable {
  /// A module requested the stop because of an error; the application has stopped gracefully. If the
  /// request comes before the app is ready, the error is `ApplicationError.stopRequested`.
  case stoppedByModule(name: ModuleName, reason: String)
  /// The system can't create a thread to watch for signals; nothing has run.
  case noThreads(reason: String)
  /// A service beside the modules has returned, although no stop was requested.
  case serviceReturned(name: String)
}

extension ProcessError: CustomStringConvertible {
  /// The problem, and how to fix it.
  public var description: String {
    switch self {
    case .stoppedByModule(let name, let reason):
      "the application has stopped at the request of \(name): \(reason)"
    case .noThreads(let reason):
      """
      the system can't create a thread to watch signals: \(reason). Nothing has run. Raise the \
      limits on processes (`ulimit -u`, `pids.max`) or on address space (`ulimit -v`).
      """
    case .serviceReturned(let name):
      """
      the service \(name) has returned before the application was asked to stop. Let its `run()` wait \
      for `gracefulShutdown()`, or start its work in a module.
      """
    }
  }

  /// The status with which `Application.main(_:beside:whenReady:logger:)` ends the process.
  public var exitCode: ProcessExitCode {
    switch self {
    case .noThreads: .noThreads
    case .stoppedByModule: .stoppedByModule
    case .serviceReturned: .failure
    }
  }
}
