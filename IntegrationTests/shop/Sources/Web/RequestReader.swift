// SPDX-License-Identifier: Apache-2.0

internal import FlyingFox
internal import Foundation

/// Reads requests (RFC 9112), with limits on everything.
///
/// Bodies have a stated length, as the forms of browsers do. Chunked bodies are refused, which the
/// standard allows.
///
/// FlyingFox's own reader has no limits, and its time grows with the square of a line's length. In
/// a release build, an address of 100 kB holds a thread of this program for 7 s; two such addresses
/// hold all threads.
struct RequestReader {
  /// The longest address with its method, in bytes.
  static let longestLine = 9 * 1024
  /// The longest head, in bytes.
  static let longestHead = 16 * 1024

  enum Problem: Error {
    case ended
    case refused(Failure)
  }

  private var inflow: Inflow
  /// Called when the first line of a request is there.
  private let didBegin: () -> Void
  /// Asks for the body of a request, if the client waits for that.
  private let goOn: () async -> Void

  init(_ inflow: Inflow, didBegin: @escaping () -> Void, goOn: @escaping () async -> Void) {
    self.inflow = inflow
    self.didBegin = didBegin
    self.goOn = goOn
  }

  /// Reads the next request.
  mutating func next() async throws(Problem) -> HTTPRequest {
    var line = try await line(atMost: Self.longestLine, or: .tooLong)
    // An empty line may come before a request.
    if line.isEmpty { line = try await self.line(atMost: Self.longestLine, or: .tooLong) }
    didBegin()
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isToken(parts[0]),
      let target = String(validating: parts[1], as: UTF8.self), !target.isEmpty,
      let version = String(validating: parts[2], as: UTF8.self),
      ["HTTP/1.1", "HTTP/1.0"].contains(version),
      !parts[1].contains(where: { Self.isControl($0) || $0 == UInt8(ascii: "\t") })
    else { throw .refused(.malformed) }
    var headers = try await headers()
    // Only HTTP/1.0 may leave it out (RFC 9112, 3.2).
    guard version == "HTTP/1.0" || headers[.host] != nil else { throw .refused(.malformed) }
    let (host, address) = Self.split(target)
    // The host in the address takes precedence over the header.
    if let host { headers[.host] = host }
    try await expect(headers, version)
    let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let body = try await body(headers)
    return HTTPRequest(
      method: Self.method(String(decoding: parts[0], as: UTF8.self)),
      version: HTTPVersion(version),
      target: .init(path: String(halves[0]), query: halves.count > 1 ? String(halves[1]) : ""),
      headers: headers, body: HTTPBodySequence(data: body))
  }

  /// Reads the rest of a refused request, since a sender that is cut off gets no answer.
  mutating func drop() async { await inflow.drop(atMost: Front.longestBody) }

  private mutating func headers() async throws(Problem) -> HTTPHeaders {
    var headers = HTTPHeaders()
    var left = Self.longestHead
    while true {
      let line = try await line(atMost: left, or: .tooManyHeaders)
      if line.isEmpty { return headers }
      left -= line.count + 2
      let parts = line.split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, Self.isToken(parts[0]), !parts[1].contains(where: Self.isControl)
      else { throw .refused(.malformed) }
      let name = HTTPHeader(String(decoding: parts[0], as: UTF8.self))
      // Two contradictory headers are a way to smuggle requests past a proxy.
      if [.host, .contentLength, .transferEncoding].contains(name), headers[name] != nil {
        throw .refused(.malformed)
      }
      headers.addValue(
        String(decoding: parts[1], as: UTF8.self).trimmingCharacters(in: .whitespaces), for: name)
    }
  }

  private mutating func body(_ headers: HTTPHeaders) async throws(Problem) -> Data {
    let length = try Self.length(headers)
    guard length <= Front.longestForm else { throw .refused(.tooLarge) }
    do throws(Inflow.Problem) {
      return Data(try await inflow.bytes(length))
    } catch {
      throw .ended
    }
  }

  /// Sends the line that a client waits for before it sends its body (RFC 9110, 10.1.1).
  private func expect(_ headers: HTTPHeaders, _ version: String) async throws(Problem) {
    // HTTP/1.0 has no such header, so it is ignored there.
    guard version != "HTTP/1.0", let expected = headers[HTTPHeader("Expect")] else { return }
    guard expected.lowercased() == "100-continue" else { throw .refused(.noSuchExpectation) }
    guard try Self.length(headers) <= Front.longestForm else { throw .refused(.tooLarge) }
    await goOn()
  }

  /// Methods are case-sensitive (RFC 9110, 9.1), but not in FlyingFox's type.
  private static func method(_ name: String) -> HTTPMethod {
    HTTPMethod(name == name.uppercased() ? name : "?")
  }

  /// The number of bytes in the body.
  private static func length(_ headers: HTTPHeaders) throws(Problem) -> Int {
    switch (headers[.contentLength], headers[.transferEncoding]) {
    case (nil, nil): return 0
    case (nil, _?): throw .refused(.noLength)
    case (let length?, nil):
      guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw .refused(.malformed)
      }
      // A number that is too long for `Int` is too long for a form.
      return Int(length) ?? .max
    case (_?, _?): throw .refused(.malformed)
    }
  }

  private mutating func line(
    atMost limit: Int, or failure: Failure
  ) async throws(Problem) -> ArraySlice<UInt8> {
    do throws(Inflow.Problem) {
      return try await inflow.line(atMost: limit)
    } catch .ended {
      throw .ended
    } catch {
      throw .refused(failure)
    }
  }

  /// Splits the host from an absolute address.
  private static func split(_ target: String) -> (host: String?, address: String) {
    let scheme = "http://"
    guard target.prefix(scheme.count).lowercased() == scheme else { return (nil, target) }
    let rest = target.dropFirst(scheme.count)
    let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
    let slash = rest[end...].hasPrefix("/") ? "" : "/"
    return (String(rest[..<end]), slash + rest[end...])
  }

  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && !separators.contains($0) }
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
  }

  private static let separators = Set("()<>@,;:\\\"/[]?={}".utf8)
}
