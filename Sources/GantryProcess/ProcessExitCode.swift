// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The status with which a process host ends the program by itself.
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
  /// The application could not start, something essential failed, or a service threw an error.
  public static let failure = Self(rawValue: 1)
  /// The stop took longer than its bound and was cut short; standard error says what held it.
  public static let stopOverdue = Self(rawValue: 70)
  /// The system gives the process no threads to launch with.
  public static let noThreads = Self(rawValue: 71)
  /// A module asked for the stop because of an error, and the application has stopped in good order.
  public static let stoppedByModule = Self(rawValue: 72)
  /// A second interrupt (Control-C) ended the process at once.
  public static let interrupted = Self(rawValue: 130)
  /// A second SIGTERM, or one behind an interrupt, ended the process at once.
  public static let terminated = Self(rawValue: 143)
}
