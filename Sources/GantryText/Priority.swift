// SPDX-License-Identifier: Apache-2.0

/// A place among equals: the higher goes first.
///
/// It breaks ties: between modules and tasks that could launch at the same time, the
/// handlers of an event, the interceptors of a route. Any integer will do; the default is 0.
///
/// ```swift
/// @Module(priority: .high) final class CrashReports { … }
/// @Module(priority: -7) final class Banner { … }
/// ```
public struct Priority: RawRepresentable, ExpressibleByIntegerLiteral, Hashable, Sendable {
  /// The number.
  public var rawValue: Int

  /// Before most: 100.
  public static let high: Self = 100
  /// The default: 0.
  public static let standard: Self = 0
  /// After most: −100.
  public static let low: Self = -100

  /// Makes the priority of a number.
  ///
  /// - Parameter rawValue: Any number; the higher goes first.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Makes the priority of a number that is written out.
  ///
  /// - Parameter value: Any number; the higher goes first.
  public init(integerLiteral value: Int) { rawValue = value }
}

extension Priority: Comparable {
  /// Whether the left one goes later.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Priority: Codable {
  /// Reads a number.
  ///
  /// - Parameter decoder: Where the number is.
  /// - Throws: `DecodingError` when there is no whole number.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Writes the number.
  ///
  /// - Parameter encoder: Where the number goes.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Priority: CustomStringConvertible {
  /// The number.
  public var description: String { "\(rawValue)" }
}
