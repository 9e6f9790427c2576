// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import GantryTesting
import Logging
import Testing

/// The logger of an application under test.
@Suite struct TestLoggerTests {
  @Test(arguments: [true, false])
  func `a module logs to the logger that the test gives, and else nowhere`(
    isGiven: Bool
  )
    async throws
  {
    let lines = Lines()
    let logger = Logger(label: "test") { _ in LineHandler(lines: lines) }
    let host = TestApplication(
      modules: [], logger: isGiven ? logger : nil,
      adding: {
        $0.launch(
          "greet", body: .background { context in context.logger.notice("hello") })
      })
    try await host.start()
    #expect(lines.all.contains("hello") == isGiven)
  }
}

private final class Lines: Sendable {
  private let written = Mutex<[String]>([])

  var all: [String] { written.withLock { $0 } }

  func add(_ line: String) { written.withLock { $0.append(line) } }
}

private struct LineHandler: LogHandler {
  let lines: Lines
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.debug
  var metadataProvider: Logger.MetadataProvider?

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.add("\(event.message)") }
}
