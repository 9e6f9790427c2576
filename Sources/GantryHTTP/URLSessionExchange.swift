// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import GantrySupport
public import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An ``HTTPExchange`` that uses Foundation's `URLSession`, without cookies, a cache or
/// credentials.
///
/// You can share one exchange, as the modules of a program do: it keeps nothing from one request
/// for the next, unless you create it with your own configuration.
///
/// It follows redirects, and returns responses with any status. If no response comes, the error
/// tells why: `URLError`, or `CancellationError` when the caller's task is cancelled.
public struct URLSessionExchange: HTTPExchange {
  /// Ends the session with the last copy of the exchange; running requests still finish.
  private final class Owner: Sendable {
    let session: URLSession

    init(_ configuration: URLSessionConfiguration) {
      session = URLSession(configuration: configuration)
    }

    deinit { session.finishTasksAndInvalidate() }
  }

  private let owner: Owner
  private let clock: any Clock<Duration>

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - configuration: The session's configuration; nil keeps nothing from one request for the
  ///     next, on disk or in memory.
  ///   - clock: The clock that measures a request's limit.
  public init(
    configuration: URLSessionConfiguration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    owner = Owner(configuration ?? Self.keepingNothing)
    self.clock = clock
  }

  /// An ephemeral session keeps cookies, responses and credentials in memory.
  private static var keepingNothing: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return configuration
  }

  /// Sends a request, and waits for the whole response.
  ///
  /// - Parameters:
  ///   - request: The request, to an `http` or `https` URL.
  ///   - body: The body of the request; empty when there is none.
  ///   - limit: The longest wait for the whole response; nil leaves it to the session's
  ///     configuration.
  /// - Returns: The response, with any status, its fields sorted by name, and its body.
  /// - Throws: `URLError`: `.unsupportedURL` for other schemes, `.timedOut` when the whole response
  ///   does not arrive in time, and others; `CancellationError` when the task is cancelled.
  public func response(
    to request: HTTPRequest, body: Data, within limit: Duration?
  ) async throws -> (response: HTTPResponse, body: Data) {
    guard let scheme = request.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let url = request.url
    else { throw URLError(.unsupportedURL) }
    var message = URLRequest(url: url)
    message.httpMethod = request.method.rawValue
    for field in request.headerFields {
      // All values of the name: the values of cookies are joined differently from others.
      message.setValue(
        request.headerFields[field.name], forHTTPHeaderField: field.name.rawName)
    }
    if !body.isEmpty { message.httpBody = body }
    do {
      guard let limit else { return try await send(message) }
      return try await send(message, within: limit)
    } catch let error as URLError where error.code == .cancelled {
      throw CancellationError()
    }
  }

  /// The session's own limits apply to pauses; this one applies to the whole request.
  private func send(
    _ message: URLRequest, within limit: Duration
  ) async throws -> (response: HTTPResponse, body: Data) {
    try await withThrowingTaskGroup(of: (response: HTTPResponse, body: Data).self) { group in
      group.addTask { try await send(message) }
      group.addTask { [clock] in
        try await clock.wait(for: limit)
        throw URLError(.timedOut)
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  private func send(_ message: URLRequest) async throws -> (response: HTTPResponse, body: Data) {
    defer { extendLifetime(owner) }
    let (body, answer) = try await owner.session.data(for: message)
    guard let answer = answer as? HTTPURLResponse, (100...999).contains(answer.statusCode) else {
      throw URLError(.badServerResponse)
    }
    var response = HTTPResponse(status: HTTPResponse.Status(code: answer.statusCode))
    let fields = answer.allHeaderFields.map { (name: "\($0)", value: "\($1)") }
    for field in fields.sorted(by: { $0.name < $1.name }) {
      guard let name = HTTPField.Name(field.name) else { continue }
      response.headerFields.append(HTTPField(name: name, value: field.value))
    }
    return (response, body)
  }
}
