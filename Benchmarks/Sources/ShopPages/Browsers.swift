// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A few browsers that ask for items as fast as they are answered, each over one connection.
struct Browsers: Sendable {
  static let count = 4
  static let items = 216

  let port: UInt16

  /// How many pages a second they get together.
  func count(for duration: Duration) async throws -> Double {
    let clock = ContinuousClock()
    let begin = clock.now
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<Self.count {
        group.addTask {
          let connection = try Connection(port: port)
          defer { connection.close() }
          var pages = 0
          while clock.now - begin < duration {
            _ = try connection.get("/catalog/\((number * 54 + pages) % Self.items + 1)")
            pages += 1
          }
          return pages
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(total) / ((clock.now - begin) / .seconds(1))
  }

  /// One page, for a comparison.
  func page(_ id: Int) throws -> String {
    let connection = try Connection(port: port)
    defer { connection.close() }
    return try connection.get("/catalog/\(id)")
  }
}

/// A connection that is kept for many requests. It blocks its thread, and does next to nothing: what
/// is measured is the server.
private struct Connection {
  private let socket: Int32
  private let port: UInt16

  init(port: UInt16) throws {
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
    guard result == 0 else { throw ShopPages.Failure(description: "no server at \(port)") }
  }

  func close() {
    #if canImport(Glibc)
      _ = Glibc.close(socket)
    #else
      _ = Darwin.close(socket)
    #endif
  }

  /// The body of a page.
  func get(_ path: String) throws -> String {
    let request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8)
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
    guard let head = Self.end(of: answer), answer.starts(with: "HTTP/1.1 200 ".utf8) else {
      throw ShopPages.Failure(description: "\(path) is no page")
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

  private var closed: ShopPages.Failure { .init(description: "the connection was closed") }

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
