// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import GantryEvents

/// Handlers that send from very many tasks at once: if each sender looked at all others, this
/// would take minutes.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ManySendersTests {
  struct Row: Event {
    static var backlog: EventBacklog { .suspending(2) }
  }

  struct Step: Event {
    static var backlog: EventBacklog { .suspending(1) }
  }

  let log = Log()
  let bus = EventBus()
  let began = Gate()
  let gate = Gate()

  /// How many handlers wait, by event.
  private var waiting: [Int] {
    bus.registry.withLock { registry in
      registry.sendingHandlers.values.flatMap { $0.values.map(\.count) }.sorted()
    }
  }

  private var isClean: Bool {
    bus.registry.withLock { $0.senders.isEmpty && $0.sendingHandlers.isEmpty && $0.pending == 0 }
  }

  private func until(_ isReached: () -> Bool) async {
    while !isReached(), !Task.isCancelled { await Task.yield() }
  }

  private static func sendMany<E: Event>(_ event: E, _ count: Int, to bus: EventBus) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { try await bus.sendWaiting(event) } }
      try await group.waitForAll()
    }
  }

  @Test func `a thousand tasks of one handler wait as one, and all continue`() async {
    let bus = bus
    bus.join(
      "Slow",
      .background(Row.self, name: "row") { [log, began, gate] _ in
        began.open()
        await gate.pass()
        log.add("row")
      })
    bus.join(
      "Front",
      .background(Placed.self, name: "placed") { _ in
        try await Self.sendMany(Row(), 1_000, to: bus)
      })
    bus.send(Row())
    await began.pass()
    bus.send(Placed())
    await until { waiting == [998] }
    #expect(bus.registry.withLock { $0.sendingHandlers.values.map(\.count) } == [1])
    gate.open()
    await bus.waitUntilIdle()
    #expect(log.lines.count == 1_001)
    #expect(isClean)
  }

  @Test func `two modules with many tasks that wait for each other both continue`() async {
    let (bus, gates) = (bus, (Gate(), Gate()))
    bus.join(
      "A",
      .background(Row.self, name: "row") { [log] _ in log.add("row") },
      .background(Placed.self, name: "placed") { _ in
        gates.0.open()
        await gates.1.pass()
        try await Self.sendMany(Step(), 300, to: bus)
      })
    bus.join(
      "B",
      .background(Step.self, name: "step") { [log] _ in log.add("step") },
      .background(Changed.self, name: "changed") { _ in
        gates.1.open()
        await gates.0.pass()
        try await Self.sendMany(Row(), 300, to: bus)
      })
    bus.send(Placed())
    bus.send(Changed())
    await bus.waitUntilIdle()
    #expect(log.lines.count { $0 == "row" } == 300)
    #expect(log.lines.count { $0 == "step" } == 300)
    #expect(isClean)
  }

  @Test func `waiting uses no handler numbers`() async throws {
    let bus = bus
    bus.join("A", .background(Row.self, name: "row") { [gate] _ in await gate.pass() })
    let before = bus.registry.withLock { $0.nextID() }
    bus.observeAll { _ in }.cancel()
    bus.observeTimings { _ in }.cancel()
    let sending = Task { for _ in 0..<9 { try await bus.sendWaiting(Row()) } }
    await until { bus.registry.withLock { !$0.senders.isEmpty } }
    let idle = Task { await bus.waitUntilIdle() }
    await until { bus.registry.withLock { !$0.idleWaiters.isEmpty } }
    gate.open()
    try await sending.value
    await idle.value
    #expect(bus.registry.withLock { $0.nextID() } == before + 1)
  }
}
