// SPDX-License-Identifier: Apache-2.0

/// Why a module or task does not run, decided before anything was tried.
///
/// A reason that is written as a string literal is ``Cause/stated``.
public struct OffReason: Sendable, Hashable, Codable {
  /// The kind of decision.
  @nonexhaustive
  public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
    /// A condition does not hold.
    case condition
    /// The module list disables it, or does not name it.
    case list
    /// It isn't among the modules that `only:` or `GANTRY_ONLY` asks for.
    case selection
    /// Safe mode leaves it out.
    case safeMode
    /// It was switched off while the application runs.
    case switchedOff
    /// Any other decision: only its words are known.
    case stated
  }

  /// The kind of decision.
  public let cause: Cause
  /// The decision in words, with its place in a list or the condition that does not hold.
  public let words: String

  /// Makes a reason.
  ///
  /// - Parameters:
  ///   - cause: The kind of decision.
  ///   - words: The decision in words.
  public init(_ cause: Cause, _ words: String) {
    self.cause = cause
    self.words = words
  }
}

extension OffReason: ExpressibleByStringLiteral {
  /// Makes a reason of which only the words are known.
  public init(stringLiteral words: String) { self.init(.stated, words) }
}
