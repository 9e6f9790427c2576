// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import GantrySupport
import Testing

@Suite struct StoppingEarlyTests {
  /// When the application is stopped.
  enum Moment: CaseIterable { case whenConditionsAreAsked, whenTheHostIsTold }

  /// Holds the application for closures that are created before it.
  private final class Holder: Sendable {
    let stopping = Mutex<Task<ShutdownReport, Never>?>(nil)
    let application = Mutex<Application?>(nil)

    /// Calls `stop()` at once, up to where it waits.
    func stop() {
      guard #available(macOS 26, iOS 26, *) else { return }
      guard let application = application.withLock({ $0 }) else { return }
      let task = Task.immediate { await application.stop() }
      stopping.withLock { $0 = $0 ?? task }
    }
  }

  @Test(arguments: Moment.allCases)
  func `a stop during the preparation ends the start before anything runs`(
    moment: Moment
  ) async throws {
    guard #available(macOS 26, iOS 26, *) else { return }
    let journal = Journal()
    let holder = Holder()
    let app = Application(
      modules: [], launchOptions: .test, limits: Application.Limits(mainActor: .seconds(1))
    ) { builder in
      let condition = Condition.when { _ in
        if moment == .whenConditionsAreAsked { holder.stop() }
        return true
      }
      builder.add(
        .fake("Orders", ModuleOptions(enabled: condition)) { module in
          module.launch("open", body: .background { _, _ in journal.write("open") })
          module.on(Greeting.self, "hear", body: .background { _, _, _ in journal.write("hear") })
        })
    }
    holder.application.withLock { $0 = app }
    await #expect {
      try await app.start { events in
        journal.write("told")
        events.send(Greeting(text: "held"))
        if moment == .whenTheHostIsTold { holder.stop() }
      }
    } throws: { error in
      guard case ApplicationError.cancelled = error else { return false }
      return true
    }
    let report = await holder.stopping.withLock { $0 }?.value
    #expect(report?.modules == [])
    #expect(journal.lines == (moment == .whenTheHostIsTold ? ["told"] : []))
    #expect(app.report == nil)

    holder.application.withLock { $0 = nil }
    try await app.start()
    _ = await app.waitUntilIdle()
    #expect(journal.lines.last == "open", "it can be started again, and hears nothing old")
    await app.stop()
  }
}
