// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantrySupport
import Testing

@MainActor
struct EventBusBacklogTests {
  struct Moved: Event {
    var number = 0
    static var backlog: EventBacklog { .newest(2) }
  }

  struct Asked: Event {
    var number = 0
    static var backlog: EventBacklog { .oldest(2) }
  }

  let log = Log()
  let began = Gate()
  let gate = Gate()

  /// A listener that is busy until the gate opens.
  private func blocked(_ bus: EventBus, _ handlers: EventHandler...) async {
    let block = EventHandler.background(Early.self, name: "block") { [began, gate] _ in
      began.open()
      await gate.pass()
    }
    bus.declare("Busy", order: 0, handlers: ([block] + handlers).map(\.declaration))
    bus.attach("Busy", [block] + handlers)
    bus.activate("Busy")
    bus.send(Early())
    await began.pass()
  }

  @Test func `an event can limit its backlog to the newest`() async {
    let bus = EventBus()
    await blocked(
      bus, .background(Moved.self, name: "moved") { [log] in log.add("moved \($0.number)") },
      .background(Placed.self, name: "placed") { [log] in log.add("placed \($0.number)") })
    for number in 0..<5 {
      bus.send(Moved(number: number))
      bus.send(Placed(number: number))
    }
    #expect(bus.explain(Moved.self).handlers.map(\.dropped) == [3])
    #expect(bus.explain(Moved.self).handlers.map(\.waiting) == [7])
    gate.open()
    await bus.waitUntilHandled()
    #expect(
      log.lines == [
        "placed 0", "placed 1", "placed 2", "moved 3", "placed 3", "moved 4", "placed 4",
      ])
    bus.send(Moved(number: 5))
    await bus.waitUntilHandled()
    #expect(log.lines.last == "moved 5")
  }

  @Test func `an event can limit its backlog to the oldest`() async {
    let bus = EventBus()
    await blocked(
      bus, .background(Asked.self, name: "asked") { [log] in log.add("\($0.number)") })
    for number in 0..<5 { bus.send(Asked(number: number)) }
    gate.open()
    await bus.waitUntilHandled()
    #expect(log.lines == ["0", "1"])
    for number in 5..<8 {
      bus.send(Asked(number: number))
      await bus.waitUntilHandled()
    }
    #expect(log.lines == ["0", "1", "5", "6", "7"])
  }

  @Test func `a limit also applies to events held for a launching module`() async {
    let bus = EventBus()
    let handler = EventHandler.background(Moved.self, name: "moved") { [log] in
      log.add("\($0.number)")
    }
    bus.declare("Late", order: 0, handlers: [handler.declaration])
    for number in 0..<5 { bus.send(Moved(number: number)) }
    bus.attach("Late", [handler])
    bus.activate("Late")
    await bus.waitUntilHandled()
    #expect(log.lines == ["3", "4"])
  }

  @Test
  func `a backlog is reported at its threshold and each doubling, with its oldest event's age`()
    async
  {
    let clock = StepClock()
    let told = Mutex<[MailboxBacklog]>([])
    let bus = EventBus(
      clock: clock, backlogThreshold: 10,
      onBacklog: { backlog in told.withLock { $0.append(backlog) } })
    await blocked(bus, .background(Placed.self, name: "placed") { _ in })
    for _ in 0..<45 {
      bus.send(Placed())
      clock.advance(by: .seconds(1))
    }
    let all = told.withLock(\.self)
    #expect(all.map(\.count) == [10, 20, 40])
    #expect(all.map(\.age) == [.seconds(9), .seconds(19), .seconds(39)])
    #expect(
      all.first?.description == """
        10 events are waiting for Busy; the first, Placed, for 9.0 s; it is handling Early
        """)
    #expect(bus.backlogs.map(\.count) == [45])
    gate.open()
    await bus.waitUntilHandled()
    #expect(bus.backlogs == [])
  }

  @Test func `held events count as backlog`() {
    let told = Mutex(0)
    let bus = EventBus(backlogThreshold: 3, onBacklog: { _ in told.withLock { $0 += 1 } })
    let handler = EventHandler.background(Placed.self, name: "placed") { _ in }
    bus.declare("Late", order: 0, handlers: [handler.declaration])
    for _ in 0..<3 { bus.send(Placed()) }
    #expect(told.withLock(\.self) == 1)
    #expect(bus.backlogs.map(\.listener) == ["Late"])
  }

  @Test func `lifecycle events that wait in a mailbox count as backlog`() async {
    let bus = EventBus(
      backlogThreshold: 2, onBacklog: { [log] backlog in log.add("\(backlog.count) wait") })
    await blocked(
      bus, .background(Woke.self, name: "woke", options: .init(order: .serial)) { _ in })
    for _ in 0..<4 { bus.send(Woke()) }
    #expect(log.lines == ["2 wait", "4 wait"])
    gate.open()
    await bus.waitUntilHandled()
  }

  @Test func `discarding a hanging listener releases its mail`() async {
    final class Payload: Sendable {
      static let alive = Mutex(0)
      init() { Self.alive.withLock { $0 += 1 } }
      deinit { Self.alive.withLock { $0 -= 1 } }
    }
    struct Heavy: Event { let payload = Payload() }
    let bus = EventBus()
    await blocked(bus, .background(Heavy.self, name: "heavy") { _ in })
    for _ in 0..<1_000 { bus.send(Heavy()) }
    #expect(Payload.alive.withLock(\.self) == 1_000)
    bus.discard("Busy", reason: "stopped")
    #expect(Payload.alive.withLock(\.self) == 0)
    gate.open()
    await bus.waitUntilHandled()
  }

  @Test func `backlogs are listed by size, then by name`() {
    let bus = EventBus()
    for (name, events) in [("C", 1), ("A", 1), ("B", 3), ("D", 0)] as [(ModuleName, Int)] {
      let handler = EventHandler.named("for \(name)", name: "hear") { _ in }
      bus.declare(name, order: 0, handlers: [handler.declaration])
      for _ in 0..<events { bus.send(NamedEvent("for \(name)")) }
    }
    #expect(bus.backlogs.map(\.listener) == ["B", "A", "C"])
    #expect(bus.backlogs.map(\.event) == ["for B", "for A", "for C"])
    #expect(bus.backlogs.map(\.count) == [3, 1, 1])
    #expect(bus.backlogs.allSatisfy { $0.handling == nil && $0.dropped == 0 })
  }
}
