// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
