// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a module or task does not run, decided before anything was tried.
public struct OffReason: Sendable, Hashable, Codable {
  /// The kind of decision.
  @nonexhaustive
  public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
    /// A ``Condition`` does not hold.
    case condition
    /// The ``ModuleList`` disables it, or does not name it.
    case list
    /// It isn't among the modules that `only:` or `GANTRY_ONLY` asks for.
    case selection
    /// Safe mode leaves it out.
    case safeMode
    /// It was switched off while the application runs.
    case switchedOff
  }

  /// The kind of decision.
  public let cause: Cause
  /// The decision in words, with its place in a list or the condition that does not hold.
  public let words: String

  init(_ cause: Cause, _ words: String) {
    self.cause = cause
    self.words = words
  }
}
