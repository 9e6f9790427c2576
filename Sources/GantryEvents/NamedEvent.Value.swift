// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension NamedEvent {
  /// A simple value in the payload of a named event.
  public enum Value: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction.
    case double(Double)
    /// Yes or no.
    case bool(Bool)
  }
}

extension NamedEvent.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Makes text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a number with a fraction.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Makes yes or no.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension NamedEvent.Value: CustomStringConvertible {
  /// The value as text, for example `2`.
  public var description: String {
    switch self {
    case .string(let value): value
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    }
  }
}
