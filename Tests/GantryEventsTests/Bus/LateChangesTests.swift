// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import GantrySupport
import Testing

/// Changes after an event's first send: the bus caches its handlers from then on and must not
/// keep them too long.
@MainActor struct LateChangesTests {
  let log = Log()
  let bus = EventBus(clock: StepClock())

  init() {
    bus.join("First", .main(Woke.self, name: "woke") { [log] _ in log.add("first") })
    bus.send(Woke())
    bus.send(MayQuit())
  }

  /// The lines that another send of the event adds.
  private func next() -> [String] {
    let before = log.lines.count
    bus.send(Woke())
    return Array(log.lines.dropFirst(before))
  }

  @Test func `a subscription hears the next event, and none after its end`() {
    let token = bus.observe(Woke.self) { [log] _ in log.add("observed") }
    #expect(next() == ["first", "observed"])
    token.cancel()
    #expect(next() == ["first"])
  }

  @Test func `a tap sees the next event, and none after its end`() {
    let token = bus.observeAll { [log] in log.add($0.name) }
    #expect(next() == ["Woke", "first"])
    token.cancel()
    #expect(next() == ["first"])
  }

  @Test func `an observer times the next handler, and none after its end`() {
    let token = bus.observeTimings { [log] in log.add("\($0.listener) took \($0.duration)") }
    #expect(next() == ["first", "First took 0.0 seconds"])
    token.cancel()
    #expect(next() == ["first"])
  }

  @Test func `the next question is held for a newly declared module`() {
    let handler = EventHandler.answering(MayQuit.self, name: "quit") { [log] _ in
      log.add("asked")
      return true
    }
    #expect(bus.send(MayQuit()))
    bus.declare("Late", order: 1, handlers: [handler.declaration])
    #expect(!bus.send(MayQuit()))
    bus.attach("Late", [handler])
    bus.activate("Late")
    #expect(log.lines == ["first", "asked"])
    #expect(bus.send(MayQuit()))
  }

  @Test func `the next event follows the order of a new declaration`() {
    bus.declare("Late", order: 1, handlers: [HandlerDeclaration(Woke.self, name: "woke")])
    bus.declare("Late", order: -1, handlers: [HandlerDeclaration(Woke.self, name: "woke")])
    bus.attach("Late", [.main(Woke.self, name: "woke") { [log] _ in log.add("late") }])
    bus.activate("Late")
    #expect(next() == ["late", "first"])
  }
}
