// SPDX-License-Identifier: Apache-2.0

public import GantryCore
internal import GantrySupport

/// The exit status of a program that a process host ends.
///
/// Numbers from 64 to 78 have the meaning that `sysexits.h` gives them, if it has one.
///
/// ```swift
/// if status == ProcessExitCode.stopOverdue.rawValue { page(theOneOnCall) }
/// ```
public struct ProcessExitCode: RawRepresentable, Hashable, Sendable {
  /// The number that the parent process sees, 0 to 255.
  public let rawValue: Int32

  /// Creates a status from a number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The program stopped as requested.
  public static let success = Self(rawValue: 0)
  /// Any other error, such as an error thrown by a service.
  public static let failure = Self(rawValue: 1)
  /// An essential module failed, and the modules that had started were shut down. `EX_UNAVAILABLE`
  /// in `sysexits.h`.
  public static let essentialFailed = Self(rawValue: 69)
  /// The stop took longer than its bound and was cut short; standard error names the cause.
  public static let stopOverdue = Self(rawValue: 70)
  /// The system gave the process no threads to launch with. `EX_OSERR`.
  public static let noThreads = Self(rawValue: 71)
  /// A module requested the stop because of an error, and the application stopped gracefully.
  public static let stoppedByModule = Self(rawValue: 72)
  /// The app was not ready within its limit, and was stopped gracefully. `EX_TEMPFAIL`.
  public static let launchOverdue = Self(rawValue: 75)
  /// A configuration file or a module's declaration is invalid, and a restart won't help.
  /// `EX_CONFIG`.
  public static let configuration = Self(rawValue: 78)
  /// The app could not start, even though safe mode left out modules or tasks.
  public static let safeMode = Self(rawValue: 79)
  /// A second interrupt (Control-C) ended the process at once.
  public static let interrupted = Self(rawValue: 130)
  /// A second SIGTERM, or a SIGTERM after an interrupt, ended the process at once.
  public static let terminated = Self(rawValue: 143)
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
