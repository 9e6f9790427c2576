// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The query of a URL, which a person wrote.
public struct Parameters: Sendable, Equatable {
  /// The longest text that is accepted, in characters.
  public static let longest = 120

  /// The values by name; nil for a name without a value.
  private let values: [String: [String?]]

  /// Creates parameters from names and texts, in order.
  ///
  /// - Parameter items: The names and texts; a name may be repeated.
  public init(_ items: [(name: String, value: String?)]) {
    values = Dictionary(grouping: items, by: \.name).mapValues { $0.map(\.value) }
  }

  /// A required text.
  ///
  /// - Parameter name: The parameter's name.
  /// - Returns: Its value, one line without white space around it; never empty.
  /// - Throws: ``ParameterError`` if there is no such text, or if it cannot be used.
  public func text(_ name: String) throws(ParameterError) -> String {
    let values = values[name] ?? [""]
    guard values.count == 1 else { throw .repeated(name) }
    guard let value = values[0]?.trimmingCharacters(in: .whitespaces),
      value.rangeOfCharacter(from: .controlCharacters.union(.newlines)) == nil
    else { throw .unreadable(name) }
    guard !value.isEmpty else { throw .missing(name) }
    guard value.unicodeScalars.count <= Self.longest else {
      throw .tooLong(name, most: Self.longest)
    }
    return value
  }

  /// A required whole number.
  ///
  /// - Parameters:
  ///   - name: The parameter's name.
  ///   - range: The numbers that are accepted.
  /// - Returns: The number.
  /// - Throws: ``ParameterError`` if there is no such number, or if it cannot be used.
  public func number(
    _ name: String, in range: ClosedRange<Int>
  ) throws(ParameterError) -> Int {
    let value = try text(name)
    guard let number = Int(value), range.contains(number) else {
      throw .noNumber(name, value: value, range: range)
    }
    return number
  }
}
