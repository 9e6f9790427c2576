// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
