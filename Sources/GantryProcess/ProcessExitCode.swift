// SPDX-License-Identifier: Apache-2.0

public import GantryCore
internal import GantrySupport

/// The exit status of a program that a process host ends.
///
/// The raw value is the number that the parent process sees. Numbers from 64 to 78 have the meaning
/// that `sysexits.h` gives them, if it has one.
///
/// ```swift
/// if status == ProcessExitCode.stopOverdue.rawValue { page(theOneOnCall) }
/// ```
@nonexhaustive
public enum ProcessExitCode: Int32, Sendable {
  /// The program stopped as requested.
  case success = 0
  /// Any other error, such as an error thrown by a service.
  case failure = 1
  /// An essential module failed, and the modules that had started were shut down. `EX_UNAVAILABLE`
  /// in `sysexits.h`.
  case essentialFailed = 69
  /// The stop took longer than its bound and was cut short; standard error names the cause.
  case stopOverdue = 70
  /// The system gave the process no threads to launch with. `EX_OSERR`.
  case noThreads = 71
  /// A module requested the stop because of an error, and the application stopped gracefully.
  case stoppedByModule = 72
  /// The app was not ready within its limit, and was stopped gracefully. `EX_TEMPFAIL`.
  case launchOverdue = 75
  /// A configuration file or a module's declaration is invalid, and a restart won't help.
  /// `EX_CONFIG`.
  case configuration = 78
  /// The app could not start, even though safe mode left out modules or tasks.
  case safeMode = 79
  /// A second interrupt (Control-C) ended the process at once.
  case interrupted = 130
  /// A second SIGTERM, or a SIGTERM after an interrupt, ended the process at once.
  case terminated = 143
}

extension ApplicationError {
  /// The status with which `Application.main(_:beside:whenReady:logger:)` ends the process.
  public var exitCode: ProcessExitCode {
    switch self {
    case .faults, .configuration: .configuration
    case .essential: .essentialFailed
    case .overdue: .launchOverdue
    case .stopRequested(let request): request.isFailure ? .stoppedByModule : .success
    default: .failure
    }
  }
}
