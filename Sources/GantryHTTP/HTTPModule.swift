// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Gantry
public import GantryServices
internal import GantryText

/// Provides an `HTTPExchange` where no other module does, and the app does not either.
///
/// Linking it is enough: modules that inject `any HTTPExchange` get a ``URLSessionExchange``.
@Module
public final class HTTPModule {
  /// Creates the module; it needs nothing.
  public init(context: ModuleContext) {}

  @Provides(fallback: true) nonisolated var exchange: any HTTPExchange { URLSessionExchange() }
}

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// An `HTTPExchange` by Foundation's `URLSession`, without cookies and cache of its own.
///
/// Redirects are followed. A response with any status is a response. When none comes, the error says
/// why: `URLError`, or `CancellationError` when the caller's task is cancelled.
public struct URLSessionExchange: HTTPExchange {
  private let session: URLSession
  private let clock: any Clock<Duration>

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - configuration: How the session works; it keeps nothing on disk unless it says otherwise.
  ///   - clock: The clock of a request's timeout.
  public init(
    configuration: URLSessionConfiguration = .ephemeral,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    session = URLSession(configuration: configuration)
    self.clock = clock
  }

  /// Sends a request, and waits for the whole response.
  ///
  /// - Parameter request: The request, to an `http` or `https` URL.
  /// - Returns: The response, with any status; its fields sorted by name.
  /// - Throws: `URLError`: `.unsupportedURL` for other schemes, `.timedOut` when the whole response
  ///   is not there in time, and others; `CancellationError` when the task is cancelled.
  public func response(to request: HTTPExchangeRequest) async throws -> HTTPExchangeResponse {
    guard let scheme = request.url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw URLError(.unsupportedURL)
    }
    do {
      guard let timeout = request.timeout else { return try await send(request) }
      return try await send(request, within: timeout)
    } catch let error as URLError where error.code == .cancelled {
      throw CancellationError()
    }
  }

  /// The session's own limits are about pauses; this one is about the whole.
  private func send(
    _ request: HTTPExchangeRequest, within limit: Duration
  ) async throws -> HTTPExchangeResponse {
    try await withThrowingTaskGroup(of: HTTPExchangeResponse.self) { group in
      group.addTask { try await send(request) }
      group.addTask { [clock] in
        try await clock.wait(for: limit)
        throw URLError(.timedOut)
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  private func send(_ request: HTTPExchangeRequest) async throws -> HTTPExchangeResponse {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    for field in request.fields { message.addValue(field.value, forHTTPHeaderField: field.name) }
    if !request.body.isEmpty { message.httpBody = request.body }
    let (body, response) = try await session.data(for: message)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let fields = response.allHeaderFields.map { HTTPField("\($0)", "\($1)") }
    return HTTPExchangeResponse(
      status: response.statusCode, fields: fields.sorted { $0.name < $1.name }, body: body)
  }
}
