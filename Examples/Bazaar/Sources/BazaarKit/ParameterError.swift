// SPDX-License-Identifier: Apache-2.0

/// Why a parameter cannot be used.
public enum ParameterError: Error, Equatable {
  /// A parameter is missing or empty.
  case missing(String)
  /// A parameter occurs more than once.
  case repeated(String)
  /// A parameter isn't a line of text.
  case unreadable(String)
  /// A parameter is longer than its limit; `most` is in characters.
  case tooLong(String, most: Int)
  /// A parameter isn't a whole number in a range.
  case noNumber(String, value: String, range: ClosedRange<Int>)
}

extension ParameterError: CustomStringConvertible {
  /// The fault, in words for the user who wrote the parameter.
  public var description: String {
    switch self {
    case .missing(let name): "'\(name)' is missing"
    case .repeated(let name): "'\(name)' is given more than once"
    case .unreadable(let name): "'\(name)' is no line of text"
    case .tooLong(let name, let most): "'\(name)' has more than \(most) characters"
    case .noNumber(let name, let value, let range):
      "'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound), not '\(value)'"
    }
  }
}
