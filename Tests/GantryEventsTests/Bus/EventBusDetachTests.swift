// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantrySupport
import Testing

/// Listeners that stop while they handle events.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct EventBusDetachTests {
  let log = Log()
  let bus = EventBus()
  let began = Gate()
  let gate = Gate()

  /// A listener whose first event lasts until the gate opens.
  private func joinSlow() {
    bus.join(
      "A",
      .background(Placed.self, name: "placed") { [log, began, gate] event in
        began.open()
        // A task of its own continues when the handler is cancelled.
        await Task { await gate.pass() }.value
        log.add("\(event.number)")
      })
  }

  /// Detaches the listener, as far as possible without waiting.
  private func detach() async -> Task<Void, Never> {
    let task = Task { [bus, log] in
      await bus.detach("A")
      log.add("detached")
    }
    while !bus.explain(Placed.self).heard.isEmpty { await Task.yield() }
    return task
  }

  @Test(arguments: [1, 3])
  func `detaching waits for accepted events and accepts no new ones`(count: Int) async {
    joinSlow()
    for number in 1...count { bus.send(Placed(number: number)) }
    await began.pass()
    let detached = await detach()
    bus.send(Placed(number: 9))
    gate.open()
    await detached.value
    #expect(log.lines == (1...count).map(String.init) + ["detached"])
  }

  @Test
  func
    `a listener accepts nothing new from the first attempt on, and detaches once all is handled`()
    async
  {
    let run = RunID.next()
    joinSlow()
    for number in 1...2 { bus.send(Placed(number: number)) }
    await began.pass()
    #expect(!bus.detachAtOnce("A", run: run))
    bus.send(Placed(number: 9))
    gate.open()
    await bus.waitUntilHandled()
    #expect(bus.detachAtOnce("A", run: run))
    await bus.detach("A")
    #expect(log.lines == ["1", "2"])
    #expect(bus.detachAtOnce("Nobody", run: run))
  }

  /// The newest two events wait.
  private struct Reading: Event {
    let number: Int
    static var backlog: EventBacklog { .newest(2) }
  }

  @Test func `an event that comes too late for a listener displaces none that it has accepted`()
    async
  {
    bus.join(
      "A",
      .background(Reading.self, name: "reading") { [log, began, gate] event in
        began.open()
        await Task { await gate.pass() }.value
        log.add("\(event.number)")
      })
    bus.send(Reading(number: 1))
    await began.pass()
    for number in 2...3 { bus.send(Reading(number: number)) }
    let detached = Task { [bus, log] in
      await bus.detach("A")
      log.add("detached")
    }
    while !bus.explain(Reading.self).heard.isEmpty { await Task.yield() }
    for number in 4...9 { bus.send(Reading(number: number)) }
    gate.open()
    await detached.value
    #expect(log.lines == ["1", "2", "3", "detached"])
  }

  @Test(arguments: [false, true])
  func `detaching stops waiting when the listener fails or the bus closes`(isClosed: Bool) async {
    joinSlow()
    bus.send(Placed(number: 1))
    await began.pass()
    let detached = await detach()
    if isClosed { bus.close() } else { bus.discard("A", reason: "failed") }
    await detached.value
    #expect(log.lines == ["detached"])
    gate.open()
    await bus.waitUntilHandled()
  }

  @Test func `a listener that detaches itself does not wait for itself`() async {
    let bus = bus
    bus.join(
      "A",
      .background(Placed.self, name: "placed") { [log] _ in
        await bus.detach("A")
        log.add("detached")
      })
    bus.send(Placed())
    await bus.waitUntilHandled()
    #expect(log.lines == ["detached"])
  }

  @Test func `a listener discarded by its own handler hears no more of the event`() async {
    let bus = bus
    bus.join(
      "A",
      .background(Placed.self, name: "one") { [log] _ in
        log.add("one")
        bus.discard("A", reason: "failed")
      }, .background(Placed.self, name: "two") { [log] _ in log.add("two") })
    bus.send(Placed())
    await bus.waitUntilHandled()
    #expect(log.lines == ["one"])
  }

  @Test func `only a module's handler counts as serving a module`() async {
    let bus = bus
    let application = ObjectIdentifier(bus)
    let token = bus.observe(Placed.self) { [log] _ in
      log.add("\(Inside.all(of: application) == [.handler(module: nil)])")
    }
    bus.join(
      "A",
      .background(Changed.self, name: "changed") { [log] _ in
        log.add("\(Inside.all(of: application) == [.handler(module: "A")])")
      })
    bus.send(Placed())
    await bus.waitUntilHandled()
    bus.send(Changed())
    await bus.waitUntilHandled()
    #expect(log.lines == ["true", "true"])
    withExtendedLifetime(token) {}
  }
}
