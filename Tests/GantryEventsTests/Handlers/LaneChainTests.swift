// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import GantryEvents
import Testing

/// Who holds the main actor, from the outermost in.
@MainActor
struct LaneChainTests {
  let log = Log()
  let bus = EventBus()

  private func note(_ place: String) {
    let watch = bus.stallWatch
    let names = watch.chain.map { watch.holder(of: $0)?.name ?? "?" }
    log.add("\(place): \(names.joined(separator: " > "))")
  }

  @Test(arguments: [false, true])
  func `a handler that sends is named before those that hear it`(isWatched: Bool) {
    let watching = isWatched ? bus.observeAll { _ in } : nil
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
    withExtendedLifetime(watching) {}
  }

  @Test func `what is entered is named in its turn, and each has one number`() {
    let watch = bus.stallWatch
    let task = LaneHolder(kind: "task", module: "A", name: "task")
    let route = LaneHolder(kind: "route", module: "A", name: "route")
    #expect(watch.number(of: task) == watch.number(of: task))
    #expect(watch.number(of: task) != watch.number(of: route))
    let key = LaneKey(ObjectIdentifier(Log.self), 1)
    let number = watch.number(for: key) { route }
    #expect(number == watch.number(for: key) { task }, "who is known is not asked for")
    let outermost = watch.enter(watch.number(of: task))
    let outer = watch.enter(number)
    note("inside")
    watch.leave(outer)
    note("outside")
    watch.leave(outermost)
    note("end")
    #expect(log.lines == ["inside: task > route", "outside: task", "end: "])
  }

  @Test func `a watch that was stopped begins anew`() {
    let stalls = Log()
    let bus = EventBus(onStall: { stalls.add($0.handler) })
    let start = ContinuousClock.now
    bus.join(
      "A",
      .main(Woke.self, name: "woke") { _ in
        bus.stallWatch.sample(at: start)
        bus.stallWatch.stop()
        bus.stallWatch.sample(at: start.advanced(by: .seconds(1)))
        #expect(stalls.lines == [])
        bus.stallWatch.sample(at: start.advanced(by: .seconds(2)))
      })
    bus.send(Woke())
    #expect(stalls.lines == ["woke"])
  }
}
