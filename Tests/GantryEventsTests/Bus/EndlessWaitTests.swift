// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantryText
import Testing

/// Senders that would wait for handlers that wait for them.
@MainActor @Suite(.timeLimit(.minutes(5)))
struct EndlessWaitTests {
  struct Row: Event {
    var number = 0
    static var backlog: EventBacklog { .suspending(1) }
  }

  struct Step: Event {
    static var backlog: EventBacklog { .suspending(1) }
  }

  struct Imported: Event {
    static var delivery: EventDelivery { .ordered }
  }

  let log = Log()
  let bus = EventBus()

  @Test func `the handler of an ordered event does not wait for one whose turn comes after it`()
    async
  {
    bus.join(
      "First", order: 0,
      .background(Imported.self, name: "imported") { [bus, log] _ in
        for number in 1...3 { try await bus.sendWaiting(Row(number: number)) }
        log.add("first imported")
      })
    bus.join(
      "Second", order: 1,
      .background(Imported.self, name: "imported") { [log] _ in log.add("second imported") },
      .background(Row.self, name: "row") { [log] row in log.add("row \(row.number)") })
    bus.send(Imported())
    await bus.waitUntilIdle()
    #expect(log.lines == ["first imported", "second imported", "row 1", "row 2", "row 3"])
  }

  @Test func `a handler also doesn't wait for a later turn through a third module`() async {
    let (begins, goes) = ((Gate(), Gate()), (Gate(), Gate()))
    bus.join(
      "Reader", order: 2,
      .background(Placed.self, name: "placed") { [bus, log] _ in
        begins.0.open()
        await goes.0.pass()
        for number in 1...2 { try await bus.sendWaiting(Row(number: number)) }
        log.add("read")
      }, .background(Step.self, name: "step") { [log] _ in log.add("step") })
    bus.join(
      "First", order: 0,
      .background(Imported.self, name: "imported") { [bus, log] _ in
        begins.1.open()
        await goes.1.pass()
        for _ in 1...2 { try await bus.sendWaiting(Step()) }
        log.add("first imported")
      })
    bus.join(
      "Second", order: 1, .background(Imported.self, name: "imported") { _ in },
      .background(Row.self, name: "row") { [log] row in log.add("row \(row.number)") })
    bus.send(Placed())
    bus.send(Imported())
    await begins.0.pass()
    await begins.1.pass()
    goes.0.open()
    goes.1.open()
    await bus.waitUntilIdle()
    #expect(
      log.lines.sorted() == ["first imported", "read", "row 1", "row 2", "step", "step"])
  }

  @Test func `a sending launch task waits only for modules that have launched`() async throws {
    let bus = EventBus(watch: MainActorWatch(), isLaunching: { true })
    let (began, gate) = (Gate(), Gate())
    let handler = EventHandler.background(Row.self, name: "row") { [log] in
      began.open()
      await gate.pass()
      log.add("\($0.number)")
    }
    bus.declare("Late", order: 0, handlers: [handler.declaration])
    for number in 1...3 { try await bus.sendWaiting(Row(number: number)) }
    bus.attach("Late", [handler])
    bus.activate("Late")
    await began.pass()
    let sending = Task { [log] in
      try await bus.sendWaiting(Row(number: 4))
      log.add("sent")
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(log.lines == [])
    gate.open()
    try await sending.value
    await bus.waitUntilIdle()
    #expect(log.lines.filter { $0 != "sent" } == ["1", "2", "3", "4"])
  }

  @Test func `a waiting send starts the module that holds its event, and counts as backlog`()
    async throws
  {
    let bus = EventBus(
      backlogThreshold: 2, onBacklog: { [log] in log.add("\($0.count) wait for \($0.listener)") })
    bus.declare("Lazy", order: 0, handlers: [HandlerDeclaration(Placed.self, name: "placed")])
    bus.onDemand { [log] name in log.add("demand \(name)") }
    for _ in 0..<3 { try await bus.sendWaiting(Placed()) }
    #expect(log.lines == ["demand Lazy", "2 wait for Lazy"])
  }
}
