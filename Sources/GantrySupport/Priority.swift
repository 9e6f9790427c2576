// SPDX-License-Identifier: Apache-2.0

/// A priority among equals: the higher one goes first.
///
/// A priority decides between tasks that could start at the same time, the handlers of an event,
/// and the interceptors of a route. Any integer will do; the default is 0.
///
/// ```swift
/// @Module(priority: .high) final class CrashReports { … }
/// @Module(priority: -7) final class Banner { … }
/// ```
public struct Priority: RawRepresentable, ExpressibleByIntegerLiteral, Hashable, Sendable {
  /// The number.
  public var rawValue: Int

  /// Goes before most others: 100.
  public static let high: Self = 100
  /// The default: 0.
  public static let standard: Self = 0
  /// Goes after most others: −100.
  public static let low: Self = -100

  /// Creates a priority from a number.
  ///
  /// - Parameter rawValue: Any number; the higher one goes first.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates a priority from an integer literal.
  ///
  /// - Parameter value: Any number; the higher one goes first.
  public init(integerLiteral value: Int) { rawValue = value }
}

extension Priority: Comparable {
  /// Whether the first priority is lower, and so goes later.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Priority: Codable {
  /// Decodes a priority from a whole number.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if there is no whole number.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Encodes the priority as a number.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Priority: CustomStringConvertible {
  /// The number.
  public var description: String { "\(rawValue)" }
}
