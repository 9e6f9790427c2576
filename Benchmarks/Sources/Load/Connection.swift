// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a server could not be asked.
package struct LoadError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// A connection that is kept for many requests. It blocks its thread, and does next to nothing: what
/// is measured is the server.
package struct Connection {
  private let socket: Int32
  private let port: UInt16

  /// Connects to a server of this machine.
  package init(port: UInt16) throws {
    self.port = port
    #if canImport(Glibc)
      socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) }
    }
    guard result == 0 else { throw LoadError(description: "no server at \(port)") }
  }

  /// Ends the connection.
  package func close() {
    #if canImport(Glibc)
      _ = Glibc.close(socket)
    #else
      _ = Darwin.close(socket)
    #endif
  }

  /// The body of a page.
  package func get(_ path: String) throws -> String { try ask("GET", path) }

  /// The body of an answer, whose status must be a success.
  ///
  /// - Parameters:
  ///   - body: JSON.
  ///   - key: The idempotency key.
  package func ask(
    _ method: String, _ path: String, _ body: String = "", key: String? = nil
  ) throws -> String {
    let fields = [
      "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", key.map { "Idempotency-Key: \($0)" },
      body.isEmpty ? nil : "Content-Length: \(body.utf8.count)",
    ]
    let head = fields.compactMap(\.self).joined(separator: "\r\n")
    let request = Array("\(head)\r\n\r\n\(body)".utf8)
    guard send(socket, request, request.count, 0) == request.count else { throw closed }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var length: Int?
    while length.map({ answer.count < $0 }) ?? true {
      acknowledgeAtOnce()
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { throw closed }
      answer += buffer[..<count]
      if length == nil { length = Self.length(of: answer) }
    }
    guard let head = Self.end(of: answer), answer.starts(with: "HTTP/1.1 20".utf8) else {
      throw LoadError(description: "\(method) \(path): \(String(decoding: answer, as: UTF8.self))")
    }
    return String(decoding: answer[head...], as: UTF8.self)
  }

  /// FlyingFox sends head and body apart, and the kernel holds the body back until the head is
  /// acknowledged, which takes it up to 40 ms: both servers would wait, and do nothing.
  private func acknowledgeAtOnce() {
    #if canImport(Glibc)
      var isOn: Int32 = 1
      let size = socklen_t(MemoryLayout<Int32>.size)
      setsockopt(socket, Int32(IPPROTO_TCP), TCP_QUICKACK, &isOn, size)
    #endif
  }

  private var closed: LoadError { .init(description: "the connection was closed") }

  /// The length of a whole answer; nil as long as its head is not there.
  private static func length(of answer: [UInt8]) -> Int? {
    guard let end = end(of: answer) else { return nil }
    let head = String(decoding: answer[..<end], as: UTF8.self).lowercased()
    let line = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
    return line.flatMap { Int($0.drop { !$0.isNumber }) }.map { end + $0 }
  }

  private static func end(of answer: [UInt8]) -> Int? {
    answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
  }
}
