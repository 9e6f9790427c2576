// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryEvents
import Testing

@MainActor
struct EventBusSettleTests {
  @Test func `a cancelled task does not wait for a handler that goes on`() async {
    let bus = EventBus()
    let gate = Gate()
    bus.join("Slow", .background(Placed.self, name: "placed") { _ in await gate.pass() })
    bus.send(Placed())
    let waiting = Task { await bus.settle() }
    waiting.cancel()
    await waiting.value
    gate.open()
    await bus.settle()
  }
}
