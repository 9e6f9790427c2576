// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import LogFixture
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
    let log = LogRecorder()
    let host = TestApplication(
      modules: [], logger: isGiven ? log.logger : nil,
      adding: {
        $0.launch(
          "greet", body: .background { context in context.logger.notice("hello") })
      })
    try await host.start()
    #expect(log.lines(.notice).contains { $0.hasPrefix("hello") } == isGiven)
  }
}
