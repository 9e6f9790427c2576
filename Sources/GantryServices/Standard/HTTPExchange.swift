// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// Sends one HTTP request and gives its response: a standard service.
///
/// An SDK's module injects it instead of bringing a networking library of its own; the app, or one
/// of its modules, provides it with the library that the app uses.
///
/// ```swift
/// @Inject let http: any HTTPExchange
/// …
/// let response = try await http.response(to: HTTPExchangeRequest(url: url))
/// ```
public protocol HTTPExchange: Sendable {
  /// Sends a request, and waits for the whole response.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, with any status.
  /// - Throws: Any error that keeps the response from coming.
  func response(to request: HTTPExchangeRequest) async throws -> HTTPExchangeResponse
}

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

/// A header field of an ``HTTPExchangeRequest`` or ``HTTPExchangeResponse``.
public struct HTTPField: Hashable, Sendable {
  /// The name; its case does not matter.
  public var name: String
  /// The value.
  public var value: String

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - value: The value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}
