// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import LogFixture
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadinessTests {
  private func application(fails: Bool = false) -> Application {
    Application(
      modules: [], launchOptions: .test, limits: .unwatched,
      logger: LogRecorder().logger
    ) { app in
      app.launch(
        "Storage", TaskOptions(essential: true),
        body: .background { _ in if fails { throw Broken() } })
    }
  }

  @Test func `waiting for ready works before and after the start`() async throws {
    let app = application()
    async let early = app.waitUntilReady()
    let report = try await app.start()
    #expect(try await early.tasks.count == report.tasks.count)
    #expect(try await app.waitUntilReady().timeToReady == report.timeToReady)
    await app.stop()
    await #expect(throws: ApplicationError.self) { try await app.waitUntilReady() }
    try await app.start()
    _ = try await app.waitUntilReady()
    await app.stop()
  }

  @Test func `a wait for ready throws the reason why the application did not start`() async throws {
    let app = application(fails: true)
    let early = Task { try await app.waitUntilReady() }
    await #expect(throws: ApplicationError.self) { try await app.start() }
    await #expect {
      try await app.waitUntilReady()
    } throws: { error in
      guard case ApplicationError.essential(let failed, _) = error,
        failed.name == "Storage", failed.reason == "failed: broken"
      else {
        return false
      }
      return true
    }
    await #expect(throws: ApplicationError.self) { try await early.value }
  }

  @Test func `cancelling the task ends its wait for ready`() async throws {
    let app = application()
    let waiting = Task { try await app.waitUntilReady() }
    waiting.cancel()
    await #expect {
      try await waiting.value
    } throws: { error in
      if case ApplicationError.cancelled = error { true } else { false }
    }
  }
}
