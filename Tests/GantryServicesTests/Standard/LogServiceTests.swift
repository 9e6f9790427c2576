// SPDX-License-Identifier: Apache-2.0

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

/// The protocol's default implementations.
@Suite struct LogServiceTests {
  @Test func `a log message needs no metadata and is built only if its level is logged`() {
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
}
