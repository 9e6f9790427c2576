// SPDX-License-Identifier: Apache-2.0

import FlyingFox
import Foundation
import Testing

@testable import GantryInspector

@Suite struct InspectorAccessTests {
  private static let token = "0123456789abcdef"
  private static let cookie = "gantry-inspector-8321=\(token)"

  private static func access(
    changes: Bool = false
  ) throws -> InspectorAccess {
    try InspectorAccess(port: nil, token: token, allowsChanges: changes)
  }

  /// A request and the status of its response; nil if it is granted.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var method = HTTPMethod.GET
    var query: [HTTPRequest.QueryItem] = []
    var headers: [HTTPHeader: String] = [.host: "127.0.0.1:8321"]
    var changes = false
    let status: Int?

    static func get(_ name: String, _ headers: [HTTPHeader: String], _ status: Int?) -> Case {
      Case(
        testDescription: name, headers: [.host: "127.0.0.1:8321"].merging(headers) { $1 },
        status: status)
    }

    static func post(
      _ name: String, _ headers: [HTTPHeader: String], changes: Bool = true, _ status: Int?
    ) -> Case {
      Case(
        testDescription: name, method: .POST,
        headers: [.host: "127.0.0.1:8321", .cookie: cookie].merging(headers) { $1 },
        changes: changes, status: status)
    }
  }

  private static let origin = HTTPHeader("Origin")
  private static let bearer = "Bearer \(token)"

  static let cases: [Case] = [
    .get("no token", [:], 401),
    .get("the cookie", [.cookie: cookie], nil),
    .get("the cookie among others", [.cookie: "a=b; \(cookie); c=d"], nil),
    .get("the cookie of another port", [.cookie: "gantry-inspector-9=\(token)"], 401),
    .get("a wrong cookie", [.cookie: "gantry-inspector-8321=0123456789abcdeF"], 401),
    .get("a cookie that goes on", [.cookie: cookie + "0"], 401),
    .get("the header", [.authorization: bearer], nil),
    .get("another kind of header", [.authorization: "Basic \(token)"], 401),
    .get("a wrong header beside the cookie", [.authorization: "Bearer x", .cookie: cookie], 401),
    .get("localhost", [.host: "localhost:8321", .cookie: cookie], nil),
    .get("the name of a site", [.host: "example.org:8321", .cookie: cookie], 403),
    .get("a name that begins alike", [.host: "127.0.0.1.example.org", .cookie: cookie], 403),
    .get("no host", [.host: "", .cookie: cookie], 403),
    .get("a host with a user", [.host: "127.0.0.1:8321@example.org", .cookie: cookie], 403),
    .post("a change that isn't allowed", [origin: "http://127.0.0.1:8321"], changes: false, 403),
    .post("a change of the own page", [origin: "http://127.0.0.1:8321"], nil),
    .post("a change of another site's page", [origin: "http://example.org"], 403),
    .post("a change of another port's page", [origin: "http://127.0.0.1:9"], 403),
    .post("a change without an origin", [:], 403),
    .post("a change of a program", [.authorization: bearer], nil),
    .post(
      "a change of a program that isn't allowed", [.authorization: bearer], changes: false, 403),
    Case(
      testDescription: "another method", method: .DELETE,
      headers: [.host: "127.0.0.1:8321", .authorization: bearer], changes: true, status: 405),
  ]

  @Test(arguments: cases)
  func `only local requests with the token are answered`(given: Case) throws {
    let access = try Self.access(changes: given.changes)
    let request = HTTPRequest(
      method: given.method, version: .http11, path: "/", query: given.query,
      headers: given.headers, body: .init())
    switch access.verdict(on: request) {
    case .granted: #expect(given.status == nil)
    case .refused(let status, let reason):
      #expect(status.code == given.status)
      #expect(!reason.contains(Self.token))
    case .remembered: Issue.record("no request has the token in its query")
    }
  }

  @Test func `the token in the address moves into a cookie`() throws {
    let request = HTTPRequest(
      method: .GET, version: .http11, path: "/modules/Order 7",
      query: [.init(name: "url", value: "a&b"), .init(name: "token", value: Self.token)],
      headers: [.host: "127.0.0.1:8321"], body: .init())
    let verdict = try Self.access().verdict(on: request)
    #expect(
      verdict
        == .remembered(
          location: "/modules/Order%207?url=a%26b",
          cookie: "\(Self.cookie); Path=/; HttpOnly; SameSite=Strict"))
  }

  @Test(arguments: ["", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF"])
  func `a wrong token in the address is refused`(token: String) throws {
    let request = HTTPRequest(
      method: .GET, version: .http11, path: "/", query: [.init(name: "token", value: token)],
      headers: [.host: "127.0.0.1:8321", .cookie: Self.cookie], body: .init())
    guard case .refused(.unauthorized, _) = try Self.access().verdict(on: request) else {
      Issue.record("it was answered")
      return
    }
  }

  @Test(arguments: [0, -1, 65_536])
  func `an invalid port is an error`(port: Int) {
    #expect(throws: InspectorError.wrongPort(port)) {
      try InspectorAccess(port: port, token: nil, allowsChanges: false)
    }
  }

  @Test(arguments: ["", "short", "0123456789abcde", "0123456789abcdef ", "0123456789abcdé"])
  func `a token that is easily guessed or not valid in a cookie is refused`(token: String) {
    #expect(throws: InspectorError.weakToken) {
      try InspectorAccess(port: nil, token: token, allowsChanges: false)
    }
  }

  @Test func `each launch without a token makes a new one of 128 bits`() throws {
    let tokens = try (0..<50).map { _ in
      try InspectorAccess(port: nil, token: nil, allowsChanges: false).token
    }
    #expect(Set(tokens).count == 50)
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
  }

  @Test(arguments: [
    (
      InspectorError.wrongPort(0),
      """
      Inspector.port is 0. Give a number from 1 to 65535, or leave it out, and the inspector picks \
      a free port.
      """
    ),
    (
      .weakToken,
      """
      Inspector.token must have at least 16 characters, all of them letters, digits, '-' or '_'. Leave it \
      out, and the inspector makes one.
      """
    ),
    (
      .notListening(port: 80, reason: "Permission denied"),
      """
      cannot listen on 127.0.0.1:80: Permission denied. Give another Inspector.port, or leave it \
      out, and the inspector picks a free one.
      """
    ),
  ])
  func `each error says what to do`(error: InspectorError, text: String) {
    #expect("\(error)" == text)
  }
}
