// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HTTPTypes

/// Sends one HTTP request and gives its response: a standard service.
///
/// An SDK's module injects it instead of bringing a networking library of its own; the app, or one
/// of its modules, provides it with the library that the app uses. Requests and responses are those of
/// swift-http-types, which servers and clients share. That library makes no request of a URL without a
/// scheme, but ends the process: look at `url.scheme` of a text from outside first.
///
/// ```swift
/// @Inject let http: any HTTPExchange
/// …
/// let (response, body) = try await http.response(to: HTTPRequest(method: .get, url: url))
/// ```
public protocol HTTPExchange: Sendable {
  /// Sends a request, and waits for the whole response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - body: The body of the request; empty when there is none.
  ///   - limit: The longest wait for the whole response; nil leaves it to the provider.
  /// - Returns: The response, with any status, and its body.
  /// - Throws: Any error that keeps the response from coming.
  func response(
    to request: HTTPRequest, body: Data, within limit: Duration?
  ) async throws -> (response: HTTPResponse, body: Data)
}

extension HTTPExchange {
  /// Sends a request without a body, and waits for the whole response as long as the provider does.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, with any status, and its body.
  /// - Throws: Any error that keeps the response from coming.
  public func response(
    to request: HTTPRequest
  ) async throws -> (response: HTTPResponse, body: Data) {
    try await response(to: request, body: Data(), within: nil)
  }

  /// Sends a request with a body, and waits for the whole response as long as the provider does.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - body: The body of the request.
  /// - Returns: The response, with any status, and its body.
  /// - Throws: Any error that keeps the response from coming.
  public func response(
    to request: HTTPRequest, body: Data
  ) async throws -> (response: HTTPResponse, body: Data) {
    try await response(to: request, body: body, within: nil)
  }
}
