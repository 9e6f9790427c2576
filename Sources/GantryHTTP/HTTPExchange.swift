// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HTTPTypes

/// A standard service that sends an HTTP request and returns its response.
///
/// An SDK's module injects it instead of bringing its own networking library. The app, or one of
/// its modules, provides it with the library that the app uses.
///
/// Requests and responses are the types of swift-http-types, which servers and clients share. That
/// library ends the process when it makes a request from a URL without a scheme, so check
/// `url.scheme` first if the URL comes from outside.
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
  /// - Throws: Any error that prevents a response.
  func response(
    to request: HTTPRequest, body: Data, within limit: Duration?
  ) async throws -> (response: HTTPResponse, body: Data)
}

extension HTTPExchange {
  /// Sends a request without a body, and waits for the whole response as long as the provider does.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response, with any status, and its body.
  /// - Throws: Any error that prevents a response.
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
  /// - Throws: Any error that prevents a response.
  public func response(
    to request: HTTPRequest, body: Data
  ) async throws -> (response: HTTPResponse, body: Data) {
    try await response(to: request, body: body, within: nil)
  }
}
