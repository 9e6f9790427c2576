// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import GantryEvents
import Testing

/// Handlers on the main actor, as its watch names them.
@MainActor
struct HeldHandlersTests {
  let log = Log()
  let watch = MainActorWatch(threshold: .milliseconds(16))
  let bus: EventBus

  init() {
    watch.tell { [log] in log.add("\($0)") }
    bus = EventBus(watch: watch)
  }

  private func note(_ place: String) {
    log.add("\(place): \(watch.chain.map(\.name).joined(separator: " > "))")
  }

  @Test func `a handler seen over the threshold is named once`() {
    bus.join("Fast", order: 1, .main(Woke.self, name: "woke") { _ in })
    bus.join(
      "Slow", order: 2,
      .main(Woke.self, name: "woke", site: "App/Slow.swift:7") { _ in
        for step in 0...5 { watch.sample(at: .milliseconds(8 * step)) }
      })
    bus.send(Woke())
    #expect(
      log.lines == [
        "handler Slow.woke (App/Slow.swift:7) has held the main actor on Woke for over 16.0 ms"
      ])
  }

  @Test func `two short runs of one handler are not one long run`() {
    bus.join(
      "A", .main(Woke.self, name: "woke") { event in watch.sample(at: .seconds(event.number)) })
    for number in 0..<5 { bus.send(Woke(number: number)) }
    #expect(log.lines == [])
  }

  @Test func `an outer handler is named even if it sends events in between`() {
    bus.join("Inner", order: 1, .main(WillFinish.self, name: "finish") { _ in })
    bus.join(
      "Outer", order: 2,
      .main(Woke.self, name: "woke") { _ in
        for step in 0...3 {
          watch.sample(at: .milliseconds(10 * step))
          bus.send(WillFinish())
        }
      })
    bus.send(Woke())
    #expect(log.lines == ["handler Outer.woke has held the main actor on Woke for over 20.0 ms"])
  }

  @Test func `an event's handler is named only if it is isolated to the main actor`() async {
    let hold: @Sendable () -> Void = { [watch] in
      for step in 0...2 { watch.sample(at: .milliseconds(8 * step)) }
    }
    bus.join(
      "Orders", order: 1,
      .main(Placed.self, name: "placed", site: "App/Orders.swift:9") { _ in
        MainActor.assertIsolated()
        hold()
      })
    bus.join(
      "Hopping", order: 2,
      .background(Placed.self, name: "placed") { _ in await MainActor.run { hold() } })
    bus.send(Placed())
    await bus.waitUntilHandled()
    #expect(
      log.lines == [
        "handler Orders.placed (App/Orders.swift:9) has held the main actor on Placed for over 16.0 ms"
      ])
    #expect(watch.chain == [])
  }

  @Test func `a throwing handler no longer holds the main actor, and a once handler runs once`()
    async
  {
    let (failures, heard) = (Log(), Log())
    let bus = EventBus(watch: watch, onFailure: { failures.add($0.handler) })
    bus.join(
      "Orders",
      .main(Placed.self, name: "once", options: HandlerOptions(.once)) { [watch] event in
        heard.add("once \(event.number) \(watch.chain.map(\.name))")
        throw Oops()
      }, .main(Placed.self, name: "every") { heard.add("every \($0.number)") })
    for number in 1...2 { bus.send(Placed(number: number)) }
    await bus.waitUntilHandled()
    #expect(heard.lines == [#"once 1 ["once"]"#, "every 1", "every 2"])
    #expect(failures.lines == ["once"])
    #expect(watch.chain == [])
  }

  @Test(arguments: [false, true])
  func `a handler that sends is named before those that hear it`(isObserved: Bool) {
    let observing = isObserved ? bus.observeAll { _ in } : nil
    bus.join(
      "Inner", order: 1, .main(WillFinish.self, name: "first") { _ in note("first") },
      .main(WillFinish.self, name: "second") { _ in note("second") })
    bus.join(
      "Outer", order: 2,
      .main(Woke.self, name: "woke") { _ in
        note("before")
        bus.send(WillFinish())
        note("after")
      })
    for _ in 1...2 { bus.send(Woke()) }
    note("end")
    let once = ["before: woke", "first: woke > first", "second: woke > second", "after: woke"]
    #expect(log.lines == once + once + ["end: "])
    withExtendedLifetime(observing) {}
  }

  @Test func `the queue names a handler that does not return, also after the app was idle`() async {
    let watch = MainActorWatch(threshold: .milliseconds(2))
    let bus = EventBus(watch: watch)
    watch.tell { [log] in log.add("\($0.code?.name ?? "")") }
    watch.start()
    bus.join(
      "Slow",
      .main(Woke.self, name: "woke") { [log] event in while log.lines.count < event.number {} })
    for number in 1...2 {
      bus.send(Woke(number: number))
      while watch.isTicking { await Task.yield() }
    }
    watch.stop()
    #expect(log.lines == ["woke", "woke"])
  }
}
