// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantrySupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A loopback server that serves one connection after another and keeps the requests.
final class LoopbackServer: Sendable {
  struct Failure: Error { let code: Int32 }

  let port: UInt16
  private let listener: Int32
  private let received = Mutex<[String]>([])
  private let arrivals = AsyncStream.makeStream(of: Void.self)
  private let held = Mutex<[Int32]>([])

  /// The requests so far, as text.
  var requests: [String] { received.withLock(\.self) }

  /// Listens on a free port.
  ///
  /// - Parameter answer: The whole response to a request; nil for none, ever.
  init(answer: @escaping @Sendable (String) -> String?) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { [listener] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard bind(listener, pointer, size) == 0, listen(listener, 8) == 0 else { return errno }
        return getsockname(listener, pointer, &size) == 0 ? 0 : errno
      }
    }
    guard code == 0 else { throw Failure(code: code) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve(answer) }
  }

  func url(_ path: String) throws -> URL {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    return url
  }

  /// Waits until a request has come.
  func arrival() async { for await _ in arrivals.stream { return } }

  /// Ends the thread and the connections that it holds open.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    for connection in held.withLock({ $0 }) { close(connection) }
  }

  private func serve(_ answer: (String) -> String?) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      let request = Self.read(connection)
      received.withLock { $0.append(request) }
      arrivals.continuation.yield()
      if let text = answer(request) {
        _ = Array(text.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        close(connection)
      } else {
        held.withLock { $0.append(connection) }
      }
    }
    close(listener)
  }

  /// Reads the head and body of a request with a content length.
  private static func read(_ connection: Int32) -> String {
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let head = text.firstRange(of: "\r\n\r\n")
      let length = text.firstMatch(of: /(?i)content-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
      if let head, text[head.upperBound...].utf8.count >= length { return text }
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { return text }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }
}
