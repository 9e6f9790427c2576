// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
