// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Why a URL of this app cannot be followed.
public enum BazaarURLError: Error, Equatable {
  /// A parameter is not there, or empty.
  case missing(String)
  /// A parameter is there more than once.
  case repeated(String)
  /// A parameter is no line of text.
  case unreadable(String)
  /// A parameter is no whole number in a range.
  case noNumber(String, value: String, range: ClosedRange<Int>)
}

extension BazaarURLError: CustomStringConvertible {
  /// What is wrong, in words for the person who wrote the URL.
  public var description: String {
    switch self {
    case .missing(let name): "'\(name)' is missing"
    case .repeated(let name): "'\(name)' is given more than once"
    case .unreadable(let name): "'\(name)' is no line of text"
    case .noNumber(let name, let value, let range):
      "'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound), not '\(value)'"
    }
  }
}
