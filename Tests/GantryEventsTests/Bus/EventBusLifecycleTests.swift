// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

@MainActor
struct EventBusLifecycleTests {
  let log = Log()

  private func hears(_ line: String, _ priority: Priority? = nil) -> EventHandler {
    .main(Woke.self, name: "woke", options: HandlerOptions(priority: priority)) { _ in
      log.add(line)
    }
  }

  @Test func `handlers are called in launch order, before the send returns`() {
    let bus = EventBus()
    bus.join("B", order: 2, hears("b"))
    bus.join("A", order: 1, hears("a"))
    bus.join("C", order: 3, hears("c"))
    bus.send(Woke())
    #expect(log.lines == ["a", "b", "c"])
  }

  @Test func `a priority moves one handler among those of all modules`() {
    let bus = EventBus()
    bus.join("A", order: 1, hears("a"), hears("a last", .low))
    bus.join("B", order: 2, hears("b first", .high), hears("b"))
    bus.send(Woke())
    #expect(log.lines == ["b first", "a", "b", "a last"])
  }

  @Test func `subscriptions come before or after the modules`() {
    let bus = EventBus()
    let after = bus.observe(Woke.self) { [log] _ in log.add("after") }
    let before = bus.observe(Woke.self, beforeModules: true, HandlerOptions(priority: -1000)) {
      [log] _ in log.add("before")
    }
    bus.join("A", order: 1, hears("a", -500), hears("a first", 500))
    bus.send(Woke())
    #expect(log.lines == ["before", "a first", "a", "after"])
    withExtendedLifetime((before, after)) {}
  }

  @Test(
    arguments: [
      ([], true), ([true], true), ([true, false], false), ([nil, false], false),
      ([nil, nil], true), ([true, nil, true], true),
    ] as [([Bool?], Bool)])
  func `answers are merged by the event's rule`(answers: [Bool?], expected: Bool) {
    let bus = EventBus()
    for (order, answer) in answers.enumerated() {
      bus.join(
        ModuleName("M\(order)"), order: order,
        .answering(MayQuit.self, name: "quit") { _ in answer })
    }
    #expect(bus.send(MayQuit()) == expected)
  }

  @Test func `the first answer ends the question if the rule says so`() {
    let bus = EventBus()
    bus.join("A", order: 1, .answering(Opened.self, name: "open") { _ in nil })
    bus.join("B", order: 2, .answering(Opened.self, name: "open") { _ in 2 })
    bus.join("C", order: 3, .main(Opened.self, name: "open") { [log] _ in log.add("asked") })
    #expect(bus.send(Opened()) == 2)
    #expect(log.lines == [])
  }

  @Test func `an error is reported against its listener and kept from the others`() {
    let failures = Log()
    let bus = EventBus { failures.add("\($0)") }
    bus.join("A", order: 1, .main(Woke.self, name: "woke") { _ in throw Oops() })
    bus.join("B", order: 2, hears("b"))
    bus.send(Woke())
    #expect(log.lines == ["b"])
    #expect(failures.lines == ["A.woke failed on Woke: Oops()"])
  }

  @Test func `a send from a handler is delivered immediately`() {
    let bus = EventBus()
    bus.join(
      "A", order: 1,
      .main(Woke.self, name: "woke") { [log] event in
        log.add("a\(event.number)")
        if event.number == 0 { bus.send(Woke(number: 1)) }
      })
    bus.join("B", order: 2, .main(Woke.self, name: "woke") { [log] in log.add("b\($0.number)") })
    bus.send(Woke())
    #expect(log.lines == ["a0", "a1", "b1", "b0"])
  }

  @Test func `handlers may send to a depth of 100`() {
    let bus = EventBus()
    bus.join(
      "A",
      .main(Woke.self, name: "woke") { [log] event in
        log.add("\(event.number)")
        if event.number < 100 { bus.send(Woke(number: event.number + 1)) }
      })
    bus.send(Woke(number: 1))
    #expect(log.lines == (1...100).map(String.init))
  }

  @Test func `a subscription cancelled by an earlier handler is no longer called`() {
    let bus = EventBus()
    let second = bus.observe(Woke.self) { [log] _ in log.add("second") }
    let first = bus.observe(Woke.self, beforeModules: true) { [log] _ in
      log.add("first")
      second.cancel()
    }
    bus.send(Woke())
    bus.send(Woke())
    #expect(log.lines == ["first", "first"])
    withExtendedLifetime(first) {}
  }

  @Test(arguments: [false, true])
  func `handlers that send events to each other without end are named`(isObserved: Bool) {
    let failures = Log()
    let bus = EventBus(onFailure: { failures.add("\($0)") })
    let tap = isObserved ? bus.observeAll { _ in } : nil
    bus.join(
      "A", order: 1,
      .main(Woke.self, name: "ask") { [log] event in
        log.add("\(event.number)")
        bus.send(MayQuit())
      })
    bus.join(
      "B", order: 2,
      .answering(MayQuit.self, name: "wake") { _ in
        bus.send(Woke(number: 1))
        return true
      })
    bus.send(Woke())
    #expect(log.lines == ["0"] + Array(repeating: "1", count: 50))
    #expect(
      failures.lines == [
        "A.ask failed on Woke: it would send MayQuit within 100 other calls, in a circle:"
          + " A.ask → B.wake → A.ask"
      ])
    #expect(bus.send(Opened()) == -1, "the bus goes on")
    withExtendedLifetime(tap) {}
  }

  @Test func `a serial background handler gets the event through the mailbox`() async {
    let bus = EventBus()
    bus.join(
      "A",
      .background(Woke.self, name: "woke", options: .init(order: .serial)) { [log] event in
        log.add("\(event.number)")
      })
    for number in 1...50 { bus.send(Woke(number: number)) }
    await bus.waitUntilHandled()
    #expect(log.lines == (1...50).map(String.init))
  }

  @Test func `a once handler runs once, even if it sends the event again`() {
    let bus = EventBus()
    bus.join(
      "A",
      .main(Woke.self, name: "woke", options: HandlerOptions(.once)) { [log] _ in
        log.add("once")
        bus.send(Woke())
      })
    bus.send(Woke())
    bus.send(Woke())
    #expect(log.lines == ["once"])
    #expect(!bus.isHandled(Woke.self))
  }
}
