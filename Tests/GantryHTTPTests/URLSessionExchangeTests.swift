// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryHTTP
import GantrySupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A clock whose sleeps end immediately: it is an hour later each time it is read.
private final class HastyClock: Clock {
  typealias Instant = ContinuousClock.Instant
  private let start = ContinuousClock.now
  private let hours = Atomic(0)
  var now: Instant {
    start.advanced(by: .seconds(3600) * hours.wrappingAdd(1, ordering: .relaxed).newValue)
  }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

@Suite(.timeLimit(.minutes(5))) struct URLSessionExchangeTests {
  private static func answer(_ status: String, _ body: String, _ fields: String...) -> String {
    let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"]
    return (lines + fields).joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  @Test func `a request is sent unchanged, and its response is returned`() async throws {
    let server = try LoopbackServer { _ in
      Self.answer("201 Created", "größer", "X-Order: 7")
    }
    defer { server.stop() }
    let sender = try #require(HTTPField.Name("X-Sender"))
    let order = try #require(HTTPField.Name("x-order"))
    let (response, body) = try await URLSessionExchange().response(
      to: HTTPRequest(
        method: .put, url: server.url("/orders?item=tea"), headerFields: [sender: "till"]),
      body: Data("two".utf8))
    #expect(response.status == .created)
    #expect(response.headerFields[order] == "7")
    #expect(String(decoding: body, as: UTF8.self) == "größer")
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("PUT /orders?item=tea HTTP/1.1\r\n"))
    #expect(request.lowercased().contains("\r\nx-sender: till\r\n"))
    #expect(request.hasSuffix("\r\n\r\ntwo"))
  }

  @Test func `several fields with one name are sent as one`() async throws {
    let server = try LoopbackServer { _ in Self.answer("200 OK", "") }
    defer { server.stop() }
    var request = HTTPRequest(url: try server.url("/"))
    for value in ["a=1", "b=2"] {
      request.headerFields.append(HTTPField(name: .cookie, value: value))
      request.headerFields.append(HTTPField(name: .acceptLanguage, value: value))
    }
    _ = try await URLSessionExchange().response(to: request)
    let lines = try #require(server.requests.first).lowercased().split(separator: "\r\n")
    #expect(lines.contains("cookie: a=1; b=2"))
    #expect(lines.contains("accept-language: a=1, b=2"))
  }

  @Test(arguments: ["404 Not Found", "500 Internal Server Error"])
  func `no response status is an error`(status: String) async throws {
    let server = try LoopbackServer { _ in Self.answer(status, "") }
    defer { server.stop() }
    let (response, body) = try await URLSessionExchange().response(
      to: HTTPRequest(url: server.url("/")), body: Data(), within: .seconds(3600))
    #expect(response.status.code == Int(status.prefix(3)))
    #expect(body.isEmpty)
  }

  /// A server's response to two requests: a cookie, and permission to cache the response.
  private static func twice(
    _ exchanges: [URLSessionExchange]
  ) async throws -> (requests: [String], bodies: [String]) {
    let count = Atomic(0)
    let server = try LoopbackServer { _ in
      Self.answer(
        "200 OK", "\(count.wrappingAdd(1, ordering: .relaxed).newValue)", "Set-Cookie: a=b; Path=/",
        "Cache-Control: public, max-age=3600")
    }
    defer { server.stop() }
    var bodies: [String] = []
    for exchange in exchanges {
      let (_, body) = try await exchange.response(to: HTTPRequest(url: server.url("/")))
      bodies.append(String(decoding: body, as: UTF8.self))
    }
    return (server.requests.map { $0.lowercased() }, bodies)
  }

  @Test func `no state is kept between requests`() async throws {
    let one = URLSessionExchange()
    for exchanges in [[one, one], [URLSessionExchange(), URLSessionExchange()]] {
      let (requests, bodies) = try await Self.twice(exchanges)
      #expect(bodies == ["1", "2"])
      #expect(requests.count == 2)
      #expect(requests.allSatisfy { !$0.contains("\r\ncookie:") })
    }
  }

  @Test func `a custom configuration can keep cookies`() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    let exchange = URLSessionExchange(configuration: configuration)
    let (requests, bodies) = try await Self.twice([exchange, exchange])
    #expect(bodies == ["1", "2"])
    #expect(requests.map { $0.contains("\r\ncookie: a=b\r\n") } == [false, true])
  }

  @Test func `a response that is too late is an error`() async throws {
    let server = try LoopbackServer { _ in nil }
    defer { server.stop() }
    let exchange = URLSessionExchange(clock: HastyClock())
    await #expect {
      _ = try await exchange.response(
        to: HTTPRequest(url: server.url("/")), body: Data(), within: .milliseconds(5))
    } throws: { ($0 as? URLError)?.code == .timedOut }
  }

  @Test func `a request ends when its caller is cancelled`() async throws {
    let server = try LoopbackServer { _ in nil }
    defer { server.stop() }
    let url = try server.url("/")
    let call = Task { try await URLSessionExchange().response(to: HTTPRequest(url: url)) }
    await server.arrival()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @Test(arguments: ["ftp://shop.example/a", "file:///etc/hosts", "bazaar://orders/7"])
  func `a URL with another scheme is refused`(text: String) async throws {
    let url = try #require(URL(string: text))
    await #expect {
      _ = try await URLSessionExchange().response(to: HTTPRequest(url: url))
    } throws: { ($0 as? URLError)?.code == .unsupportedURL }
  }

  @Test func `an unreachable server is an error`() async throws {
    let server = try LoopbackServer { _ in nil }
    let url = try server.url("/")
    server.stop()
    await #expect(throws: URLError.self) {
      _ = try await URLSessionExchange().response(to: HTTPRequest(url: url))
    }
  }
}
