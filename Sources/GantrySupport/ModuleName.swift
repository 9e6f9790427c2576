// SPDX-License-Identifier: Apache-2.0

/// The name of a module, of one of its tasks, or of a task that belongs to no module.
///
/// A module is named after its type without `Module`; a task is named `Module.function`. An
/// interface package can publish its module's name as a constant, so that clients need no string:
///
/// ```swift
/// extension ModuleName { public nonisolated static let orders: Self = "Orders" }
/// ```
public struct ModuleName: Hashable, Sendable, Codable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name as written, for example `Orders` or `Orders.openDatabase`.
  public let rawValue: String

  /// Creates a name from a string.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Creates a name from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// Decodes a name from a single string.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the name as a single string.
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
  /// Whether the string comes first by its Unicode scalars, an order that is the same on every
  /// machine.
  package func precedes(_ other: String) -> Bool {
    // UTF-8 sorts as its scalars do. Nearly every string has contiguous bytes, which compare many
    // times faster than views.
    let inBytes = utf8.withContiguousStorageIfAvailable { first in
      other.utf8.withContiguousStorageIfAvailable { first.lexicographicallyPrecedes($0) }
    }
    return inBytes.flatMap(\.self) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension ModuleName {
  /// Returns the name of a task, a handler or long-running work of the module.
  package func member(_ function: String) -> ModuleName { ModuleName("\(rawValue).\(function)") }

  /// The name of the node that creates the module, if its tasks run before its launch ends.
  package var creation: ModuleName { member("init") }

  /// The name of the node that lets a module or function handle events.
  ///
  /// It exists if a module waits for after-ready tasks, or if a function has a task, which comes
  /// first.
  package var listening: ModuleName { member("handlers") }
}

/// The source location of a declaration: a file and a line, or a text with both.
///
/// The parts are joined only when the location is read. An app has thousands of handlers, and reads
/// a handler's location only when something is wrong with it.
package struct DeclarationSite: Sendable, ExpressibleByStringInterpolation {
  private let file: String
  /// The line; zero if the file's text includes it.
  private let line: Int32

  /// Creates a location from its parts.
  ///
  /// - Parameters:
  ///   - fileID: The file, as `#fileID` spells it.
  ///   - line: The line, from 1.
  package init(_ fileID: String, line: Int) {
    file = fileID
    self.line = Int32(clamping: line)
  }

  /// Creates a location from a text in the form `file:line`.
  package init(_ text: String) {
    file = text
    line = 0
  }

  /// Creates a location from a literal in the form `file:line`.
  package init(stringLiteral value: String) { self.init(value) }

  /// The location as `file:line`.
  package var text: String { line == 0 ? file : "\(file):\(line)" }
}
