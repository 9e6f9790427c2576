// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryLaunch

/// The free time of a lane between tasks whose times are fixed.
@Suite struct LaneLoadTests {
  /// Tasks with fixed times, the ends of others that run ahead, and the length of the gap.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fixed: [[Int]]
    let places: Int
    var ahead: [Int] = []
    let time: Int
    let gap: Int

    init(
      _ name: String, _ fixed: [[Int]], places: Int = 1, ahead: [Int] = [], at time: Int, _ gap: Int
    ) {
      (testDescription, self.fixed, self.places) = (name, fixed, places)
      (self.ahead, self.time, self.gap) = (ahead, time, gap)
    }
  }

  private static func load(_ fixed: [[Int]], places: Int) -> LaneLoad {
    LaneLoad(fixed.map { (start: $0[0], duration: $0[1]) }, places: places)
  }

  @Test(arguments: [
    Row("a lane without tasks is free for ever", [], at: 3, .max),
    Row("a gap ends where the next task begins", [[10, 5]], at: 0, 10),
    Row("it is shorter the later it is looked at", [[10, 5]], at: 9, 1),
    Row("a task takes its place from its start", [[10, 5]], at: 10, 0),
    Row("until its end", [[10, 5]], at: 14, 0),
    Row("and not longer", [[10, 5]], at: 15, .max),
    Row("a task without length takes its place for an instant", [[10, 0]], at: 10, 0),
    Row("which is over with the next one", [[10, 0]], at: 11, .max),
    Row("and ends a gap before", [[10, 0]], at: 4, 6),
    Row("tasks that follow each other leave no gap", [[0, 5], [5, 5]], at: 5, 0),
    Row("a second place is free beside one task", [[10, 5]], places: 2, at: 10, .max),
    Row("two tasks at a time fill two places", [[10, 5], [12, 6]], places: 2, at: 0, 12),
    Row("one of them leaves one free", [[10, 5], [12, 6]], places: 2, at: 10, 2),
    Row("both leave none", [[10, 5], [12, 6]], places: 2, at: 12, 0),
    Row("the end of the first frees its place", [[10, 5], [12, 6]], places: 2, at: 15, .max),
    Row("a task that runs ahead takes the place", [], ahead: [7], at: 6, 0),
    Row("until its end alone", [], ahead: [7], at: 7, .max),
    Row("with it, the next task fills the lane", [[10, 5]], places: 2, ahead: [11], at: 0, 10),
    Row("if it has not ended by then", [[10, 5]], places: 2, ahead: [10], at: 0, .max),
    Row(
      "a later task ends the gap where an earlier one does not", [[5, 1], [10, 5], [12, 2]],
      places: 2, at: 0, 12),
  ])
  func `a gap lasts until all places are taken`(row: Row) {
    var load = Self.load(row.fixed, places: row.places)
    for end in row.ahead { load.run(until: end) }
    load.advance(to: row.time)
    var visited = 0
    #expect(load.gap(at: row.time, visited: &visited) == row.gap)
  }

  @Test func `a gap search counts the steps it visits`() {
    var load = Self.load([[5, 1], [10, 5]], places: 2)
    load.advance(to: 0)
    var visited = 3
    _ = load.gap(at: 0, visited: &visited)
    #expect(visited == 3 + 4)
    // Without a free place, the search visits nothing.
    load.run(until: 9)
    load.run(until: 9)
    _ = load.gap(at: 0, visited: &visited)
    #expect(visited == 3 + 4)
  }

  @Test func `the count of begun tasks includes those that have ended`() {
    var load = Self.load([[10, 5], [0, 2], [10, 1]], places: 2)
    #expect(load.begunCount == 0)
    for (time, count) in [(0, 1), (9, 1), (10, 3), (50, 3)] {
      load.advance(to: time)
      #expect(load.begunCount == count, "at \(time)")
    }
  }

  @Test func `forgetting a task that runs ahead frees one place at once`() {
    var load = Self.load([], places: 2)
    for end in [8, 8] { load.run(until: end) }
    var visited = 0
    #expect(load.gap(at: 0, visited: &visited) == 0)
    load.forget(8)
    #expect(load.gap(at: 0, visited: &visited) == .max)
    load.run(until: 8)
    load.forget(7)
    #expect(load.gap(at: 0, visited: &visited) == 0)
  }
}

/// Tasks that wait for a gap of their length.
@Suite struct FitQueueTests {
  /// A queue with a need at each position.
  private static func queue(_ needs: [Int]) -> FitQueue {
    var queue = FitQueue(count: needs.count)
    for (position, need) in needs.enumerated() { queue.insert(position, need: need) }
    return queue
  }

  @Test(
    arguments: [
      ([4], 4, 0), ([4], 3, nil), ([9, 4, 2], 4, 1), ([9, 4, 2], 3, 2), ([9, 4, 2], 9, 0),
      ([9, 4, 2], 1, nil), ([1, 1, 1, 1, 1], 1, 0), ([5, 5, 5, 5, 0], 0, 4), ([3, .max], .max, 0),
      ([.max, .max], .max, nil), ([], .max, nil),
    ] as [([Int], Int, Int?)])
  func `the first task that fits is removed from the queue`(
    needs: [Int], length: Int, position: Int?
  ) {
    var queue = Self.queue(needs)
    #expect(queue.removeFirst(fitting: length) == position)
  }

  @Test func `each task is removed once, in list order`() {
    var queue = Self.queue([3, 1, 3, 2])
    #expect((0..<5).map { _ in queue.removeFirst(fitting: 3) } == [0, 1, 2, 3, nil])
    #expect(queue.isEmpty)
  }

  @Test func `a removed task no longer waits, and the others still do`() {
    var queue = Self.queue([1, 2, 3])
    queue.remove(0)
    queue.remove(2)
    #expect(!queue.isEmpty)
    #expect(queue.removeFirst(fitting: 3) == 1)
    #expect(queue.isEmpty)
    queue.insert(2, need: 5)
    #expect(queue.removeFirst(fitting: 5) == 2)
  }
}
