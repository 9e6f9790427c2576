// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

/// Senders that wait until there is room in the mailboxes.
@MainActor @Suite(.timeLimit(.minutes(5)))
struct EventBusWaitingTests {
  struct Row: Event {
    var number = 0
    static var backlog: EventBacklog { .suspending(2) }
  }

  struct Step: Event {
    var number = 0
    static var backlog: EventBacklog { .suspending(1) }
  }

  let log = Log()
  let bus = EventBus()
  let began = Gate()
  let gates = (0..<8).map { _ in Gate() }

  /// A handler of rows, each of which ends when its gate opens.
  private var slow: EventHandler {
    .background(Row.self, name: "row") { [log, gates, began] row in
      began.open()
      await gates[row.number].pass()
      log.add("heard \(row.number)")
    }
  }

  /// Sends rows from separate tasks, which begin in this order.
  private func sending(_ numbers: ClosedRange<Int>) async -> [Task<Void, any Error>] {
    var tasks: [Task<Void, any Error>] = []
    for number in numbers {
      let hasBegun = Gate()
      // It keeps the main actor from opening the gate until it waits or has sent.
      let task = Task { @MainActor in
        hasBegun.open()
        try await bus.sendWaiting(Row(number: number))
        log.add("sent \(number)")
      }
      tasks.append(task)
      await hasBegun.pass()
    }
    await turn()
    return tasks
  }

  /// Returns when the main actor's tasks can make no more progress.
  private func turn() async { await Task {}.value }

  private func until(_ line: String) async {
    while !log.lines.contains(line), !Task.isCancelled { await Task.yield() }
    await turn()
  }

  /// A module that handles row 0, with a full mailbox behind it.
  private func busy() async {
    bus.join("Slow", slow)
    bus.send(Row(number: 0))
    await began.pass()
  }

  @Test func `senders wait while the mailbox is full and continue in order`() async throws {
    await busy()
    let tasks = await sending(1...5)
    #expect(log.lines == ["sent 1", "sent 2"])
    gates[0].open()
    await until("sent 3")
    #expect(log.lines == ["sent 1", "sent 2", "heard 0", "sent 3"])
    for gate in gates { gate.open() }
    for task in tasks { try await task.value }
    await bus.waitUntilIdle()
    // The bus doesn't decide when their tasks resume, only in which order it takes the events.
    #expect(log.lines.filter { $0.hasPrefix("sent") }.sorted() == (1...5).map { "sent \($0)" })
    #expect(log.lines.filter { $0.hasPrefix("heard") } == (0...5).map { "heard \($0)" })
    #expect(bus.explain(Row.self).handlers.map(\.dropped) == [0])
  }

  @Test func `a cancelled sender sends nothing, and the senders behind it continue`() async throws {
    await busy()
    let tasks = await sending(1...4)
    tasks[2].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[2].value }
    for gate in gates { gate.open() }
    try await tasks[3].value
    await bus.waitUntilIdle()
    #expect(log.lines.filter { $0.hasPrefix("heard") } == [0, 1, 2, 4].map { "heard \($0)" })
  }

  @Test func `a cancelled task sends while there is room but never waits`() async throws {
    await busy()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for number in 1...3 {
        try await bus.sendWaiting(Row(number: number))
        log.add("sent \(number)")
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.lines == ["sent 1", "sent 2"])
    for gate in gates { gate.open() }
    await bus.waitUntilIdle()
  }

  @Test(arguments: ["detached", "discarded", "closed"])
  func `the end of a listener releases its waiting senders`(end: String) async throws {
    await busy()
    let tasks = await sending(1...5)
    switch end {
    case "detached":
      let detaching = Task { await bus.detach("Slow") }
      for task in tasks { try await task.value }
      for gate in gates { gate.open() }
      _ = await detaching.value
    case "discarded": bus.discard("Slow", reason: "failed")
    default: bus.close()
    }
    for task in tasks { try await task.value }
    for gate in gates { gate.open() }
    await bus.waitUntilIdle()
    #expect(!log.lines.contains("heard 3"))
    #expect(log.lines.contains("sent 5"))
  }

  @Test func `events sent without waiting exceed the limit, and none is lost`() async {
    await busy()
    for number in 1...5 { bus.send(Row(number: number)) }
    #expect(bus.explain(Row.self).handlers.map(\.waiting) == [5])
    for gate in gates { gate.open() }
    await bus.waitUntilIdle()
    #expect(log.lines == (0...5).map { "heard \($0)" })
  }

  @Test func `every listener of the event must have room, and other modules don't count`()
    async throws
  {
    bus.join("Quick", .background(Row.self, name: "row") { [log] in log.add("quick \($0.number)") })
    await busy()
    let tasks = await sending(1...3)
    try await bus.sendWaiting(Placed())
    await turn()
    #expect(!log.lines.contains("quick 3"))
    for gate in gates { gate.open() }
    for task in tasks { try await task.value }
    await bus.waitUntilIdle()
    #expect(log.lines.contains("quick 3"))
  }

  @Test func `a launching module has as much room as a launched one`() async throws {
    let handler = slow
    for gate in gates { gate.open() }
    bus.declare("Late", order: 0, handlers: [handler.declaration])
    let tasks = await sending(1...4)
    #expect(log.lines == ["sent 1", "sent 2"])
    bus.attach("Late", [handler])
    bus.activate("Late")
    for task in tasks { try await task.value }
    await bus.waitUntilIdle()
    #expect(log.lines.filter { $0.hasPrefix("heard") } == (1...4).map { "heard \($0)" })
  }

  @Test func `a handler waits for another module but not for its own`() async throws {
    let bus = bus
    bus.join(
      "Front",
      .background(Step.self, name: "step") { [log] step in
        if step.number < 3 {
          // Its own mailbox has room for one.
          try await bus.sendWaiting(Step(number: step.number + 1))
          try await bus.sendWaiting(Step(number: 10))
        }
        try await bus.sendWaiting(Row(number: 0))
        log.add("step \(step.number)")
      })
    await busy()
    for number in 1...2 { bus.send(Row(number: number)) }
    bus.send(Step(number: 2))
    for _ in 0..<20 { await turn() }
    #expect(log.lines == [])
    for gate in gates { gate.open() }
    await bus.waitUntilIdle()
    #expect(log.lines.filter { $0.hasPrefix("step") } == ["step 2", "step 3", "step 10"])
  }

  @Test func `two modules that wait for each other both continue`() async {
    let bus = bus
    let starts = (Gate(), Gate())
    bus.join(
      "A",
      .background(Row.self, name: "row") { [log, gates] row in
        starts.0.open()
        await gates[0].pass()
        try await bus.sendWaiting(Step(number: row.number))
        log.add("row")
      })
    bus.join(
      "B",
      .background(Step.self, name: "step") { [log, gates] step in
        starts.1.open()
        await gates[1].pass()
        if step.number < 3 { try await bus.sendWaiting(Row(number: 3)) }
        log.add("step")
      })
    for number in 0..<3 { bus.send(Row(number: number)) }
    bus.send(Step(number: 0))
    await starts.0.pass()
    await starts.1.pass()
    bus.send(Step(number: 1))
    gates[0].open()
    gates[1].open()
    await bus.waitUntilIdle()
    #expect(log.lines.count { $0 == "row" } == 8)
    #expect(log.lines.count { $0 == "step" } == 10)
  }
}

