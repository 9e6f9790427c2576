// SPDX-License-Identifier: Apache-2.0

import LaunchFixture
import Testing

@testable import GantryLaunch

/// The longest tasks of a lane, shared among its places.
@Suite struct LongestTasksTests {
  private static func raised(
    _ tasks: [(duration: Int, head: Int, tail: Int)], places: Int, from bound: Int = 0,
    steps: Int = 20_000
  ) -> Int {
    var longest = LongestTasks(places: places)
    for task in tasks { longest.add(task.duration, head: task.head, tail: task.tail) }
    var (bound, steps) = (bound, steps)
    longest.raise(&bound, steps: &steps)
    return bound
  }

  @Test(
    arguments: [
      ([3, 3], 2, 0), ([3, 3, 3], 2, 6), ([5, 4, 3, 2], 2, 7), ([5, 5, 4, 4, 3], 2, 11),
      ([8, 7, 6, 5, 4], 3, 11), ([9, 1, 1, 1], 3, 9), ([1, 1, 9, 1], 3, 9), ([2, 2, 2], 1, 6),
    ] as [([Int], Int, Int)])
  func `the bound of a few tasks is the best way to share them among places`(
    durations: [Int], places: Int, bound: Int
  ) {
    #expect(Self.raised(durations.map { ($0, 0, 0) }, places: places) == bound)
  }

  @Test func `a higher bound stays unchanged`() {
    let tasks = Array(repeating: (duration: 3, head: 0, tail: 0), count: 3)
    #expect(Self.raised(tasks, places: 2, from: 5) == 6)
    #expect(Self.raised(tasks, places: 2, from: 6) == 6)
    #expect(Self.raised(tasks, places: 2, from: 9) == 9)
  }

  @Test func `the smallest head and the smallest tail apply to all tasks`() {
    #expect(Self.raised([(4, 7, 3), (4, 5, 9), (4, 6, 2)], places: 2) == 5 + 8 + 2)
    // Without the shortest task, the others have a longer head.
    #expect(Self.raised([(9, 50, 0), (9, 50, 0), (9, 50, 0), (1, 0, 0)], places: 2) == 50 + 18)
  }

  @Test func `only the twelve longest tasks count`() {
    let twelve = Array(repeating: (duration: 10, head: 0, tail: 0), count: 12)
    #expect(Self.raised(twelve, places: 11) == 20)
    #expect(Self.raised(twelve + [(10, 0, 0)], places: 12) == 0)
    #expect(Self.raised([(1, 0, 0)] + twelve, places: 11, from: 19) == 20)
    #expect(Self.raised(twelve + [(11, 0, 0)], places: 11) == 20)
  }

  @Test func `without steps the bound is not raised, and no work is repeated`() {
    let tasks = [5, 5, 4, 4, 3].map { (duration: $0, head: 0, tail: 0) }
    #expect(Self.raised(tasks, places: 2, steps: 1) == 0)
    var longest = LongestTasks(places: 2)
    for task in tasks { longest.add(task.duration, head: 0, tail: 0) }
    var (bound, steps) = (0, 20_000)
    longest.raise(&bound, steps: &steps)
    let left = steps
    #expect(bound == 11 && left < 20_000)
    (bound, steps) = (0, left)
    longest.raise(&bound, steps: &steps)
    #expect(bound == 0 && steps == left)
  }

  @Test(arguments: UInt64(0)..<60)
  func `the bound of random tasks is the maximum over every number of longest tasks`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let places = Int.random(in: 1...3, using: &random)
    let durations = Array((1...40).shuffled(using: &random).prefix(6))
    let tasks = durations.map { duration in
      (
        duration: duration, head: Int.random(in: 0...20, using: &random),
        tail: Int.random(in: 0...20, using: &random)
      )
    }
    let longest = tasks.sorted { $0.duration > $1.duration }
    let bounds = (places + 1...longest.count).map { count in
      let some = longest.prefix(count)
      let best = LaunchSharingTests.optimum(some.map(\.duration), workers: places)
      return (some.map(\.head).min() ?? 0) + best + (some.map(\.tail).min() ?? 0)
    }
    #expect(Self.raised(tasks, places: places) == bounds.max(), "seed \(seed)")
  }
}
