// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation

/// The answer to one request that is written byte by byte, as no well-behaved client would.
struct RawAnswer: Sendable {
  let status: Int
  let headers: [(name: String, value: String)]
  let body: String

  func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The cookie that was given, as the browser sends it back.
  var cookie: String? {
    header("Set-Cookie")?.split(separator: ";").first.map(String.init)
  }

  /// The ticket that the form on the page carries.
  var ticket: String? {
    body.firstMatch(of: /name="ticket" value="([^"]*)"/).map { String($0.1) }
  }

  /// Sends a request over a connection of its own; `Host` is the right one unless it is given.
  static func of(
    _ method: String, _ target: String, _ headers: [(String, String)], body: String, port: Int
  ) async throws -> RawAnswer {
    var lines = ["\(method) \(target) HTTP/1.1"]
    if !headers.contains(where: { $0.0 == "Host" }) { lines.append("Host: 127.0.0.1:\(port)") }
    lines += headers.map { "\($0.0): \($0.1)" }
    lines += ["Connection: close", "Content-Length: \(body.utf8.count)", "", body]
    return try await of(Data(lines.joined(separator: "\r\n").utf8), port: port)
  }

  /// Sends bytes as they are over a connection of its own, and reads until the server closes it.
  static func of(_ bytes: Data, port: Int) async throws -> RawAnswer {
    let socket = try await AsyncSocket.connected(
      to: sockaddr_in.inet(ip4: "127.0.0.1", port: UInt16(port)))
    defer { try? socket.close() }
    // A server that refuses a large body need not read it.
    try? await socket.write(bytes)
    var answer: [UInt8] = []
    while let bytes = try? await socket.read(atMost: 65_536), !bytes.isEmpty { answer += bytes }
    return try RawAnswer(bytes: answer)
  }

  private init(bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = (parts.first ?? "").split(separator: "\r\n")
    guard let first = lines.first, let code = first.split(separator: " ").dropFirst().first,
      let status = Int(code)
    else { throw CocoaError(.fileReadCorruptFile) }
    self.status = status
    headers = lines.dropFirst().map { line in
      let pair = line.split(separator: ":", maxSplits: 1)
      return (String(pair[0]), (pair.last ?? "").trimmingCharacters(in: .whitespaces))
    }
    body = parts.count > 1 ? String(parts[1]) : ""
  }
}
