// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import TestRounds
import Testing

private final class Counted: Sendable {
  let log: Log
  init(_ log: Log) { self.log = log }
  deinit { log.add("gone") }
}

@MainActor
struct EventBusCloseTests {
  @Test func `a closed bus delivers nothing`() async {
    let log = Log()
    let bus = EventBus()
    bus.join(
      "A", .main(Woke.self, name: "woke") { _ in log.add("woke") },
      .background(Placed.self, name: "placed") { _ in log.add("placed") })
    bus.close()
    bus.close()
    bus.send(Woke())
    bus.send(Placed())
    bus.join("B", .main(Woke.self, name: "woke") { _ in log.add("woke") })
    let late = bus.observe(Woke.self) { _ in log.add("late") }
    await bus.waitUntilHandled()
    #expect(log.lines == [])
    #expect(!bus.isHandled(Woke.self))
    withExtendedLifetime(late) {}
  }

  @Test func `closing cancels a running handler and drops waiting events`() async {
    let log = Log()
    let bus = EventBus()
    let began = Gate()
    bus.join(
      "A",
      .background(Placed.self, name: "placed") { event in
        began.open()
        while !Task.isCancelled { await Task.yield() }
        log.add("\(event.number)")
      })
    bus.send(Placed(number: 1))
    bus.send(Placed(number: 2))
    await began.pass()
    bus.close()
    await bus.waitUntilHandled()
    #expect(log.lines == ["1"])
  }

  @Test func `many closed buses leave nothing behind`() async {
    let log = Log()
    for _ in 0..<rounds(1_000) {
      let bus = EventBus()
      let module = Counted(log)
      // The handlers hold the module and the bus, as a module that keeps its context does.
      let woke = EventHandler.main(Woke.self, name: "woke") { [bus, module] _ in
        withExtendedLifetime((bus, module)) {}
      }
      let placed = EventHandler.background(Placed.self, name: "placed") { [bus, module] _ in
        withExtendedLifetime((bus, module)) {}
      }
      bus.join("A", woke, placed)
      bus.declare("Late", order: 2, handlers: [placed.declaration])
      bus.send(Woke())
      bus.send(Placed())
      await bus.waitUntilHandled()
      bus.close()
    }
    for _ in 0..<1_000 where log.lines.count < rounds(1_000) { await Task.yield() }
    #expect(log.lines.count == rounds(1_000))
  }

  @Test func `a bus that is dropped without a close is released`() {
    weak var gone: EventBus?
    do {
      let bus = EventBus()
      bus.join("A", .main(Woke.self, name: "woke") { _ in })
      bus.send(Woke())
      gone = bus
    }
    #expect(gone == nil)
  }

  @Test func `a listener can be declared again while its old handler runs`() async {
    let log = Log()
    let bus = EventBus()
    let gate = Gate()
    let began = Gate()
    bus.join(
      "A",
      .background(Placed.self, name: "placed") { _ in
        began.open()
        await gate.pass()
        log.add("old")
      })
    bus.send(Placed())
    await began.pass()
    bus.join("A", .background(Placed.self, name: "placed") { _ in log.add("new") })
    bus.send(Placed())
    gate.open()
    await bus.waitUntilHandled()
    #expect(Set(log.lines) == ["old", "new"])
    #expect(bus.explain(Placed.self).handlers.count == 1)
  }

  @Test func `a discarded listener stays silent until it is declared again`() {
    let log = Log()
    let bus = EventBus()
    let handler = EventHandler.main(Woke.self, name: "woke") { _ in log.add("woke") }
    bus.declare("A", order: 1, handlers: [handler.declaration])
    bus.discard("A", reason: "failed")
    bus.attach("A", [handler])
    bus.activate("A")
    bus.send(Woke())
    #expect(log.lines == [])
    bus.join("A", handler)
    bus.send(Woke())
    #expect(log.lines == ["woke"])
  }
}
