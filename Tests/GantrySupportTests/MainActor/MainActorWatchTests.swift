// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import TestRounds
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct MainActorWatchTests {
  /// Keeps the reports of a watch.
  final class Told: Sendable {
    private let list = Mutex<[MainActorHeld]>([])
    var all: [MainActorHeld] { list.withLock(\.self) }
    func add(_ held: MainActorHeld) { list.withLock { $0.append(held) } }
  }

  let told = Told()

  /// A watch that knows tasks by their place.
  private func watch(_ threshold: Duration? = .milliseconds(100)) -> MainActorWatch {
    let watch = MainActorWatch(threshold: threshold)
    watch.tell { [told] in told.add($0) }
    watch.find(.task) { MainActorHeld.Code(.task, module: "A", name: "task \($0)") }
    return watch
  }

  private func names(_ watch: MainActorWatch) -> [String] { watch.chain.map(\.description) }

  @Test func `the code that runs is named, from the outermost in`() {
    let watch = watch()
    #expect(names(watch) == [])
    let outermost = watch.enter(MainActorWatch.number(.task, 1))
    let outer = watch.enter(MainActorWatch.number(.task, 2))
    #expect(names(watch) == ["task task 1", "task task 2"])
    watch.leave(outer)
    #expect(names(watch) == ["task task 1"])
    watch.leave(outermost)
    #expect(names(watch) == [])
  }

  @Test func `each kind of code has its own numbers, and a page has one per key`() {
    let watch = watch()
    let page = MainActorHeld.Code(.page, name: "Shop.load")
    let key = MainActorWatch.Key(ObjectIdentifier(Told.self), 1)
    let numbers = [
      MainActorWatch.number(.handler, 0), MainActorWatch.number(.task, 0),
      MainActorWatch.number(.route, 0), watch.number(for: key) { page },
      watch.number(for: MainActorWatch.Key(ObjectIdentifier(Told.self), 2)) { page },
    ]
    #expect(Set(numbers).count == numbers.count)
    #expect(watch.number(for: key) { MainActorHeld.Code(.page, name: "other") } == numbers[3])
    for kind in [MainActorHeld.Kind.handler, .route] {
      watch.find(kind) { MainActorHeld.Code(kind, name: "\($0)") }
    }
    let outers = numbers.prefix(4).map { watch.enter($0) }
    #expect(names(watch) == ["handler 0", "task task 0", "route 0", "page Shop.load"])
    for outer in outers.reversed() { watch.leave(outer) }
    #expect(names(watch) == [])
  }

  @Test func `a run over the threshold is named once, with its callers`() {
    let watch = watch()
    let outermost = watch.enter(MainActorWatch.number(.task, 1))
    let outer = watch.enter(MainActorWatch.number(.task, 2))
    for step in 0...9 { watch.sample(at: .milliseconds(40 * step)) }
    watch.leave(outer)
    watch.leave(outermost)
    #expect(
      told.all.map(\.description) == [
        "task task 2 has held the main actor for over 120.0 ms, inside task task 1"
      ])
    #expect(
      told.all.first?.metadata == [
        "gantry.task": "task 2", "gantry.module": "A", "gantry.chain": "task task 1",
      ])
  }

  @Test func `two runs of one piece of code are not one long run`() {
    let watch = watch()
    for step in 0..<5 {
      let outer = watch.enter(MainActorWatch.number(.task, 1))
      watch.sample(at: .milliseconds(60 * step))
      watch.leave(outer)
    }
    #expect(told.all == [])
  }

  @Test func `code that is gone is not named`() {
    let watch = watch()
    watch.find(.task) { _ in nil }
    let outer = watch.enter(MainActorWatch.number(.task, 1))
    for step in 0...3 { watch.sample(at: .milliseconds(40 * step)) }
    watch.leave(outer)
    #expect(told.all == [])
  }

  @Test func `the running code is known without a threshold, but nothing is sampled`() {
    let watch = watch(nil)
    watch.start()
    #expect(!watch.isStarted)
    let outer = watch.enter(MainActorWatch.number(.task, 1))
    watch.wait(MainActorWatch.number(.task, 2))
    for step in 0...3 { watch.sample(at: .seconds(step)) }
    #expect(names(watch) == ["task task 1"])
    #expect(told.all == [])
    watch.leave(outer)
  }

  @Test func `tasks that need the main actor are named if nothing else is known`() async {
    let watch = watch()
    for task in [2, 1] { watch.wait(MainActorWatch.number(.task, task)) }
    // This test holds the main actor, so the question is not answered.
    for step in 0...9 { watch.sample(at: .milliseconds(40 * step)) }
    #expect(
      told.all.map(\.description) == [
        "the main actor has not responded for over 120.0 ms, and task task 1 and task task 2 need it"
      ])
    #expect(told.all.first?.metadata == ["gantry.task": "task 1", "gantry.module": "A"])
    for task in [2, 1] { watch.endWait(MainActorWatch.number(.task, task)) }
    for step in 10...19 { watch.sample(at: .milliseconds(40 * step)) }
    #expect(told.all.count == 1)
  }

  @Test func `a main actor that answers is not reported`() async {
    let watch = watch()
    watch.wait(MainActorWatch.number(.task, 1))
    for step in 0...9 {
      watch.sample(at: .milliseconds(80 * step))
      // The question was asked first, so it is answered first.
      await Task { @MainActor in }.value
    }
    #expect(told.all == [])
    watch.stop()
  }

  @Test func `a stopped watch forgets its samples`() {
    let watch = watch()
    let outer = watch.enter(MainActorWatch.number(.task, 1))
    watch.sample(at: .zero)
    watch.stop()
    watch.sample(at: .seconds(1))
    #expect(told.all == [])
    watch.sample(at: .seconds(2))
    #expect(told.all.count == 1)
    watch.leave(outer)
  }

  @Test func `the sampling queue names code that hangs, sleeps, and wakes for the next`() async {
    let watch = watch(.milliseconds(2))
    watch.start()
    watch.start()
    for count in 1...3 {
      let outer = watch.enter(MainActorWatch.number(.task, count))
      #expect(watch.isTicking)
      while told.all.count < count {}
      watch.leave(outer)
      while watch.isTicking { await Task.yield() }
      #expect(names(watch) == [], "a watch that sleeps knows of nothing")
    }
    #expect(told.all.map(\.code?.name) == ["task 1", "task 2", "task 3"])
    watch.stop()
    let outer = watch.enter(MainActorWatch.number(.task, 4))
    #expect(!watch.isTicking && !watch.isStarted)
    watch.leave(outer)
  }

  @Test func `a waiting task wakes the sampling queue, which asks the main actor`() {
    let watch = watch(.milliseconds(2))
    watch.start()
    watch.wait(MainActorWatch.number(.task, 1))
    while told.all.isEmpty {}
    #expect(told.all.first?.waiting.map(\.name) == ["task 1"])
    watch.endWait(MainActorWatch.number(.task, 1))
    watch.stop()
  }

  @Test func `a watch can be released while it samples`() {
    weak var gone: MainActorWatch?
    do {
      let watch = watch(.milliseconds(2))
      gone = watch
      watch.start()
      watch.wait(MainActorWatch.number(.task, 1))
      while told.all.isEmpty {}
    }
    // The queue may hold it for the current sample.
    while gone != nil {}
  }

  /// Random nested calls: at each moment, the chain is the running ones.
  @Test func `the chain matches a list of the running code`() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let watch = watch()
    func run(_ outer: [String], _ random: inout SeededGenerator) {
      #expect(watch.chain.map(\.name) == outer, "seed \(seed)")
      guard outer.count < 6 else { return }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0..<5, using: &random)
        let before = watch.enter(MainActorWatch.number(.task, place))
        run(outer + ["task \(place)"], &random)
        watch.leave(before)
        #expect(watch.chain.count == outer.count, "seed \(seed)")
      }
    }
    for _ in 0..<5 { run([], &random) }
    #expect(watch.chain == [])
  }
}

@Suite struct MainActorHeldTests {
  @Test(
    arguments: [
      (
        MainActorHeld(
          by: .init(
            .handler, module: "Orders", name: "open", event: "OpenURL", declaredAt: "Orders.swift:7"
          ), for: .milliseconds(20)),
        "handler Orders.open (Orders.swift:7) has held the main actor on OpenURL for over 20.0 ms"
      ),
      (
        MainActorHeld(
          by: .init(.task, module: "Orders", name: "Orders.open"),
          callers: [.init(.route, module: "Shop", name: "shop/show")], for: .seconds(2)),
        "task Orders.open has held the main actor for over 2.0 s, inside route shop/show"
      ),
      (
        MainActorHeld(from: [.init(.task, name: "A.load")], for: .milliseconds(300)),
        "the main actor has not responded for over 300.0 ms, and task A.load needs it"
      ),
      (
        MainActorHeld(
          from: [.init(.task, name: "A"), .init(.task, name: "B")], for: .milliseconds(300)),
        "the main actor has not responded for over 300.0 ms, and task A and task B need it"
      ),
    ])
  func `a hold names the code, or the tasks that wait`(held: MainActorHeld, text: String) {
    #expect(held.description == text)
  }
}
