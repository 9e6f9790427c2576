// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// An event known by a string, for modules that cannot share a type.
///
/// Prefer your own ``Event`` in an interface package: the compiler then checks name and payload. A
/// named event suits scripts, bridges, and code that is being moved over.
public struct NamedEvent: Event, Hashable {
  /// The name that handlers and subscriptions ask for.
  public let name: String
  /// The payload: a few simple values.
  public let payload: [String: Value]

  /// Makes an event.
  ///
  /// - Parameters:
  ///   - name: The name that handlers ask for, `orders.placed` for example.
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
