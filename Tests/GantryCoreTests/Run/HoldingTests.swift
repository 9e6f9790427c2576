// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@Suite struct HoldingTests {
  @Test func `events sent while a module launches are held and delivered in order`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch("open", body: .background { _, _ in journal.write("open") })
        module.on(
          Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
        module.on(
          Question.self, "answer",
          body: .answering { _, _, _ in
            journal.write("question")
            return true
          })
      }, delaying: ["Orders.open": .seconds(1)])
    async let ready = host.start()
    await host.clock.waitUntilSleeping()
    await host.send(Greeting(text: "1"))
    #expect(await host.send(Question()), "the answer that the rule gives for what is held")
    await host.send(Greeting(text: "2"))
    #expect(journal.lines == [])
    host.clock.advance(by: .seconds(1))
    _ = try await ready
    await host.waitUntilHandled()
    #expect(journal.lines.first == "open")
    #expect(journal.lines.filter { $0 != "question" } == ["open", "1", "2"])
    #expect(journal.lines.contains("question"))
  }

  @Test func `events sent before the start are held and delivered in order`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders") { module in
        module.on(
          Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
      })
    host.application.events.send(Greeting(text: "1"))
    host.application.events.send(Greeting(text: "2"))
    try await host.start()
    await host.waitUntilHandled()
    #expect(journal.lines == ["1", "2"])
    await host.stop()
  }

  @Test func `events held for a module that fails are dropped`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders") { module in
        module.launch("open", body: .background { _, _ in })
        module.on(
          Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
      },
      failing: ["Orders.open": Broken()], delaying: ["Orders.open": .seconds(1)])
    async let ready = host.start()
    await host.clock.waitUntilSleeping()
    await host.send(Greeting(text: "1"))
    host.clock.advance(by: .seconds(1))
    _ = try await ready
    await host.send(Greeting(text: "2"))
    #expect(journal.lines == [])
    #expect(host.application.events.isHandled(Greeting.self) == false)
  }

  @Test func `a restarted module hears events again`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders") {
        $0.on(
          Greeting.self, "hear", HandlerOptions(.once),
          body: .background { _, event, _ in
            journal.write(event.text)
          })
      })
    try await host.start()
    await host.send(Greeting(text: "1"))
    await host.send(Greeting(text: "2"))
    try await host.restart()
    await host.send(Greeting(text: "3"))
    #expect(journal.lines == ["1", "3"])
  }

  @Test func `events between stop and start are not heard`() async throws {
    let journal = Journal()
    let host = TestApplication(
      .fake("Orders") {
        $0.on(Greeting.self, "hear", body: .background { _, event, _ in journal.write(event.text) })
      })
    try await host.start()
    await host.stop()
    await host.send(Greeting(text: "1"))
    #expect(journal.lines == [])
  }
}
