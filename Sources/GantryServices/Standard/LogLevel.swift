// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How much a line of a ``LogService`` matters.
public enum LogLevel: String, Hashable, Sendable, Codable, CaseIterable {
  /// Each step, for who looks for a fault.
  case trace
  /// What happens, for developers.
  case debug
  /// What happens, for operators.
  case info
  /// What happens rarely and is meant to.
  case notice
  /// What may become an error.
  case warning
  /// What went wrong.
  case error
  /// What must be looked at now.
  case critical
}
