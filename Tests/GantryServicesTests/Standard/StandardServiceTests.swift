// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import GantryServices
import Synchronization
import Testing

private final class Lines: LogService {
  let lines = Mutex<[String]>([])

  func log(
    _ level: LogLevel, _ message: @autoclosure () -> String, _ metadata: [String: String]
  ) {
    guard level != .debug else { return }
    lines.withLock { $0.append("\(level.rawValue) \(message()) \(metadata)") }
  }
}

/// What the standard services' protocols add to those that implement them.
@Suite struct StandardServiceTests {
  @Test func `a log message needs no metadata, and is made by a log that wants it only`() {
    let log = Lines()
    var made = 0
    func message() -> String {
      made += 1
      return "message \(made)"
    }
    log.log(.debug, message())
    #expect(made == 0)
    log.log(.error, message())
    #expect(log.lines.withLock(\.self) == ["error message 1 [:]"])
    #expect(made == 1)
  }

  @Test(arguments: [
    ("https://shop.example", "GET shop.example, 0 bytes"),
    ("https://shop.example/a%20b", "GET shop.example/a%20b, 0 bytes"),
    ("https://ada:secret@shop.example/#token", "GET shop.example/, 0 bytes"),
    ("file:///orders/7", "GET /orders/7, 0 bytes"),
    ("/orders/7", "GET /orders/7, 0 bytes"),
  ])
  func `a request is a GET without a body, shown by host and path`(
    text: String, description: String
  ) throws {
    let url = try #require(URL(string: text))
    let request = HTTPExchangeRequest(url: url)
    #expect(request.description == description)
    #expect(request.fields == [])
    #expect(request.timeout == nil)
  }
}
