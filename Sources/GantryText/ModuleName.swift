// SPDX-License-Identifier: Apache-2.0

/// The name of a module, of one of its tasks, or of a task that belongs to no module.
///
/// A module is named after its type without `Module`; a task is `Module.function`. An interface
/// package may publish its module's name as a constant, so that others need no string:
///
/// ```swift
/// extension ModuleName { public static let orders: Self = "Orders" }
/// ```
public struct ModuleName: Hashable, Sendable, Codable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as written, for example `Orders` or `Orders.openDatabase`.
  public let rawValue: String

  /// Makes a name from text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes a name from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// Reads a name from a single string.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the name as a single string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// The name as written.
  public var description: String { rawValue }

  /// Orders names by their Unicode scalars, so that the order is the same on every machine.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue.precedes(rhs.rawValue) }
}

extension String {
  /// Whether the name comes first by its Unicode scalars, which is the same on every machine.
  package func precedes(_ other: String) -> Bool {
    // UTF-8 sorts as its scalars do. Nearly every string has its bytes in a row, where they are
    // compared many times faster than through views.
    let inBytes = utf8.withContiguousStorageIfAvailable { first in
      other.utf8.withContiguousStorageIfAvailable { first.lexicographicallyPrecedes($0) }
    }
    return inBytes.flatMap(\.self) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
