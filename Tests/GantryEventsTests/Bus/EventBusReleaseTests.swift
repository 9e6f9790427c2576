// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

/// A handler's captures are released with it, not at the next lifecycle event.
@MainActor
struct EventBusReleaseTests {
  private final class Held: Sendable {
    let other: EventSubscription?
    init(_ other: EventSubscription? = nil) { self.other = other }
  }

  let bus = EventBus()

  /// Lets the main actor finish its pending work.
  private func untilGone(_ isGone: () -> Bool) async -> Bool {
    for _ in 0..<1_000 where !isGone() { await Task.yield() }
    return isGone()
  }

  @Test func `a cancelled subscription releases its captures`() async {
    var held: Held? = Held()
    weak let state = held
    let token = bus.observe(Woke.self) { [held] _ in withExtendedLifetime(held) {} }
    held = nil
    bus.send(Woke())
    #expect(state != nil)
    token.cancel()
    #expect(await untilGone { state == nil })
  }

  @Test func `a subscription that is cancelled off the main actor releases its captures`() async {
    var held: Held? = Held()
    weak let state = held
    let token = bus.observe(answering: MayQuit.self) { [held] _ in held == nil }
    held = nil
    bus.send(MayQuit())
    await Task.detached { token.cancel() }.value
    #expect(await untilGone { state == nil })
  }

  @Test func `cancelling a subscription that holds another ends both`() {
    let inner = Held(bus.observe(Placed.self) { _ in })
    let outer = bus.observe(Changed.self) { [inner] _ in withExtendedLifetime(inner) {} }
    _ = consume inner
    #expect(bus.isHandled(Placed.self))
    outer.cancel()
    #expect(!bus.isHandled(Placed.self))
  }

  @Test func `a once handler releases its captures after its event`() async {
    var held: Held? = Held()
    weak let state = held
    let token = bus.observe(Woke.self, HandlerOptions(.once)) { [held] _ in
      withExtendedLifetime(held) {}
    }
    held = nil
    bus.send(Woke())
    #expect(await untilGone { state == nil })
    withExtendedLifetime(token) {}
  }

  @Test func `a failed listener releases its handlers`() async {
    var held: Held? = Held()
    weak let state = held
    bus.join("A", .main(Woke.self, name: "woke") { [held] _ in withExtendedLifetime(held) {} })
    held = nil
    bus.send(Woke())
    bus.discard("A", reason: "failed")
    #expect(await untilGone { state == nil })
  }

  @Test func `a detached listener and its bus are released after the bus lets go`() async {
    weak var gone: EventBus?
    weak var state: Held?
    do {
      let bus = EventBus()
      let held = Held()
      (gone, state) = (bus, held)
      #expect(!bus.keepsRemovedHandlers)
      bus.join(
        "A",
        .main(Woke.self, name: "woke") { [bus, held] _ in withExtendedLifetime((bus, held)) {} })
      bus.send(Woke())
      await bus.detach("A")
      #expect(bus.keepsRemovedHandlers)
      bus.releaseRemoved()
      #expect(!bus.keepsRemovedHandlers)
    }
    #expect(state == nil)
    #expect(gone == nil)
  }

  @Test func `letting go during a send keeps the handlers that are still to hear it`() {
    let log = Log()
    let bus = bus
    let once = bus.observe(Woke.self, HandlerOptions(.once)) { _ in log.add("once") }
    let first = bus.observe(Woke.self) { _ in
      once.cancel()
      bus.releaseRemoved()
      log.add("first")
    }
    let second = bus.observe(Woke.self) { _ in log.add("second") }
    bus.send(Woke())
    bus.send(Woke())
    #expect(log.lines == ["once", "first", "second", "first", "second"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `letting go doesn't rebuild handlers that are still in use`() {
    let log = Log()
    bus.join("A", .main(Woke.self, name: "woke") { log.add("\($0.number)") })
    bus.send(Woke(number: 1))
    bus.releaseRemoved()
    #expect(bus.keepsRemovedHandlers, "nothing has gone, so the handlers stay as they are")
    bus.send(Woke(number: 2))
    #expect(log.lines == ["1", "2"])
  }
}
