// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryEvents

/// The release of a listener's held events as it enters its next phase.
@MainActor @Suite(.timeLimit(.minutes(5))) struct HeldReleaseTests {
  private struct Told: LifecycleEvent {
    let number: Int
    static var whileLaunching: LaunchingPolicy { .hold }
  }

  let log = Log()
  let bus = EventBus()

  private var handlers: [EventHandler] {
    [
      .background(Placed.self, name: "placed") { [log] in log.add("placed \($0.number)") },
      .background(Early.self, name: "early") { [log] _ in log.add("early") },
      .background(Told.self, name: "told", options: .init(order: .serial)) { [log] in
        log.add("told \($0.number)")
      },
    ]
  }

  private func declare(_ handlers: [EventHandler]) {
    bus.declare("A", order: 0, handlers: handlers.map(\.declaration))
  }

  private func state() -> (phase: Listener.Phase?, held: Int, mail: Int) {
    bus.registry.withLock { registry in
      let listener = registry.names["A"].flatMap { registry.listeners[$0] }
      return (
        listener?.phase, listener?.mailbox?.held.count ?? 0, listener?.mailbox?.mail.count ?? 0
      )
    }
  }

  @Test func `one step releases all mail up to the next event for the main actor`() {
    declare(handlers)
    for number in 1...3 { bus.send(Placed(number: number)) }
    bus.send(Told(number: 4))
    for number in 5...6 { bus.send(Placed(number: number)) }
    let first = bus.registry.withLock { $0.release($0.names["A"] ?? 0, becoming: .live) }
    #expect(first?.key == EventKey(Told.self))
    #expect(state() == (.declared, 2, 3))
    bus.send(Placed(number: 7))
    let second = bus.registry.withLock { $0.release($0.names["A"] ?? 0, becoming: .live) }
    #expect(second == nil)
    #expect(state() == (.live, 0, 6), "no event that is sent meanwhile keeps it from moving on")
  }

  @Test func `events for the creation overtake events that wait for the launch`() async {
    declare(handlers)
    for number in 1...2 {
      bus.send(Placed(number: number))
      bus.send(Early())
    }
    bus.attach("A", handlers)
    await bus.waitUntilHandled()
    #expect(log.lines == ["early", "early"])
    #expect(state() == (.created, 2, 0))
    bus.activate("A")
    await bus.waitUntilHandled()
    #expect(log.lines == ["early", "early", "placed 1", "placed 2"])
  }

  @Test func `events that go through the mailbox keep the order in which they were sent`() async {
    declare(handlers)
    for number in stride(from: 1, to: 9, by: 2) {
      bus.send(Placed(number: number))
      bus.send(Told(number: number + 1))
    }
    bus.attach("A", handlers)
    bus.activate("A")
    bus.send(Placed(number: 9))
    await bus.waitUntilHandled()
    let sent = (1...9).map { $0 % 2 == 0 ? "told \($0)" : "placed \($0)" }
    #expect(log.lines == sent)
  }

  @Test func `events that handlers send during the release come last`() async {
    let bus = bus
    let handlers: [EventHandler] = [
      .background(Placed.self, name: "placed") { [log] in log.add("placed \($0.number)") },
      .main(Told.self, name: "told") { bus.send(Placed(number: 10 + $0.number)) },
    ]
    declare(handlers)
    for number in 1...3 {
      bus.send(Told(number: number))
      bus.send(Placed(number: number))
    }
    bus.attach("A", handlers)
    bus.activate("A")
    #expect(state().phase == .live)
    await bus.waitUntilHandled()
    #expect(log.lines == [1, 2, 3, 11, 12, 13].map { "placed \($0)" })
  }

  @Test func `only held lifecycle events need the main actor`() async {
    declare(handlers)
    bus.send(Early())
    bus.send(Placed(number: 1))
    #expect(bus.attachAtOnce("A", handlers))
    bus.send(Told(number: 2))
    #expect(!bus.activateAtOnce("A"))
    #expect(state().held == 2, "nothing has moved")
    bus.activate("A")
    bus.send(Placed(number: 3))
    await bus.waitUntilHandled()
    #expect(log.lines == ["early", "placed 1", "told 2", "placed 3"])
  }

  @Test func `a hundred thousand held events are released in linear time`() async {
    declare(handlers)
    for number in 0..<100_000 { bus.send(Placed(number: number)) }
    bus.attach("A", handlers)
    bus.activate("A")
    #expect(state().phase == .live)
    await bus.waitUntilHandled()
    #expect(log.lines.count == 100_000)
  }
}
