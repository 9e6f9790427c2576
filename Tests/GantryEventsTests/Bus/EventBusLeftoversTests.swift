// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@testable import GantryEvents

/// What a bus keeps of removed listeners and subscriptions.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct EventBusLeftoversTests {
  private final class Held: Sendable {}

  let bus = EventBus()

  private var isEmpty: Bool {
    bus.registry.withLock { registry in
      registry.listeners.ids.isEmpty && registry.index.isEmpty && registry.endings.isEmpty
        && registry.pending == 0
    } && bus.watch.chain.isEmpty
  }

  @Test func `cancelled subscriptions leave nothing, even one that its own handler cancels`() async
  {
    let tokens = Mutex<[EventSubscription]>([])
    let bus = bus
    let woke = bus.observe(Woke.self) { _ in }
    let stream = bus.stream(of: Placed.self, bufferingNewest: 1)
    let changed = bus.observe(Changed.self) { _ in
      tokens.withLock { $0 }.forEach { $0.cancel() }
    }
    tokens.withLock { $0 = [changed] }
    #expect(!isEmpty)
    bus.send(Woke())
    bus.send(Placed())
    bus.send(Changed())
    await bus.waitUntilHandled()
    woke.cancel()
    stream.cancel()
    #expect(isEmpty)
  }

  @Test func `redeclaring a listener leaves nothing of the previous one`() {
    for _ in 1...3 { bus.join("A", .main(Woke.self, name: "woke") { _ in }) }
    #expect(bus.registry.withLock { $0.listeners.ids.count } == 1)
    #expect(bus.registry.withLock { $0.listeners.all.map(\.handlers.count) } == [1])
  }

  @Test func `a closed bus keeps no watchers or closures and takes no new ones`() async {
    var held: Held? = Held()
    weak let state = held
    let bus = bus
    let before = [
      bus.observeAll { [held] _ in _ = held }, bus.observeTimings { [held] _ in _ = held },
    ]
    bus.onDemand { [held] _ in _ = held }
    bus.declare("A", order: 1, handlers: [HandlerDeclaration(Carrying.self, name: "carry")])
    bus.send(Carrying(held: held))
    bus.close()
    before.forEach { $0.cancel() }
    bus.onDemand { [held] _ in _ = held }
    let after = bus.registry.withLock { registry in
      registry.taps.isEmpty && registry.observers.isEmpty && registry.demand == nil
    }
    #expect(after)
    held = nil
    #expect(state == nil)
    let log = Log()
    let late = bus.observeAll { log.add($0.name) }
    bus.send(Woke())
    #expect(log.lines == [])
    withExtendedLifetime(late) {}
  }

  @Test func `closing the bus removes taps and observers before their tokens go`() {
    let log = Log()
    let tokens = [bus.observeAll { log.add($0.name) }, bus.observeTimings { log.add($0.handler) }]
    bus.close()
    bus.send(Woke())
    #expect(log.lines == [])
    #expect(bus.registry.withLock { $0.taps.isEmpty && $0.observers.isEmpty })
    withExtendedLifetime(tokens) {}
  }

  @Test func `a cancelled task stops waiting for the bus to be idle`() async {
    let gate = Gate()
    bus.join("Slow", .background(Placed.self, name: "placed") { _ in await gate.pass() })
    bus.send(Placed())
    let waiting = Task { [bus] in await bus.waitUntilHandled() }
    while bus.registry.withLock({ $0.idleWaiters.isEmpty }) { await Task.yield() }
    waiting.cancel()
    await waiting.value
    #expect(bus.registry.withLock { $0.idleWaiters.isEmpty })
    gate.open()
    await bus.waitUntilHandled()
  }

  @Test func `waiting and observing use no handler numbers`() async {
    let gate = Gate()
    bus.join("Slow", .background(Placed.self, name: "placed") { _ in await gate.pass() })
    let before = bus.registry.withLock { $0.nextID() }
    bus.observeAll { _ in }.cancel()
    bus.observeTimings { _ in }.cancel()
    bus.send(Placed())
    let waiting = Task { [bus] in await bus.waitUntilHandled() }
    while bus.registry.withLock({ $0.idleWaiters.isEmpty }) { await Task.yield() }
    gate.open()
    await waiting.value
    #expect(bus.registry.withLock { $0.nextID() } == before + 1)
  }

  @Test func `handlers attached to a discarded listener are released`() {
    var held: Held? = Held()
    weak let state = held
    bus.declare("A", order: 1, handlers: [HandlerDeclaration(Woke.self, name: "woke")])
    bus.discard("A", reason: "failed")
    bus.attach("A", [.main(Woke.self, name: "woke") { [held] _ in _ = held }])
    bus.activate("A")
    #expect(bus.explain(Woke.self).heard == [])
    held = nil
    #expect(state == nil)
  }

  @Test func `a token ends its subscription once`() {
    let log = Log()
    let token = EventSubscription { log.add("ended") }
    token.cancel()
    token.cancel()
    #expect(log.lines == ["ended"])
  }

  private struct Carrying: Event {
    let held: Held?
  }
}
