// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// A request for an ``HTTPExchange``.
public struct HTTPExchangeRequest: Hashable, Sendable, CustomStringConvertible {
  /// The method, for example `GET`.
  public var method: String
  /// The URL of the request.
  public var url: URL
  /// The header fields, in the order sent.
  public var fields: [HTTPField]
  /// The body; empty when there is none.
  public var body: Data
  /// The longest wait for the whole response; nil leaves it to the provider.
  public var timeout: Duration?

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: Where the request goes.
  ///   - fields: The header fields, in the order sent.
  ///   - body: The body; empty when there is none.
  ///   - timeout: The longest wait for the whole response; nil leaves it to the provider.
  public init(
    _ method: String = "GET", url: URL, fields: [HTTPField] = [], body: Data = Data(),
    timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeout = timeout
  }

  /// Method, host and path: the rest may be secret, and shows in no log this way.
  public var description: String {
    "\(method) \(url.host() ?? "")\(url.path(percentEncoded: true)), \(body.count) bytes"
  }
}
