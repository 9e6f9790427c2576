// SPDX-License-Identifier: Apache-2.0

/// A statement in SQL, with values: `"SELECT text FROM messages WHERE customer = \(name)"`.
///
/// The values are parameters of the statement, not part of its text, so that nothing in them is read
/// as SQL.
public struct Statement: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// The text, with a question mark for each value.
  public let text: String
  /// The values, in order.
  public let values: [StorageValue]

  /// Creates a statement without values.
  public init(stringLiteral text: String) {
    self.text = text
    values = []
  }

  /// Creates a statement with values.
  public init(stringInterpolation parts: Parts) {
    text = parts.text
    values = parts.values
  }

  /// The parts of a statement while it is written.
  public struct Parts: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var values: [StorageValue] = []

    /// Begins a statement.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds SQL.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a text as a value.
    public mutating func appendInterpolation(_ value: String) { append(.text(value)) }

    /// Adds a number as a value.
    public mutating func appendInterpolation(_ value: Int) { append(.integer(value)) }

    private mutating func append(_ value: StorageValue) {
      text += "?"
      values.append(value)
    }
  }
}

/// A value in the database.
public enum StorageValue: Sendable, Equatable {
  /// A whole number.
  case integer(Int)
  /// A text.
  case text(String)

  /// The number; 0 for a text.
  public var integer: Int { if case .integer(let value) = self { value } else { 0 } }

  /// The text; empty for a number.
  public var text: String { if case .text(let value) = self { value } else { "" } }
}
