// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

@MainActor
struct EventBusMailboxTests {
  let log = Log()
  let bus = EventBus()

  @Test func `each listener hears events one at a time in the order sent`() async {
    for name in ["A", "B"] {
      bus.join(
        ModuleName(name),
        .background(Placed.self, name: "placed") { [log] event in
          if name == "A" { log.add("begin \(event.number)") }
          await Task.yield()
          if name == "A" { log.add("end \(event.number)") }
        })
    }
    for number in 1...100 { bus.send(Placed(number: number)) }
    await bus.waitUntilHandled()
    #expect(log.lines == (1...100).flatMap { ["begin \($0)", "end \($0)"] })
  }

  @Test func `listeners do not wait for each other`() async {
    let gate = Gate()
    let heard = Gate()
    bus.join("Slow", order: 1, .background(Placed.self, name: "placed") { _ in await gate.pass() })
    bus.join("Fast", order: 2, .background(Placed.self, name: "placed") { _ in heard.open() })
    bus.send(Placed())
    await heard.pass()
    gate.open()
    await bus.waitUntilHandled()
  }

  @Test func `a ring of three listeners sends around without deadlock`() async {
    struct First: Event { var number = 0 }
    struct Second: Event { var number = 0 }
    struct Third: Event { var number = 0 }
    let bus = bus
    bus.join("A", .background(First.self, name: "a") { bus.send(Second(number: $0.number)) })
    bus.join("B", .background(Second.self, name: "b") { bus.send(Third(number: $0.number)) })
    bus.join(
      "C",
      .background(Third.self, name: "c") { [log] event in
        log.add("\(event.number)")
        if event.number < 100 { bus.send(First(number: event.number + 1)) }
      })
    bus.send(First(number: 1))
    await bus.waitUntilHandled()
    #expect(log.lines == (1...100).map(String.init))
  }

  @Test func `an error is reported and the next event is heard`() async {
    let failures = Log()
    let bus = EventBus { failures.add("\($0)") }
    bus.join(
      "A",
      .background(Placed.self, name: "placed") { [log] event in
        if event.number == 1 { throw Oops() }
        log.add("\(event.number)")
      })
    bus.send(Placed(number: 1))
    bus.send(Placed(number: 2))
    await bus.waitUntilHandled()
    #expect(log.lines == ["2"])
    #expect(failures.lines == ["A.placed failed on Placed: Oops()"])
  }

  @Test func `a once handler runs exactly once under concurrent sends`() async {
    let bus = bus
    bus.join(
      "A",
      .background(Placed.self, name: "placed", options: HandlerOptions(.once)) { [log] _ in
        log.add("once")
      })
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { bus.send(Placed()) } }
    }
    await bus.waitUntilHandled()
    #expect(log.lines == ["once"])
    #expect(bus.explain(Placed.self).handlers.map(\.state) == [.onceUsed])
  }

  @Test func `waiting for idle in a handler returns immediately`() async {
    let bus = bus
    bus.join(
      "A",
      .background(Placed.self, name: "placed") { [log] _ in
        await bus.waitUntilHandled()
        log.add("settled")
      })
    bus.send(Placed())
    await bus.waitUntilHandled()
    #expect(log.lines == ["settled"])
  }

  @Test func `a stopping listener handles accepted events and hears no new ones`() async {
    bus.join(
      "A",
      .background(Placed.self, name: "placed") { [log] event in
        await Task.yield()
        log.add("\(event.number)")
      })
    for number in 1...10 { bus.send(Placed(number: number)) }
    #expect(await bus.detach("A") == 0)
    bus.send(Placed(number: 11))
    await bus.waitUntilHandled()
    #expect(log.lines == (1...10).map(String.init))
  }

  @Test func `a subscription gets named events by one name, or all of them`() async {
    let one = bus.observe(named: "orders.placed") { [log] in log.add("one \($0["id"]!)") }
    let all = bus.observe(NamedEvent.self) { [log] in log.add("all \($0.name)") }
    bus.send(NamedEvent("orders.placed", ["id": 7, "gift": true]))
    await bus.waitUntilHandled()
    bus.send(NamedEvent("other"))
    await bus.waitUntilHandled()
    #expect(Set(log.lines.prefix(2)) == ["one 7", "all orders.placed"])
    #expect(log.lines.dropFirst(2) == ["all other"])
    #expect(bus.isHandled(named: "orders.placed") && !bus.isHandled(named: "other"))
    withExtendedLifetime((one, all)) {}
  }
}
