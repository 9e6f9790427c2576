// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Synchronization
import Testing

/// Events with all that their handlers send.
@MainActor @Suite(.timeLimit(.minutes(5))) struct EventFollowingTests {
  let log = Log()
  let bus = EventBus()
  let gate = Gate()

  /// Sends events, follows their consequences, and opens the gate at the end.
  private func follow(_ body: () async -> Void) async {
    let ended = Gate()
    await bus.following(
      onEnd: { [log] in
        log.add("end")
        ended.open()
      }, body)
    gate.open()
    await ended.pass()
  }

  @Test func `the end follows all handlers, including those of the events that they send`() async {
    bus.join(
      "A",
      .background(Placed.self, name: "placed") { [bus, log, gate] event in
        await gate.pass()
        log.add("placed \(event.number)")
        if event.number < 2 { bus.send(Placed(number: event.number + 1)) }
        bus.send(NamedEvent("noted"))
      })
    bus.join("B", .named("noted", name: "noted") { [log] _ in log.add("noted") })
    await follow { bus.send(Placed()) }
    #expect(log.lines.last == "end")
    #expect(
      log.lines.sorted() == ["end", "noted", "noted", "noted", "placed 0", "placed 1", "placed 2"])
  }

  @Test func `a lifecycle event that is handled in the background is waited for`() async {
    bus.join(
      "A",
      .background(Woke.self, name: "woke") { [log, gate] _ in
        await gate.pass()
        log.add("woke")
      })
    await follow { bus.send(Woke()) }
    #expect(log.lines == ["woke", "end"])
  }

  @Test func `events that were sent before are not waited for`() async {
    let held = Gate()
    bus.join(
      "Slow",
      .background(Placed.self, name: "placed") { [log] _ in
        await held.pass()
        log.add("placed")
      })
    bus.join("Quick", .background(Early.self, name: "early") { [log] _ in log.add("early") })
    bus.send(Placed())
    await follow { bus.send(Early()) }
    #expect(log.lines == ["early", "end"])
    held.open()
    await bus.waitUntilIdle()
    #expect(log.lines == ["early", "end", "placed"])
  }

  @Test func `the end also comes if no handler hears the event or it is dropped`() async {
    await follow { bus.send(Placed()) }
    bus.declare(
      "Late", order: 0,
      handlers: [EventHandler.background(Placed.self, name: "placed") { _ in }.declaration])
    let ended = Gate()
    await bus.following(onEnd: { ended.open() }) { bus.send(Placed()) }
    log.add("held")
    bus.discard("Late", reason: "failed")
    await ended.pass()
    #expect(log.lines == ["end", "held"])
  }

  @Test func `backlogs are listed by size, then by name`() {
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
