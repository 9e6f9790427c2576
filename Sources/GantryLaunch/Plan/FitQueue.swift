// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A queue of tasks that wait for a gap: finds the first that is short enough, as a tournament.
struct FitQueue {
  /// The shortest need below each node; the leaves from `leafCount` on are the list.
  private var needs: [Int]
  private let leafCount: Int

  init(count: Int) {
    var leafCount = 1
    while leafCount < count { leafCount *= 2 }
    self.leafCount = leafCount
    needs = Array(repeating: .max, count: 2 * leafCount)
  }

  /// Whether no task waits.
  var isEmpty: Bool { needs[1] == .max }

  mutating func insert(_ position: Int, need: Int) { set(position, need) }

  /// Takes the first out whose need is at most a length; nil when there is none.
  ///
  /// - Complexity: O(log n).
  mutating func removeFirst(fitting length: Int) -> Int? {
    // An empty place has the greatest need, and fits nowhere.
    let length = min(length, .max - 1)
    guard needs[1] <= length else { return nil }
    var node = 1
    while node < leafCount { node = needs[2 * node] <= length ? 2 * node : 2 * node + 1 }
    set(node - leafCount, .max)
    return node - leafCount
  }

  mutating func remove(_ position: Int) { set(position, .max) }

  private mutating func set(_ position: Int, _ need: Int) {
    var node = leafCount + position
    needs[node] = need
    while node > 1 {
      node /= 2
      needs[node] = min(needs[2 * node], needs[2 * node + 1])
    }
  }
}
