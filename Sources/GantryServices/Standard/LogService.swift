// SPDX-License-Identifier: Apache-2.0

/// A standard service that takes lines for the app's log.
///
/// An SDK's module injects it instead of bringing its own logging library. It is always available:
/// if no module provides it, each module gets one that writes to its own logger.
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
  ///   - level: The line's level.
  ///   - message: The line, which is not evaluated when the level is switched off.
  ///   - metadata: Values that belong to the line, by name.
  func log(
    _ level: LogLevel, _ message: @autoclosure () -> String, _ metadata: [String: String])
}

extension LogService {
  /// Writes a line without metadata.
  ///
  /// - Parameters:
  ///   - level: The line's level.
  ///   - message: The line, which is not evaluated when the level is switched off.
  public func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
    log(level, message(), [:])
  }
}

/// The importance of a line in a ``LogService``.
public enum LogLevel: String, Hashable, Sendable, Codable, CaseIterable {
  /// Each step, for a developer who is looking for a bug.
  case trace
  /// Normal operation, for developers.
  case debug
  /// Normal operation, for operators.
  case info
  /// A rare but expected event.
  case notice
  /// A condition that may become an error.
  case warning
  /// A failure.
  case error
  /// A failure that needs attention now.
  case critical
}
