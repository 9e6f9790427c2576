// SPDX-License-Identifier: Apache-2.0

/// The reason why a module or task doesn't run, decided before the launch tries it.
///
/// A string literal creates a reason from the decision in words.
package struct OffReason: Sendable, Hashable, Codable {
  /// The kind of decision.
  @nonexhaustive
  package enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
    /// A condition does not hold.
    case condition
    /// The module list disables it, or doesn't name it.
    case list
    /// It isn't among the modules that `only:` or `GANTRY_ONLY` selects.
    case selection
    /// Safe mode leaves it out.
    case safeMode
    /// Any other decision, known only by its words.
    case stated

    /// Decodes a cause; one that this version doesn't know is ``stated``.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if there is no text.
    package init(from decoder: any Decoder) throws {
      self = Self(rawValue: try String(from: decoder)) ?? .stated
    }
  }

  /// The kind of decision.
  package let cause: Cause
  /// The decision in words, with its source location in a list or the condition that doesn't hold.
  package let words: String

  private enum CodingKeys: String, CodingKey { case cause, words }

  /// Creates a reason.
  ///
  /// - Parameters:
  ///   - cause: The kind of decision.
  ///   - words: The decision in words.
  package init(_ cause: Cause, _ words: String) {
    self.cause = cause
    self.words = words
  }
}

extension OffReason: ExpressibleByStringLiteral {
  /// Creates a reason that is known only by its words.
  package init(stringLiteral words: String) { self.init(.stated, words) }
}
