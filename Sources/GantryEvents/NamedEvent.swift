// SPDX-License-Identifier: Apache-2.0

/// An event known by a string, for modules that cannot share a type.
///
/// Prefer your own ``Event`` in an interface package: the compiler then checks name and payload. A
/// named event suits scripts, bridges, and code that you are migrating.
public struct NamedEvent: Event, Hashable {
  /// The name that handlers and subscriptions ask for.
  public let name: String
  /// The payload: a few simple values.
  public let payload: [String: Value]

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - name: The name that handlers ask for, such as `orders.placed`.
  ///   - payload: A few simple values, by key.
  public init(_ name: String, _ payload: [String: Value] = [:]) {
    self.name = name
    self.payload = payload
  }

  /// The value under a key; nil when there is none.
  public subscript(key: String) -> Value? { payload[key] }
}

extension NamedEvent {
  /// A simple value in the payload of a named event.
  public enum Value: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A floating-point number.
    case double(Double)
    /// A Boolean value.
    case bool(Bool)
  }
}

extension NamedEvent.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number with a fraction.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a Boolean value.
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
