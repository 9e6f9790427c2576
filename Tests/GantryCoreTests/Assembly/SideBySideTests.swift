// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import Testing

@Module @MainActor final class SideBySideModule {
  nonisolated static let journal = Journal()
  nonisolated static let gate = Gate()

  @On func foreground(_ event: WillEnterForeground) async {
    MainActor.assertIsolated()
    Self.journal.write("foreground")
    await Self.gate.wait()
    Self.journal.write("foreground ends")
  }

  @On func background(_ event: DidEnterBackground) async { Self.journal.write("background") }

  @On(order: .serial) func active(_ event: DidBecomeActive) async {
    Self.journal.write("active")
    await Self.gate.wait()
  }
}

@On func noteResigning(_ event: WillResignActive) async {}

/// Asynchronous handlers of lifecycle events in modules.
@Suite struct SideBySideTests {
  @Test func `a handler on the main actor begins there and doesn't wait for another`() async throws
  {
    let (journal, gate) = (SideBySideModule.journal, SideBySideModule.gate)
    let host = TestApplication(modules: .linked(only: ["SideBySide", "noteResigning"]))
    try await host.start()
    await MainActor.run {
      let events = host.application.events
      events.send(WillEnterForeground())
      events.send(DidEnterBackground())
      events.send(WillResignActive())
    }
    while journal.lines.count < 2 { await Task.yield() }
    #expect(journal.lines == ["foreground", "background"])
    await MainActor.run {
      host.application.events.send(DidBecomeActive())
      host.application.events.send(DidBecomeActive())
    }
    while journal.lines.count < 3 { await Task.yield() }
    #expect(journal.lines == ["foreground", "background", "active"])
    gate.open()
    await host.stop()
    #expect(Set(journal.lines.dropFirst(3)) == ["foreground ends", "active"])
  }

  @Test(arguments: [
    (HandlerOptions(backlog: .newest(1)), true),
    (HandlerOptions(order: .serial, backlog: .newest(1)), false),
    (HandlerOptions(order: .serial), false),
  ])
  func `a limit at a handler that doesn't wait is a fault`(options: HandlerOptions, isFault: Bool) {
    let app = Application(modules: [], launchOptions: .test) { app in
      app.add(
        .fake("A") { module in
          module.on(
            DidBecomeActive.self, "active", options, fileID: "A.swift", line: 3,
            body: .background { _, _, _ in })
          module.on(
            Greeting.self, "hear", HandlerOptions(backlog: .newest(1)),
            body: .background { _, _, _ in })
        })
    }
    let fault = """
      A.active (A.swift:3) limits the waiting events of DidBecomeActive with `backlog:`, but handlers \
      of life-cycle events don't wait. Add `order: .serial` to an `async` handler, or remove \
      `backlog:`.
      """
    #expect(app.check().map(\.message) == (isFault ? [fault] : []))
  }
}
