// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The work of a lane by decreasing tail: the least time it takes, with the tasks that follow.
///
/// A binary tree over the tasks: each node sums the work below it, and keeps the largest of all
/// sums from its left end to a task plus that task's tail.
struct TailWork {
  private var sums: [Int]
  /// Times the places, so that nothing is rounded; far below zero where no task has been added.
  private var longestBelow: [Int128]
  private let leafCount: Int
  private let places: Int128

  init(count: Int, places: Int) {
    var leafCount = 1
    while leafCount < count { leafCount *= 2 }
    self.leafCount = leafCount
    self.places = Int128(max(1, places))
    sums = Array(repeating: 0, count: 2 * leafCount)
    longestBelow = Array(repeating: .min, count: 2 * leafCount)
  }

  /// The largest of work / places + tail, taken over all tails; zero without work.
  var longest: Int { Int(clamping: max(0, longestBelow[1]) / places) }

  /// Adds the work of one task.
  ///
  /// - Parameters:
  ///   - work: How long it takes.
  ///   - tail: How long the tasks take that have to follow.
  ///   - place: Its place by decreasing tail.
  /// - Complexity: O(log n).
  mutating func add(_ work: Int, tail: Int, at place: Int) {
    var node = leafCount + place
    sums[node] = work
    longestBelow[node] = Int128(work) + Int128(tail) * places
    while node > 1 {
      node /= 2
      let (left, right) = (2 * node, 2 * node + 1)
      sums[node] = sums[left] + sums[right]
      longestBelow[node] = max(longestBelow[left], longestBelow[right] + Int128(sums[left]))
    }
  }
}
