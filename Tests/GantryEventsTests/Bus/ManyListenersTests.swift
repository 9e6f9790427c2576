// SPDX-License-Identifier: Apache-2.0

@testable import GantryEvents
import GantrySupport
import TestRounds
import Testing

/// Adding or removing a listener costs no more when there are many others.
struct ManyListenersTests {
  private struct Shared: LifecycleEvent {}
  private struct Mailed: Event {}

  /// The number of handlers in the sorted lists of the registry.
  private static func kept(_ bus: EventBus) -> Int {
    bus.registry.withLock { $0.sorted.values.reduce(0) { $0 + $1.count } }
  }

  @Test func `adding or removing a listener doesn't sort the handlers of the others`() async {
    let bus = EventBus()
    let names = (0..<50).map { ModuleName("M\($0)") }
    for (order, name) in names.enumerated() {
      bus.declare(
        name, order: order,
        handlers: [
          HandlerDeclaration(Shared.self, name: "shared"),
          HandlerDeclaration(Mailed.self, name: "mailed"),
        ])
      #expect(Self.kept(bus) == 0)
    }
    for name in names {
      #expect(
        bus.attachAtOnce(
          name,
          [
            .main(Shared.self, name: "shared") { _ in },
            .background(Mailed.self, name: "mailed") { _ in },
          ]))
      #expect(bus.activateAtOnce(name))
      #expect(Self.kept(bus) == 0)
    }
    // An event sorts its own handlers only.
    bus.send(Mailed())
    await bus.waitUntilHandled()
    #expect(Self.kept(bus) == names.count)
    for name in names {
      await bus.detach(name)
      #expect(Self.kept(bus) == 0)
    }
  }

  @Test(arguments: 0..<UInt64(rounds(200)))
  func `random additions and removals keep the order of a full sort`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var registry = EventRegistry()
    var ids: [Int] = []
    for step in 0..<120 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        ids.append(
          registry.addListener(
            ModuleName("M\(step)"), rank: Int.random(in: -1...1, using: &random),
            order: Int.random(in: 0..<9, using: &random), phase: .declared))
      case 2:
        guard let id = ids.randomElement(using: &random) else { continue }
        registry.listeners[id]?.order = Int.random(in: 0..<9, using: &random)
        _ = registry.setHandlers(Self.handlers(&random), of: id)
      case 3:
        guard let id = ids.randomElement(using: &random) else { continue }
        _ = registry.forgetBodies(of: id)
      case 4:
        guard let id = ids.randomElement(using: &random),
          let record = registry.listeners[id]?.handlers.first
        else { continue }
        _ = registry.forgetBody(of: record)
      default:
        guard let id = ids.popLast() else { continue }
        _ = registry.setHandlers([], of: id)
        registry.listeners[id] = nil
      }
      for key in [EventKey(Shared.self), EventKey(NamedEvent.self, name: "a"), .anyNamed] {
        let all = Self.sorted(
          registry.listeners.all.flatMap(\.handlers)
            .filter { $0.declaration.key == key || $0.declaration.key == key.wider }, in: registry)
        let found = registry.records(for: key)
        #expect(found.map(\.id) == all.map(\.id), "seed \(seed)")
        #expect(found.map(\.isUsed) == all.map(\.isUsed), "seed \(seed)")
        #expect(found.map { $0.body == nil } == all.map { $0.body == nil }, "seed \(seed)")
        for id in ids {
          #expect(
            registry.records(for: key, of: id).map(\.id)
              == all.filter { $0.listener == id }.map(\.id), "seed \(seed)")
        }
      }
    }
  }

  private static func sorted(
    _ records: [HandlerRecord], in registry: EventRegistry
  ) -> [HandlerRecord] {
    records.sorted { first, second in
      // The highest priority goes first.
      place(first, second.priority, in: registry) < place(second, first.priority, in: registry)
    }
  }

  private static func place(
    _ record: HandlerRecord, _ priority: Priority, in registry: EventRegistry
  ) -> (Int, Priority, Int, Int) {
    (record.rank, priority, registry.listeners[record.listener]?.order ?? 0, record.id)
  }

  private static func handlers(
    _ random: inout SeededGenerator
  ) -> [(HandlerDeclaration, EventHandler.Body?)] {
    let all: [EventHandler] = [
      .main(Shared.self, name: "first", options: HandlerOptions(priority: 400)) { _ in },
      .main(Shared.self, name: "second", options: HandlerOptions(.once)) { _ in },
      .named("a", name: "a") { _ in },
      .background(NamedEvent.self, name: "any") { _ in },
    ]
    return all.filter { _ in Bool.random(using: &random) }.map { ($0.declaration, $0.body) }
  }
}
