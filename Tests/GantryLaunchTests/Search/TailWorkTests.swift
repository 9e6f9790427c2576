// SPDX-License-Identifier: Apache-2.0

import LaunchFixture
import Testing

@testable import GantryLaunch

/// The shortest time that a lane's work takes, with the tasks that follow.
@Suite struct TailWorkTests {
  @Test func `the places share work without a tail, rounded down`() {
    var work = TailWork(count: 3, places: 2)
    #expect(work.longest == 0)
    for (place, longest) in [(0, 2), (1, 5), (2, 7)] {
      work.add(5, tail: 0, at: place)
      #expect(work.longest == longest)
    }
  }

  @Test(arguments: [0, -3])
  func `fewer than one place counts as one`(places: Int) {
    var work = TailWork(count: 1, places: places)
    work.add(7, tail: 2, at: 0)
    #expect(work.longest == 9)
  }

  @Test func `a long tail counts only with the work before it`() {
    var work = TailWork(count: 2, places: 1)
    work.add(1, tail: 100, at: 0)
    work.add(50, tail: 0, at: 1)
    #expect(work.longest == 101)
    work = TailWork(count: 2, places: 1)
    work.add(1, tail: 100, at: 0)
    work.add(150, tail: 3, at: 1)
    #expect(work.longest == 154)
  }

  @Test(arguments: 1...6, UInt64(0)..<6)
  func `the longest is the maximum over all tails of work per place plus tail`(
    places: Int, seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...20, using: &random)
    let tails = (0..<count).map { _ in Int.random(in: 0...30, using: &random) }.sorted(by: >)
    var work = TailWork(count: count, places: places)
    var added: [(work: Int, tail: Int)] = []
    for place in (0..<count).shuffled(using: &random) {
      let duration = Int.random(in: 1...40, using: &random)
      work.add(duration, tail: tails[place], at: place)
      added.append((duration, tails[place]))
      let bounds = added.map { item in
        let before = added.lazy.filter { $0.tail >= item.tail }.map(\.work).reduce(0, +)
        return (before + item.tail * places) / places
      }
      #expect(work.longest == bounds.max(), "seed \(seed), \(places) places")
    }
  }
}
