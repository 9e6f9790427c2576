// SPDX-License-Identifier: Apache-2.0

import GantryMonitor
import GantrySupport
import TestRounds
import Testing

/// Random observers come and go; their calls are compared with a list that is searched each time.
struct RandomObservingTests {
  /// An expected observer: the pages that it observes, and its number of calls.
  private struct Expected {
    let token: PageObservation
    let counter: Counter
    let matches: (Plain) -> Bool
    var count = 0
  }

  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
    var count: Int { value.load(ordering: .relaxed) }
  }

  @Test(arguments: 0..<20) func `each observer hears exactly the pages that it observes`(
    _ run: Int
  ) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let clock = ManualClock()
    let monitor = PageMonitor(clock: clock)
    let host = PageHost(monitor)
    var pages = (0..<12).map { _ in makePage(clock, &random) }
    var observers: [Expected] = []
    for _ in 0..<400 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: observers.append(observe(monitor, pages.randomElement(using: &random), &random))
      case 2 where !observers.isEmpty:
        let gone = observers.remove(at: Int.random(in: observers.indices, using: &random))
        gone.token.cancel()
      case 3: pages[Int.random(in: pages.indices, using: &random)] = makePage(clock, &random)
      default:
        let page = pages[Int.random(in: pages.indices, using: &random)]
        try host.perform(PagePhase.ofPages.randomElement(using: &random) ?? .load, of: page)
        for index in observers.indices where observers[index].matches(page) {
          observers[index].count += 1
        }
      }
      try #require(
        observers.map(\.counter.count) == observers.map(\.count), "seed \(seed)")
    }
    observers.forEach { $0.token.cancel() }
    #expect(monitor.observers == 0, "seed \(seed)")
  }

  private func makePage(_ clock: ManualClock, _ random: inout SeededGenerator) -> Plain {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: Plain(clock)
    case 1: Replacing(clock)
    default: Adding(clock)
    }
  }

  private func observe(
    _ monitor: PageMonitor, _ page: Plain?, _ random: inout SeededGenerator
  ) -> Expected {
    let counter = Counter()
    let count: @Sendable (PageTiming) -> Void = { _ in
      counter.value.wrappingAdd(1, ordering: .relaxed)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Expected(token: monitor.observe(count), counter: counter) { _ in true }
    case 1:
      return Expected(token: monitor.observe(Plain.self, count), counter: counter) { _ in true }
    case 2:
      return Expected(token: monitor.observe(Adding.self, count), counter: counter) {
        $0 is Adding
      }
    default:
      guard let page else {
        return Expected(token: monitor.observe(count), counter: counter) { _ in true }
      }
      return Expected(token: monitor.observe(page: page, count), counter: counter) {
        [weak page] in $0 === page
      }
    }
  }
}
