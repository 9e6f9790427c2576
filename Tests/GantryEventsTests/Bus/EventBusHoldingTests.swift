// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

@MainActor
struct EventBusHoldingTests {
  let log = Log()
  let bus = EventBus()

  private var handlers: [EventHandler] {
    [
      .answering(MayQuit.self, name: "quit") { [log] _ in
        log.add("quit")
        return true
      },
      .main(Woke.self, name: "woke") { [log] in log.add("woke \($0.number)") },
      .main(WillFinish.self, name: "finish") { [log] _ in log.add("finish") },
      .background(Placed.self, name: "placed") { [log] in log.add("placed \($0.number)") },
      .background(Changed.self, name: "changed") { [log] in log.add("changed \($0.number)") },
      .background(Early.self, name: "early") { [log] _ in log.add("early") },
    ]
  }

  private func declare() {
    bus.declare("A", order: 1, handlers: handlers.map(\.declaration))
  }

  @Test func `held events are delivered once, in order, at the launch`() async {
    declare()
    bus.send(Placed(number: 1))
    bus.attach("A", handlers)
    bus.send(Placed(number: 2))
    await bus.waitUntilHandled()
    #expect(log.lines == [])
    bus.activate("A")
    bus.activate("A")
    bus.send(Placed(number: 3))
    await bus.waitUntilHandled()
    #expect(log.lines == ["placed 1", "placed 2", "placed 3"])
  }

  @Test func `a held event that stops at its first answer stops there, too`() async {
    let handlers: [EventHandler] = [1, 2].map { number in
      .answering(FirstCome.self, name: "answer \(number)") { [log] _ in
        log.add("answer \(number)")
        return true
      }
    }
    bus.declare("A", order: 1, handlers: handlers.map(\.declaration))
    #expect(bus.send(FirstCome()))
    bus.attach("A", handlers)
    bus.activate("A")
    await bus.waitUntilHandled()
    #expect(log.lines == ["answer 1"])
    bus.send(FirstCome())
    #expect(log.lines == ["answer 1", "answer 1"])
  }

  @Test func `only the last state change reaches a late listener`() async {
    declare()
    for number in 1...3 {
      bus.send(Woke(number: number))
      bus.send(Changed(number: number))
    }
    bus.attach("A", handlers)
    bus.activate("A")
    await bus.waitUntilHandled()
    #expect(log.lines == ["woke 3", "changed 3"])
  }

  @Test func `an event for the creation arrives before the launch`() async {
    declare()
    bus.send(WillFinish())
    bus.send(Early())
    #expect(log.lines == [])
    bus.attach("A", handlers)
    #expect(log.lines.first == "finish")
    await bus.waitUntilHandled()
    #expect(log.lines == ["finish", "early"])
    bus.send(WillFinish())
    #expect(log.lines == ["finish", "early", "finish"])
  }

  @Test func `the merge rule answers for a listener that hears the event later`() {
    declare()
    #expect(!bus.send(MayQuit()))
    bus.attach("A", handlers)
    #expect(!bus.send(MayQuit()))
    bus.activate("A")
    #expect(log.lines == ["quit", "quit"])
    #expect(bus.send(MayQuit()))
  }

  @Test func `the merge rule doesn't answer for a handler that gives no answer`() {
    bus.declare(
      "A", order: 1,
      handlers: [
        HandlerDeclaration(MayQuit.self, name: "quit"),
        HandlerDeclaration(Opened.self, name: "open", answers: true),
      ])
    #expect(bus.send(MayQuit()))
  }

  @Test func `discarding a failed listener drops its held events and returns their number`() async {
    declare()
    bus.send(Placed())
    bus.send(MayQuit())
    #expect(bus.discard("A", reason: "failed") == 2)
    #expect(bus.discard("A", reason: "failed") == 0)
    bus.attach("B", [])
    bus.activate("A")
    bus.send(Placed())
    await bus.waitUntilHandled()
    #expect(log.lines == [])
  }

  @Test func `two handlers of one listener both hear each held event once`() {
    let two: [EventHandler] = ["one", "two"].flatMap { name -> [EventHandler] in
      [
        .main(Woke.self, name: name) { [log] _ in log.add("\(name) woke") },
        .main(MayQuit.self, name: name) { [log] _ in log.add("\(name) quit") },
      ]
    }
    bus.declare("A", order: 1, handlers: two.map(\.declaration))
    bus.send(Woke())
    bus.send(MayQuit())
    bus.attach("A", two)
    bus.activate("A")
    #expect(log.lines == ["one woke", "two woke", "one quit", "two quit"])
  }

