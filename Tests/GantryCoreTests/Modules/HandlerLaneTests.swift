// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

@Suite struct HandlerLaneTests {
  private static func lane() -> String { Thread.isMainThread ? "main" : "background" }

  @Test func `a handler without macros runs on the lane of its body, suspending or not`()
    async throws
  {
    let journal = Journal()
    let host = TestApplication(
      .fake("Hand") { module in
        module.on(
          Greeting.self, "plain",
          body: .background { _, _, _ in journal.write("plain \(Self.lane())") })
        module.on(
          Greeting.self, "waits",
          body: .background { _, _, _ in
            await Task.yield()
            journal.write("waits \(Self.lane())")
          })
        module.on(
          DidBecomeActive.self, "told",
          body: .background { _, _, _ in journal.write("told \(Self.lane())") })
        module.on(Greeting.self, "shown", body: .main { _, _, _ in MainActor.assertIsolated() })
        module.on(
          DidBecomeActive.self, "active", body: .main { _, _, _ in MainActor.assertIsolated() })
      })
    try await host.start()
    await host.send(Greeting(text: "hello"))
    await host.send(DidBecomeActive())
    #expect(
      journal.lines == ["plain background", "waits background", "told background"])
    await host.stop()
  }
}
