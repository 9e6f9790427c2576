// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryTesting
import Testing

@Suite struct OnDemandEventTests {
  let journal = Journal()

  /// A module that launches at its first use.
  private func rare() -> ModuleManifest {
    .fake("Rare") { [journal] module in
      module.launch(
        "load", TaskOptions(.onDemand), body: .background { _, _ in journal.write("load") })
      module.on(
        Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
      module.on(DidBecomeActive.self, "active", body: .main { _, _, _ in journal.write("active") })
      module.on(
        OpenURL.self, "open",
        body: .answering { _, event, _ in
          journal.write(event.url.absoluteString)
          return event.url.host() == "rare"
        })
    }
  }

  @Test func `a held event starts the module, which hears all held events in order`() async throws {
    let host = TestApplication(rare())
    try await host.start()
    await host.waitUntilIdle()
    #expect(host.module(Fake.self) == nil)
    host.application.events.send(Greeting(text: "1"))
    host.application.events.send(Greeting(text: "2"))
    await host.waitUntilIdle()
    await host.waitUntilHandled()
    #expect(journal.lines.filter { $0 != "load" } == ["1", "2"])
    #expect(host.outcome(of: "Rare.load") == .succeeded)
    await host.stop()
  }

  @Test func `a URL starts the module and gets its answer`() async throws {
    for (url, isHandled) in [("shop://nobody-knows", false), ("shop://rare", true)] {
      let host = TestApplication(rare())
      try await host.start()
      #expect(host.module(Fake.self) == nil)
      #expect(try await host.open(url) == isHandled)
      #expect(journal.lines.contains(url))
      await host.stop()
    }
  }

  @Test func `an event sent before the start starts the module`() async throws {
    let host = TestApplication(rare())
    host.application.events.send(Greeting(text: "early"))
    try await host.start()
    await host.waitUntilIdle()
    await host.waitUntilHandled()
    #expect(journal.lines.contains("early"))
    await host.stop()
  }

  @Test func `DidBecomeActive starts no module, and the module hears it once after its launch`()
    async throws
  {
    let host = TestApplication(rare())
    try await host.start()
    await host.send(DidBecomeActive())
    await host.send(DidBecomeActive())
    await host.waitUntilIdle()
    #expect(journal.lines == [])
    await host.send(Greeting(text: "hello"))
    await host.waitUntilIdle()
    await host.waitUntilHandled()
    #expect(journal.lines.filter { $0 == "active" }.count == 1)
    await host.stop()
  }

  @Test func `an event does not run on-demand tasks of a module that launches anyway`()
    async throws
  {
    let host = TestApplication(
      .fake("Orders") { [journal] module in
        module.launch("open", body: .background { _, _ in journal.write("open") })
        module.launch(
          "index", TaskOptions(.onDemand), body: .background { _, _ in journal.write("index") })
        module.on(
          Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
      })
    host.application.events.send(Greeting(text: "hello"))
    try await host.start()
    await host.waitUntilIdle()
    await host.waitUntilHandled()
    #expect(journal.lines == ["open", "hello"])
    await host.stop()
  }

  @Test func `a module that fails at its first event drops the held events`() async throws {
    let host = TestApplication(rare(), failing: ["Rare.init": Broken()])
    try await host.start()
    #expect(try await !host.open("shop://rare"))
    await host.waitUntilIdle()
    #expect(!host.application.events.isHandled(OpenURL.self))
    #expect(host.explain("Rare").hasFailed)
    #expect(journal.lines == [])
    await host.stop()
  }

  @Test func `a module also starts at its first event after a restart`() async throws {
    let host = TestApplication(rare())
    for round in ["1", "2"] {
      try await host.start()
      await host.send(Greeting(text: round))
      await host.waitUntilIdle()
      await host.waitUntilHandled()
      await host.stop()
    }
    #expect(journal.lines.filter { $0 != "load" } == ["1", "2"])
  }
}
