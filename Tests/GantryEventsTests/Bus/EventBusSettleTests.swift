// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

@MainActor
struct EventBusSettleTests {
  @Test func `a cancelled task does not wait for a running handler`() async {
    let bus = EventBus()
    let gate = Gate()
    bus.join("Slow", .background(Placed.self, name: "placed") { _ in await gate.pass() })
    bus.send(Placed())
    let waiting = Task { await bus.waitUntilHandled() }
    waiting.cancel()
    await waiting.value
    gate.open()
    await bus.waitUntilHandled()
  }

  @Test(.timeLimit(.minutes(5)))
  func `a child task of a handler does not wait for its handler`() async {
    let (bus, log) = (EventBus(), Log())
    bus.join(
      "Own",
      .background(Placed.self, name: "placed") { [bus] _ in
        async let child: Void = bus.waitUntilHandled()
        await child
        await withTaskGroup(of: Void.self) { group in group.addTask { await bus.waitUntilHandled() }
        }
        await Task { await bus.waitUntilHandled() }.value
        log.add("handled")
      })
    bus.send(Placed())
    await bus.waitUntilHandled()
    #expect(log.lines == ["handled"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a handler on the main actor does not wait for itself`() async {
    let (bus, log) = (EventBus(), Log())
    bus.join(
      "Own",
      .main(Placed.self, name: "placed") { [bus] _ in
        Task {
          await bus.waitUntilHandled()
          log.add("settled")
        }
      })
    bus.send(Placed())
    await bus.waitUntilHandled()
  }
}
