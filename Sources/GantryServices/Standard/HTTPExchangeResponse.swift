// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// The answer of an ``HTTPExchange``.
public struct HTTPExchangeResponse: Hashable, Sendable, CustomStringConvertible {
  /// The status, for example 200.
  public var status: Int
  /// The header fields, in the order received.
  public var fields: [HTTPField]
  /// The body; empty when there is none.
  public var body: Data

  /// Makes a response.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - fields: The header fields, in the order received.
  ///   - body: The body; empty when there is none.
  public init(status: Int, fields: [HTTPField] = [], body: Data = Data()) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// The value of a header field.
  ///
  /// - Parameter name: The field's name, in any case.
  /// - Returns: The first value; nil when there is no such field.
  public func value(of name: String) -> String? {
    fields.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
  }

  /// Status and size: fields and body may be secret, and show in no log this way.
  public var description: String { "\(status), \(body.count) bytes" }
}
