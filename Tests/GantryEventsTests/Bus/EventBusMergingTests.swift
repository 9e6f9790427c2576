// SPDX-License-Identifier: Apache-2.0

import GantryEvents
import Testing

/// Answers in the order in which they arrive.
private struct Parts: LifecycleEvent {
  static var merge: MergeRule<[Int]> { .concatenation }
  static var whileLaunching: LaunchingPolicy { .hold }
}

/// How answers are merged and how handlers affect each other in between, watched or not.
@MainActor
struct EventBusMergingTests {
  let log = Log()
  let failures = Log()
  let bus: EventBus

  init() {
    bus = EventBus { [failures] in failures.add("\($0)") }
  }

  private func watch(_ isWatched: Bool) -> EventSubscription? {
    isWatched ? bus.observeAll { _ in } : nil
  }

  private func hears(_ line: String) -> EventHandler {
    .main(Woke.self, name: "woke") { [log] _ in log.add(line) }
  }

  @Test(arguments: [false, true])
  func `answers are merged in the order of the handlers`(isWatched: Bool) {
    let watching = watch(isWatched)
    for number in 1...3 {
      bus.join(
        ModuleName("M\(number)"), order: number,
        .answering(Parts.self, name: "parts") { _ in [number] })
    }
    #expect(bus.send(Parts()) == [1, 2, 3])
    withExtendedLifetime(watching) {}
  }

  @Test func `answers of a listener that launches during the send keep the handler order`() {
    let bus = bus
    let late: [EventHandler] = [2, 3].map { number in
      .answering(Parts.self, name: "parts \(number)") { _ in [number] }
    }
    bus.declare("Late", order: 2, handlers: late.map(\.declaration))
    bus.join(
      "A", order: 1,
      .answering(Parts.self, name: "parts") { _ in
        bus.attach("Late", late)
        bus.activate("Late")
        return [1]
      })
    #expect(bus.send(Parts()) == [1, 2, 3])
  }

  @Test(arguments: [false, true])
  func `no handler is asked after the first answer if the rule says so`(isWatched: Bool) {
    let watching = watch(isWatched)
    bus.join("A", order: 1, .answering(Opened.self, name: "open") { _ in 2 })
    bus.join("B", order: 2, .main(Opened.self, name: "open") { [log] _ in log.add("asked") })
    #expect(bus.send(Opened()) == 2)
    #expect(log.lines == [])
    withExtendedLifetime(watching) {}
  }

  @Test(arguments: [false, true])
  func `an error is reported, and the next module hears the event`(isWatched: Bool) {
    let watching = watch(isWatched)
    bus.join("A", order: 1, .main(Woke.self, name: "woke") { _ in throw Oops() })
    bus.join("B", order: 2, hears("b"))
    bus.send(Woke())
    #expect(log.lines == ["b"])
    #expect(failures.lines == ["A.woke failed on Woke: Oops()"])
    withExtendedLifetime(watching) {}
  }

  @Test(arguments: [false, true])
  func `a handler cancelled or discarded by an earlier one is not called`(isWatched: Bool) {
    let watching = watch(isWatched)
    let bus = bus
    let second = bus.observe(Woke.self) { [log] _ in log.add("second") }
    bus.join("Bad", order: 2, hears("bad"))
    bus.join(
      "A", order: 1,
      .main(Woke.self, name: "woke") { [log] _ in
        log.add("first")
        bus.discard("Bad", reason: "failed")
        second.cancel()
      })
    bus.send(Woke())
    #expect(log.lines == ["first"])
    withExtendedLifetime(watching) {}
  }

  @Test func `a cancelled subscription hears no further events`() {
    let tokens = [
      bus.observe(Woke.self) { [log] _ in log.add("woke") },
      bus.observe(WillFinish.self) { [log] _ in log.add("finish") },
    ]
    bus.send(Woke())
    bus.send(WillFinish())
    tokens.forEach { $0.cancel() }
    bus.send(Woke())
    bus.send(WillFinish())
    #expect(log.lines == ["woke", "finish"])
  }

  @Test func `taps run in the order of registration, even for an event sent before`() {
    bus.send(Woke())
    let taps = (1...9).map { number in bus.observeAll { [log] _ in log.add("\(number)") } }
    bus.send(Woke())
    #expect(log.lines == (1...9).map(String.init))
    withExtendedLifetime(taps) {}
  }

  @Test func `a subscription under a module's name outlives the module`() {
    bus.join("A", order: 1, hears("module"))
    let token = bus.observe(Woke.self, as: "A") { [log] _ in log.add("subscription") }
    bus.discard("A", reason: "failed")
    bus.send(Woke())
    #expect(log.lines == ["subscription"])
    withExtendedLifetime(token) {}
  }

  @Test func `two background handlers of one listener each get a lifecycle event once`() async {
    let two: [EventHandler] = ["one", "two"].map { name in
      .background(Woke.self, name: name) { [log] _ in log.add(name) }
    }
    bus.join("A", two[0], two[1])
    bus.send(Woke())
    await bus.waitUntilHandled()
    #expect(log.lines == ["one", "two"])
  }
}
