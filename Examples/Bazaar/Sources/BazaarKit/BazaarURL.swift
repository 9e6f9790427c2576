// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// A URL of this app, taken apart: `bazaar://orders/place?item=tea&quantity=2`.
public struct BazaarURL: Sendable, Equatable {
  /// The part of the app it is meant for, for example `orders`.
  public let section: String
  /// What is to be done there, for example `place`; empty for the section itself.
  public let action: String
  /// By name; nil stands for bytes that are no text.
  private let parameters: [String: [String?]]

  /// Takes a URL apart.
  ///
  /// - Parameter url: Any URL; nil results from one that does not start with `bazaar://`.
  public init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
      parts.scheme?.lowercased() == "bazaar", let section = parts.host, !section.isEmpty
    else { return nil }
    self.section = section.lowercased()
    action = parts.path.split(separator: "/").joined(separator: "/")
    parameters = Dictionary(grouping: parts.percentEncodedQueryItems ?? [], by: \.name)
      .mapValues { items in items.map { ($0.value ?? "").removingPercentEncoding } }
  }

  /// A parameter that must be there.
  ///
  /// - Parameter name: The parameter's name.
  /// - Returns: Its value, one line without white space around it; never empty.
  /// - Throws: ``BazaarURLError``, for every way in which there is no such text.
  public func text(_ name: String) throws(BazaarURLError) -> String {
    let values = parameters[name] ?? [""]
    guard values.count == 1 else { throw .repeated(name) }
    guard let value = values[0]?.trimmingCharacters(in: .whitespaces),
      value.rangeOfCharacter(from: .controlCharacters.union(.newlines)) == nil
    else { throw .unreadable(name) }
    guard !value.isEmpty else { throw .missing(name) }
    return value
  }

  /// A parameter that must be a whole number.
  ///
  /// - Parameters:
  ///   - name: The parameter's name.
  ///   - range: The numbers that are accepted.
  /// - Returns: The number.
  /// - Throws: ``BazaarURLError``, for every way in which there is no such number.
  public func number(
    _ name: String, in range: ClosedRange<Int>
  ) throws(BazaarURLError) -> Int {
    let value = try text(name)
    guard let number = Int(value), range.contains(number) else {
      throw .noNumber(name, value: value, range: range)
    }
    return number
  }
}