  @Test func `a listener redeclared before its launch keeps held events and takes its new place`()
    async
  {
    declare()
    bus.send(Placed(number: 1))
    let other = EventHandler.main(Woke.self, name: "woke") { [log] _ in log.add("other") }
    bus.join("B", order: 2, other)
    bus.declare("A", order: 3, handlers: handlers.map(\.declaration))
    bus.attach("A", handlers)
    bus.activate("A")
    await bus.waitUntilHandled()
    bus.send(Woke())
    #expect(log.lines == ["placed 1", "other", "woke 0"])
  }

  @Test func `a listener that launches during a send hears the event once`() {
    let bus = bus
    let late = EventHandler.main(Woke.self, name: "woke") { [log] _ in log.add("late") }
    bus.declare("Late", order: 2, handlers: [late.declaration])
    bus.join(
      "A", order: 1,
      .main(Woke.self, name: "woke") { _ in
        bus.attach("Late", [late])
        bus.activate("Late")
      })
    bus.send(Woke())
    #expect(log.lines == ["late"])
  }

  @Test func `an event that a handler sends during the release comes after the held ones`() {
    let bus = bus
    let handler = EventHandler.main(MayQuit.self, name: "quit") { [log] _ in
      log.add("quit")
      if log.lines.count == 1 { bus.send(MayQuit()) }
    }
    bus.declare("A", order: 1, handlers: [handler.declaration])
    bus.send(MayQuit())
    bus.attach("A", [handler])
    bus.activate("A")
    #expect(log.lines == ["quit", "quit"])
  }

  @Test func `an event sent while several held events are released comes after all of them`() {
    let bus = bus
    let handler = EventHandler.main(Kept.self, name: "kept") { [log] event in
      log.add("\(event.number)")
      if event.number == 1 { bus.send(Kept(number: 4)) }
    }
    bus.declare("A", order: 1, handlers: [handler.declaration])
    for number in 1...3 { bus.send(Kept(number: number)) }
    bus.attach("A", [handler])
    bus.activate("A")
    #expect(log.lines == ["1", "2", "3", "4"])
  }

  @Test func `a demand handler gets each module with held events once`() async {
    declare()
    bus.declare("B", order: 0, handlers: [HandlerDeclaration(Placed.self, name: "placed")])
    bus.send(Placed())
    bus.onDemand { [log] name in log.add("demand \(name)") }
    #expect(log.lines == ["demand B", "demand A"])
    bus.send(Placed())
    bus.send(MayQuit())
    #expect(log.lines.count == 2)
    bus.declare("C", order: 2, handlers: [HandlerDeclaration(MayQuit.self, name: "quit")])
    bus.send(MayQuit())
    bus.send(MayQuit())
    #expect(log.lines.dropFirst(2) == ["demand C"])
  }

  @Test func `kept states and creation events demand no module`() {
    declare()
    bus.onDemand { [log] name in log.add("demand \(name)") }
    bus.send(Woke())
    bus.send(WillFinish())
    bus.send(Changed())
    bus.send(Early())
    #expect(log.lines == [])
    bus.onDemand { [log] name in log.add("demand \(name)") }
    #expect(log.lines == [])
  }

  @Test func `a new demand handler gets the modules that already wait`() {
    declare()
    bus.onDemand { [log] name in log.add("first \(name)") }
    bus.send(Placed())
    bus.onDemand { [log] name in log.add("second \(name)") }
    #expect(log.lines == ["first A", "second A"])
  }

  @Test func `a discarded module is demanded again once it is redeclared`() {
    declare()
    bus.onDemand { [log] name in log.add("demand \(name)") }
    bus.send(Placed())
    bus.discard("A", reason: "failed")
    bus.send(Placed())
    #expect(log.lines == ["demand A"])
    declare()
    bus.send(Placed())
    #expect(log.lines == ["demand A", "demand A"])
  }

  @Test func `a demand handler may launch the module on the same bus`() async {
    declare()
    bus.onDemand { [bus, handlers] name in
      MainActor.assumeIsolated {
        bus.attach(name, handlers)
        bus.activate(name)
      }
    }
    #expect(!bus.send(MayQuit()))
    #expect(log.lines == ["quit"])
    #expect(bus.send(MayQuit()))
  }
}

private struct Kept: LifecycleEvent {
  let number: Int
  static var whileLaunching: LaunchingPolicy { .hold }
}

/// Held during the launch and taken by the first handler that answers.
private struct FirstCome: LifecycleEvent {
  static var merge: MergeRule<Bool> { .any(stopsAtFirst: true) }
  static var whileLaunching: LaunchingPolicy { .hold }
}