/// Limits that a handler states for its own module.
@MainActor
struct HandlerBacklogTests {
  let log = Log()
  let bus = EventBus()
  let began = Gate()
  let gate = Gate()

  /// A module that is busy with another event until the gate opens.
  private func busy(_ name: ModuleName, _ handlers: [EventHandler]) {
    let block = EventHandler.background(Early.self, name: "block") { [began, gate] _ in
      began.open()
      await gate.pass()
    }
    bus.declare(name, order: 0, handlers: ([block] + handlers).map(\.declaration))
    bus.attach(name, [block] + handlers)
    bus.activate(name)
  }

  @Test func `a handler limits its own module, whatever the event says`() async {
    busy(
      "Busy",
      [
        .background(Placed.self, name: "placed", options: .init(backlog: .newest(1))) { [log] in
          log.add("busy \($0.number)")
        },
        .background(
          EventBusBacklogTests.Moved.self, name: "moved", options: .init(backlog: .unlimited)
        ) { [log] in log.add("moved \($0.number)") },
        .named("ping", name: "ping", options: .init(backlog: .oldest(1))) { [log] _ in
          log.add("ping")
        },
      ])
    bus.join("Other", .background(Placed.self, name: "placed") { [log] in log.add("\($0.number)") })
    bus.send(Early())
    await began.pass()
    for number in 0..<3 {
      bus.send(Placed(number: number))
      bus.send(EventBusBacklogTests.Moved(number: number))
      bus.send(NamedEvent("ping"))
    }
    gate.open()
    await bus.waitUntilIdle()
    #expect(log.lines.filter { $0.hasPrefix("busy") } == ["busy 2"])
    #expect(log.lines.filter { $0.hasPrefix("moved") } == ["moved 0", "moved 1", "moved 2"])
    #expect(log.lines.count { $0 == "ping" } == 1)
    #expect(log.lines.filter { $0.count == 1 } == ["0", "1", "2"])
  }

  @Test func `a limit holds for lifecycle events that go through the mailbox`() async {
    busy(
      "Busy",
      [
        .background(Woke.self, name: "woke", options: .init(backlog: .newest(2))) { [log] in
          log.add("\($0.number)")
        }
      ])
    bus.send(Early())
    await began.pass()
    for number in 0..<5 { bus.send(Woke(number: number)) }
    gate.open()
    await bus.waitUntilIdle()
    #expect(log.lines == ["3", "4"])
  }

  @Test func `the first handler of a module that states a limit sets it`() async {
    busy(
      "Busy",
      [
        .background(Placed.self, name: "first") { _ in },
        .background(Placed.self, name: "second", options: .init(backlog: .oldest(1))) { [log] in
          log.add("\($0.number)")
        },
        .background(Placed.self, name: "third", options: .init(backlog: .newest(2))) { _ in },
      ])
    bus.send(Early())
    await began.pass()
    for number in 0..<3 { bus.send(Placed(number: number)) }
    gate.open()
    await bus.waitUntilIdle()
    #expect(log.lines == ["0"])
  }
}
