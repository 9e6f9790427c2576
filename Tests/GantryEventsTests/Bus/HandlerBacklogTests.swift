// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

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
    await bus.waitUntilHandled()
    #expect(log.lines.filter { $0.hasPrefix("busy") } == ["busy 2"])
    #expect(log.lines.filter { $0.hasPrefix("moved") } == ["moved 0", "moved 1", "moved 2"])
    #expect(log.lines.count { $0 == "ping" } == 1)
    #expect(log.lines.filter { $0.count == 1 } == ["0", "1", "2"])
  }

  @Test func `a limit holds for lifecycle events that go through the mailbox`() async {
    busy(
      "Busy",
      [
        .background(
          Woke.self, name: "woke", options: .init(order: .serial, backlog: .newest(2))
        ) { [log] in log.add("\($0.number)") }
      ])
    bus.send(Early())
    await began.pass()
    for number in 0..<5 { bus.send(Woke(number: number)) }
    gate.open()
    await bus.waitUntilHandled()
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
    await bus.waitUntilHandled()
    #expect(log.lines == ["0"])
  }
}
