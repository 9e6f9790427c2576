// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import Testing

/// The moment from which a report counts time.
@Suite struct ReportClockTests {
  @Test func `a report counts time from the call of start, so planning is a part of it`()
    async throws
  {
    let clock = TestClock()
    let slow = Condition.when("it takes 5 ms to decide") { _ in
      clock.advance(by: .milliseconds(5))
      return true
    }
    let app = Application(modules: [], launchOptions: .test, clock: clock) { app in
      app.launch(
        "Theme", TaskOptions(enabled: slow),
        body: .background { _ in clock.advance(by: .milliseconds(2)) })
    }
    clock.advance(by: .seconds(1))
    let report = try await app.start(willLaunch: { _ in clock.advance(by: .milliseconds(1)) })
    let task = try #require(report.task(named: "Theme"))
    #expect(task.started == .milliseconds(6) && task.finished == .milliseconds(8))
    #expect(report.timeToReady == .milliseconds(8))
    #expect(report.criticalSteps.map(\.gap) == [.milliseconds(6)])
    #expect(report.readyLowerBound == .milliseconds(2))
    await app.stop()
  }
}
