// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Gantry
internal import GantryText
public import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An ``HTTPExchange`` by Foundation's `URLSession`, without cookies, cache and credentials of its own.
///
/// It may be shared, as the one of a program's modules is: nothing is kept from one request for the
/// next, unless you make it with a configuration of your own.
///
/// Redirects are followed. A response with any status is a response. When none comes, the error says
/// why: `URLError`, or `CancellationError` when the caller's task is cancelled.
public struct URLSessionExchange: HTTPExchange {
  /// Ends the session with the last copy of the exchange; requests that run go on to their end.
  private final class Owner: Sendable {
    let session: URLSession

    init(_ configuration: URLSessionConfiguration) {
      session = URLSession(configuration: configuration)
    }

    deinit { session.finishTasksAndInvalidate() }
  }

  private let owner: Owner
  private let clock: any Clock<Duration>

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - configuration: How the session works; nil keeps nothing from one request for the next,
  ///     neither on disk nor in memory.
  ///   - clock: The clock of a request's limit.
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
  ///   - limit: The longest wait for the whole response; nil leaves it to the session's configuration.
  /// - Returns: The response, with any status, its fields sorted by name, and its body.
  /// - Throws: `URLError`: `.unsupportedURL` for other schemes, `.timedOut` when the whole response
  ///   is not there in time, and others; `CancellationError` when the task is cancelled.
  public func response(
    to request: HTTPRequest, body: Data, within limit: Duration?
  ) async throws -> (response: HTTPResponse, body: Data) {
    guard let scheme = request.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let url = request.url
    else { throw URLError(.unsupportedURL) }
    var message = URLRequest(url: url)
    message.httpMethod = request.method.rawValue
    for field in request.headerFields {
      // All values of the name: those of cookies are joined in another way than others.
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

  /// The session's own limits are about pauses; this one is about the whole.
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

/// Provides an ``HTTPExchange`` where no other module does, and the app does not either.
///
/// Linking it is enough: modules that inject `any HTTPExchange` get a ``URLSessionExchange``.
@Module
public final class HTTPModule {
  /// Creates the module; it needs nothing.
  public init(context: ModuleContext) {}

  @Provides(fallback: true) nonisolated var exchange: any HTTPExchange { URLSessionExchange() }
}
