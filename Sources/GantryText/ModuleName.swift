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

/// Where something is declared: a file and a line, or a text that says both.
///
/// The parts are joined when somebody reads them: an app has thousands of handlers, and reads the
/// place of one when something is wrong with it.
package struct DeclarationSite: Sendable, ExpressibleByStringInterpolation {
  private let file: String
  /// Zero where the file's text says the line, too.
  private let line: Int32

  /// Keeps the parts of a place.
  ///
  /// - Parameters:
  ///   - fileID: The file, as `#fileID` gives it.
  ///   - line: The line, from 1.
  package init(_ fileID: String, line: Int) {
    file = fileID
    self.line = Int32(clamping: line)
  }

  /// Keeps a place that is written as `file:line`.
  package init(_ text: String) {
    file = text
    line = 0
  }

  /// Keeps a literal place.
  package init(stringLiteral value: String) { self.init(value) }

  /// The place as `file:line`.
  package var text: String { line == 0 ? file : "\(file):\(line)" }
}

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
