// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryEvents
import Testing

@MainActor
struct StallWatchTests {
  let log = Log()

  private func bus() -> EventBus { EventBus(onStall: { [log] in log.add("\($0)") }) }

  @Test func `a handler seen over the threshold is named once`() {
    let bus = bus()
    let start = ContinuousClock.now
    bus.join("Fast", order: 1, .main(Woke.self, name: "woke") { _ in })
    bus.join(
      "Slow", order: 2,
      .main(Woke.self, name: "woke", declaredAt: "App/Slow.swift:7") { _ in
        for step in 0...5 { bus.stallWatch.sample(at: start.advanced(by: .milliseconds(8 * step))) }
      })
    bus.send(Woke())
    #expect(
      log.lines == [
        "Slow.woke (App/Slow.swift:7) holds the main actor on Woke for over 16.0 ms"
      ])
  }

  @Test func `two short runs of one handler are not one long run`() {
    let bus = bus()
    let start = ContinuousClock.now
    bus.join(
      "A",
      .main(Woke.self, name: "woke") { event in
        bus.stallWatch.sample(at: start.advanced(by: .seconds(event.number)))
      })
    for number in 0..<5 { bus.send(Woke(number: number)) }
    #expect(log.lines == [])
  }

  @Test func `the outer handler is named although it sends in between`() {
    let bus = bus()
    let start = ContinuousClock.now
    bus.join("Inner", order: 1, .main(WillFinish.self, name: "finish") { _ in })
    bus.join(
      "Outer", order: 2,
      .main(Woke.self, name: "woke") { _ in
        for step in 0...3 {
          bus.stallWatch.sample(at: start.advanced(by: .milliseconds(10 * step)))
          bus.send(WillFinish())
        }
      })
    bus.send(Woke())
    #expect(log.lines == ["Outer.woke holds the main actor on Woke for over 20.0 ms"])
  }

  @Test func `the handler of an event is named where it runs on the main actor itself`() async {
    let bus = bus()
    let start = ContinuousClock.now
    let hold: @Sendable () -> Void = {
      for step in 0...2 { bus.stallWatch.sample(at: start.advanced(by: .milliseconds(8 * step))) }
    }
    bus.join(
      "Orders", order: 1,
      .main(Placed.self, name: "placed", declaredAt: "App/Orders.swift:9") { _ in
        MainActor.assertIsolated()
        hold()
      })
    bus.join(
      "Hopping", order: 2,
      .background(Placed.self, name: "placed") { _ in await MainActor.run { hold() } })
    bus.send(Placed())
    await bus.waitUntilIdle()
    #expect(
      log.lines == [
        "Orders.placed (App/Orders.swift:9) holds the main actor on Placed for over 16.0 ms"
      ])
    #expect(bus.stallWatch.mark == 0)
  }

  @Test func `a handler that throws holds the main actor no more, and once is once`() async {
    let failures = Log()
    let bus = EventBus(onFailure: { failures.add($0.handler) })
    let heard = Log()
    bus.join(
      "Orders",
      .main(Placed.self, name: "once", options: HandlerOptions(.once)) { event in
        heard.add("once \(event.number) \(bus.stallWatch.mark != 0)")
        throw Oops()
      }, .main(Placed.self, name: "every") { heard.add("every \($0.number)") })
    for number in 1...2 { bus.send(Placed(number: number)) }
    await bus.waitUntilIdle()
    #expect(heard.lines == ["once 1 true", "every 1", "every 2"])
    #expect(failures.lines == ["once"])
    #expect(bus.stallWatch.mark == 0)
  }

  @Test func `the sampling thread names a handler that does not return`() async {
    let named = AsyncStream<HandlerStall>.makeStream()
    let release = Log()
    let bus = EventBus(
      stallThreshold: .milliseconds(2),
      onStall: {
        release.add("stalled")
        named.continuation.yield($0)
      })
    bus.stallWatch.start()
    bus.stallWatch.start()
    bus.join(
      "Slow",
      .main(Woke.self, name: "woke") { _ in
        while release.lines.isEmpty {}
      })
    bus.send(Woke())
    bus.stallWatch.stop()
    for await stall in named.stream {
      #expect(stall.listener == "Slow")
      break
    }
  }
}
