// SPDX-License-Identifier: Apache-2.0

/// Takes lines for the app's log: a standard service.
///
/// An SDK's module injects it instead of bringing a logging library of its own. It is always there:
/// where no module provides one, each module gets one that writes to its own logger.
///
/// ```swift
/// @Inject let log: any LogService
/// …
/// log.log(.debug, "3 items are waiting", ["queue": "orders"])
/// ```
public protocol LogService: Sendable {
  /// Writes a line.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - message: The line; not asked for where the level is switched off.
  ///   - metadata: Values that belong to the line, by name.
  func log(
    _ level: LogLevel, _ message: @autoclosure () -> String, _ metadata: [String: String])
}

extension LogService {
  /// Writes a line without metadata.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - message: The line; not asked for where the level is switched off.
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    log(level, message(), [:])
  }
}

/// How much a line of a ``LogService`` matters.
public enum LogLevel: String, Hashable, Sendable, Codable, CaseIterable {
  /// Each step, for a developer who looks for a fault.
  case trace
  /// Normal operation, for developers.
  case debug
  /// Normal operation, for operators.
  case info
  /// A rare event that is expected.
  case notice
  /// A condition that may become an error.
  case warning
  /// A failure.
  case error
  /// A failure that must be looked at now.
  case critical
}
