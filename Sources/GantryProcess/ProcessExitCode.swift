// SPDX-License-Identifier: Apache-2.0

public import Gantry

/// The status with which a process host ends the program by itself.
///
/// Numbers from 64 to 78 are used as `sysexits.h` does, as far as it has a meaning for them.
///
/// ```swift
/// if status == ProcessExitCode.stopOverdue.rawValue { page(theOneOnCall) }
/// ```
public struct ProcessExitCode: RawRepresentable, Hashable, Sendable {
  /// The number that the parent of the process sees, 0 to 255.
  public let rawValue: Int32

  /// Makes a status of its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The program was asked to stop, and did.
  public static let success = Self(rawValue: 0)
  /// Any other error, such as one that a service threw.
  public static let failure = Self(rawValue: 1)
  /// An essential module failed; those that had started were shut down. `EX_UNAVAILABLE` of `sysexits.h`.
  public static let essentialFailed = Self(rawValue: 69)
  /// The stop took longer than its bound and was cut short; standard error names the cause.
  public static let stopOverdue = Self(rawValue: 70)
  /// The system gives the process no threads to launch with. `EX_OSERR`.
  public static let noThreads = Self(rawValue: 71)
  /// A module asked for the stop because of an error, and the application has stopped in good order.
  public static let stoppedByModule = Self(rawValue: 72)
  /// The app was not ready within its limit, and was stopped in good order. `EX_TEMPFAIL`.
  public static let launchOverdue = Self(rawValue: 75)
  /// A file of configuration, or a declaration of a module, can't be used: another start changes nothing
  /// about it. `EX_CONFIG`.
  public static let configuration = Self(rawValue: 78)
  /// The app could not start, although safe mode had left modules or tasks out.
  public static let safeMode = Self(rawValue: 79)
  /// A second interrupt (Control-C) ended the process at once.
  public static let interrupted = Self(rawValue: 130)
  /// A second SIGTERM, or one behind an interrupt, ended the process at once.
  public static let terminated = Self(rawValue: 143)
}

extension ApplicationError {
  /// The status that `Application.main(_:beside:whenReady:logger:)` ends with.
  public var exitCode: ProcessExitCode {
    switch self {
    case .faults, .notAdded, .configuration: .configuration
    case .essential: .essentialFailed
    case .overdue: .launchOverdue
    case .noThreads: .noThreads
    default: .failure
    }
  }
}

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

  /// The status that `Application.main(_:beside:whenReady:logger:)` ends with.
  public var exitCode: ProcessExitCode {
    switch self {
    case .noThreads: .noThreads
    case .stoppedByModule: .stoppedByModule
    }
  }
}
