// SPDX-License-Identifier: Apache-2.0

internal import Configuration
internal import FlyingFox
internal import Gantry

/// Decides which requests the inspector answers: those of programs on this machine that know the token.
///
/// A page of another site can make a browser send requests to 127.0.0.1, too. Such a request has
/// another host or another origin, and no cookie: `SameSite=Strict` keeps it back.
struct InspectorAccess: Sendable {
  /// The answer to a request.
  enum Verdict: Equatable {
    case granted
    /// To the same page without the token, which a cookie keeps from now on.
    case remembered(location: String, cookie: String)
    case refused(HTTPStatusCode, reason: String)
  }

  let port: Int?
  let token: String
  let allowsChanges: Bool

  /// Reads the settings of the inspector.
  init(_ config: ConfigReader) throws(InspectorError) {
    try self.init(
      port: config.int(forKey: "port"),
      token: config.string(forKey: "token", isSecret: true),
      allowsChanges: config.bool(forKey: "allowsChanges", default: false))
  }

  init(port: Int?, token: String?, allowsChanges: Bool) throws(InspectorError) {
    if let port, !(1...65_535).contains(port) { throw .wrongPort(port) }
    if let token, token.utf8.count < 16 || !token.utf8.allSatisfy(Self.isPlain) {
      throw .weakToken
    }
    self.port = port
    self.token = token ?? Self.randomToken()
    self.allowsChanges = allowsChanges
  }

  /// The address to open in a browser.
  func address(port: Int) -> String { "http://127.0.0.1:\(port)/?token=\(token)" }

  /// Whether a request is answered.
  func verdict(on request: HTTPRequest) -> Verdict {
    let host = request.headers[.host] ?? ""
    guard Self.isLoopback(host) else {
      return .refused(
        .forbidden,
        reason: "The inspector answers to 127.0.0.1 and localhost, not to '\(host)'.")
    }
    if let given = request.query["token"], request.method == .GET {
      guard isToken(given) else { return Self.withoutToken }
      let cookie = "\(Self.cookie(of: host))=\(token); Path=/; HttpOnly; SameSite=Strict"
      return .remembered(location: Self.location(request), cookie: cookie)
    }
    let bearer = request.headers[.authorization].flatMap { Self.end(of: $0, after: "Bearer ") }
    guard isToken(bearer ?? cookie(of: request, host)) else { return Self.withoutToken }
    return request.method == .GET ? .granted : verdict(onChange: request, host, bearer != nil)
  }

  private func verdict(
    onChange request: HTTPRequest, _ host: String, _ hasHeader: Bool
  ) -> Verdict {
    guard request.method == .POST else {
      return .refused(.methodNotAllowed, reason: "The inspector accepts only GET and POST.")
    }
    guard allowsChanges else {
      return .refused(
        .forbidden,
        reason:
          "The inspector changes nothing. Start the program with INSPECTOR_ALLOWS_CHANGES=true.")
    }
    // A browser names the page's origin in every POST. A program that sends the header has no page.
    guard hasHeader || request.headers[HTTPHeader("Origin")] == "http://\(host)" else {
      return .refused(.forbidden, reason: "The request comes from a page of another site.")
    }
    return .granted
  }

  private static let withoutToken = Verdict.refused(
    .unauthorized,
    reason: """
      The token is missing, or is from an earlier launch. Open the address in the program's log: \
      it ends in ?token=…
      """)

  /// Compares all of it, however early it differs: the time must not tell how much is right.
  private func isToken(_ given: String?) -> Bool {
    let given = Array((given ?? "").utf8)
    guard given.count == token.utf8.count else { return false }
    return zip(given, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func cookie(of request: HTTPRequest, _ host: String) -> String? {
    let cookies = (request.headers[.cookie] ?? "").split(separator: ";")
    let start = "\(Self.cookie(of: host))="
    return cookies.lazy.compactMap { cookie in
      Self.end(of: String(cookie.drop { $0 == " " }), after: start)
    }.first
  }

  /// One cookie for each port: a browser sends those of all ports of a host.
  private static func cookie(of host: String) -> String {
    "gantry-inspector-\(host.split(separator: ":").last ?? "")"
  }

  private static func end(of text: String, after start: String) -> String? {
    text.hasPrefix(start) ? String(text.dropFirst(start.count)) : nil
  }

  /// The request's path and query without the token.
  private static func location(_ request: HTTPRequest) -> String {
    let items = request.query.filter { $0.name != "token" }.map {
      "\(InspectorSite.encoded($0.name))=\(InspectorSite.encoded($0.value))"
    }
    let path = InspectorSite.path(request.path.split(separator: "/").map(String.init))
    return path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
  }

  /// Whether the host of a request is this machine: the name of a site may lead here as well.
  private static func isLoopback(_ host: String) -> Bool {
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    return ["127.0.0.1", "localhost"].contains(parts[0]) && parts.count <= 2
      && parts.dropFirst().allSatisfy { Int($0) != nil }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func randomToken() -> String {
    // 128 bits of the system's generator, which is cryptographically secure.
    (0..<2).map { _ in
      let text = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
  }
}
