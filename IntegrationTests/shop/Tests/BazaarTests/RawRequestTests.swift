// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation
import Testing

/// Malformed requests, byte by byte.
@Suite struct RawRequestTests {
  private static let host = "Host: 127.0.0.1:PORT\r\n"
  private static let form = "Content-Type: application/x-www-form-urlencoded\r\n"
  private static let post = "POST /greet HTTP/1.1\r\n\(host)\(form)"

  private static func bytes(_ text: String, port: Int) -> Data {
    Data(text.replacing("PORT", with: "\(port)").utf8)
  }

  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      // Addresses and their surroundings.
      ("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\(host)\r\n", 414),
      ("GET /hello?x=\(String(repeating: "a", count: 1_000_000)) HTTP/1.1\r\n\(host)\r\n", 414),
      ("GET /hello\r\n\r\n", 400), ("GET /hello HTTP/9.9\r\n\(host)\r\n", 400),
      ("GET  /hello HTTP/1.1\r\n\(host)\r\n", 400), ("GET /a b HTTP/1.1\r\n\(host)\r\n", 400),
      ("GET /a\tb HTTP/1.1\r\n\(host)\r\n", 400), ("GET /a\0b HTTP/1.1\r\n\(host)\r\n", 400),
      ("G(T /hello HTTP/1.1\r\n\(host)\r\n", 400), ("\r\n\r\n", 400),
      ("\u{16}\u{3}\u{1}\u{2}\r\n\r\n", 400),
      ("BREW /hello HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 405),
      ("GET /hello HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
      ("GET /hello HTTP/1.0\r\n\(host)\r\n", 200), ("GET /hello HTTP/1.0\r\n\r\n", 200),
      ("GET /hello HTTP/1.0\r\nHost: evil\r\n\r\n", 421),
      ("GET http://evil/hello HTTP/1.0\r\n\r\n", 421),
      ("HeAD /hello HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 405),
      ("get /hello HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 405),
      ("GET /hello HTTP/1.1\r\nHost: LocalHost:PORT\r\nConnection: close\r\n\r\n", 200),
      ("GET HTTP://LOCALHOST:PORT/hello HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 200),
      ("\r\nGET /hello HTTP/1.1\n\(host)Connection: close\n\n", 200),
      ("GET http://127.0.0.1:PORT/hello HTTP/1.1\r\nHost: evil\r\nConnection: close\r\n\r\n", 200),
      ("GET HTTP://127.0.0.1:PORT/hello?a=1 HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 200),
      ("GET http://127.0.0.1:PORT/hello HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
      ("GET http://evil/hello HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 421),
      ("GET http:// HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 421),
      ("GET https://127.0.0.1:PORT/hello HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 400),
      ("GET hello HTTP/1.1\r\n\(host)Connection: close\r\n\r\n", 400),
      // Headers.
      ("GET /hello HTTP/1.1\r\nHost: evil\r\n\(host)\r\n", 400),
      ("GET /hello HTTP/1.1\r\n\(host)no colon\r\n\r\n", 400),
      ("GET /hello HTTP/1.1\r\n\(host)X : space\r\n\r\n", 400),
      ("GET /hello HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 99_999))\r\n\r\n", 431),
      ("GET /hello HTTP/1.1\r\n\(host)\(String(repeating: "X: a\r\n", count: 20_000))\r\n", 431),
      ("GET /hello HTTP/1.1\r\n\(host)Expect: nonsense\r\nConnection: close\r\n\r\n", 417),
      ("GET /hello HTTP/1.0\r\n\(host)Expect: nonsense\r\n\r\n", 200),
      // Bodies.
      ("\(post)Content-Length: -5\r\n\r\nhello", 400),
      ("\(post)Content-Length: 5x\r\n\r\nhello", 400),
      ("\(post)Content-Length: 99999999999999999999\r\n\r\nhello", 413),
      ("\(post)Content-Length: 5\r\nContent-Length: 3\r\n\r\nhello", 400),
      ("\(post)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
      ("\(post)Transfer-Encoding: gzip\r\n\r\n", 411),
      ("\(post)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 411),
      ("\(post)Transfer-Encoding: chunked\r\n\r\n -5\r\n\r\n", 411),
      ("\(post)Content-Length: 16385\r\n\r\n\(String(repeating: "a", count: 16_385))", 413),
    ])
  func `what is no proper request has a page, and the next one is answered`(
    text: String, status: Int
  ) async throws {
    let shop = try await WebShop.start()
    let answer = try await RawAnswer.of(Self.bytes(text, port: shop.port), port: shop.port)
    #expect(answer.status == status)
    #expect(answer.header("Connection") == "close")
    #expect(answer.header("X-Content-Type-Options") == "nosniff")
    #expect(answer.header("Referrer-Policy") == "same-origin")
    if status >= 400 { #expect(answer.body.contains("<p class=\"status\">\(status)</p>")) }
    #expect(shop.greeted.isEmpty)
    #expect(try await shop.get("/hello").status == 200)
    await shop.stop()
  }

  @Test func `bytes that are no text are refused`() async throws {
    let shop = try await WebShop.start()
    var bytes = Data("GET /".utf8)
    bytes += [0xFF, 0xFE]
    bytes += Self.bytes(" HTTP/1.1\r\n\(Self.host)\r\n", port: shop.port)
    #expect(try await RawAnswer.of(bytes, port: shop.port).status == 400)
    await shop.stop()
  }

  @Test func `requests that come together are answered one after another`() async throws {
    let shop = try await WebShop.start()
    let one = "GET /hello HTTP/1.1\r\n\(Self.host)\r\n"
    let last = "GET /none HTTP/1.1\r\n\(Self.host)Connection: close\r\n\r\n"
    let answer = try await RawAnswer.of(
      Self.bytes(one + one + last, port: shop.port), port: shop.port)
    #expect(answer.status == 200)
    #expect(answer.body.components(separatedBy: "HTTP/1.1 200 OK").count == 2)
    #expect(answer.body.components(separatedBy: "HTTP/1.1 404 Not Found").count == 2)
    await shop.stop()
  }

  @Test func `a form that waits to be asked for is asked for`() async throws {
    let shop = try await WebShop.start()
    let text =
      "\(Self.post)Connection: close\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nx=yyy"
    let answer = try await RawAnswer.of(Self.bytes(text, port: shop.port), port: shop.port)
    #expect(answer.status == 100)
    #expect(answer.body.hasPrefix("HTTP/1.1 403 Forbidden"))
    await shop.stop()
  }

  @Test(arguments: ["", "GET /hel", "\(post)Content-Length: 500\r\n\r\nname=E"])
  func `who is too slow is cut off, and keeps nobody waiting`(text: String) async throws {
    let shop = try await WebShop.start(patience: 1)
    let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: UInt16(shop.port))
    // More connections than may be open at once.
    var slow: [AsyncSocket] = []
    for _ in 0..<300 {
      let socket = try await AsyncSocket.connected(to: address)
      try await socket.write(Self.bytes(text, port: shop.port))
      slow.append(socket)
    }
    #expect(try await shop.get("/hello").status == 200)
    for socket in slow {
      await #expect(throws: SocketError.disconnected) { try await socket.read(atMost: 1) }
      try socket.close()
    }
    #expect(shop.greeted.isEmpty)
    await shop.stop()
  }
}
