// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

@MainActor
struct EventBusDroppingTests {
  private func bus() -> (EventBus, Log) {
    let log = Log()
    return (EventBus(onDropped: { log.add("\($0)") }), log)
  }

  @Test func `the events that a failed module will not hear are reported by name and count`() {
    let (bus, log) = bus()
    let handlers = [
      EventHandler.background(Placed.self, name: "placed") { _ in },
      EventHandler.background(Changed.self, name: "changed") { _ in },
      EventHandler.main(MayQuit.self, name: "quit") { _ in },
      EventHandler.main(Woke.self, name: "woke") { _ in },
    ]
    bus.declare("Orders", order: 0, handlers: handlers.map(\.declaration))
    bus.send(Placed())
    bus.send(Placed())
    bus.send(Changed())
    bus.send(MayQuit())
    bus.send(Woke())
    bus.discard("Orders", reason: "failed: broken")
    #expect(log.lines == ["Orders will not receive 1 × MayQuit, 2 × Placed: it failed: broken"])
  }

  @Test func `a module that has heard every event drops none`() async {
    let (bus, log) = bus()
    bus.join("Orders", .background(Placed.self, name: "placed") { _ in })
    bus.send(Placed())
    await bus.waitUntilHandled()
    await bus.detach("Orders")
    bus.discard("Orders", reason: "stopped")
    #expect(log.lines == [])
  }

  @Test func `discarding a stopped module reports its unread mail`() async {
    let (bus, log) = bus()
    let (began, gate) = (Gate(), Gate())
    bus.join(
      "Orders",
      .background(Placed.self, name: "placed") { _ in
        began.open()
        await gate.pass()
      })
    for _ in 0..<4 { bus.send(Placed()) }
    await began.pass()
    bus.discard("Orders", reason: "stopped")
    #expect(log.lines == ["Orders will not receive 3 × Placed: it stopped"])
    gate.open()
    await bus.waitUntilHandled()
  }
}
