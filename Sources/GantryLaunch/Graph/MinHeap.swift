// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A binary heap of numbers, smallest first.
struct MinHeap {
  private var items: [Int] = []

  mutating func push(_ item: Int) {
    var hole = items.count
    items.append(item)
    while hole > 0, items[(hole - 1) / 2] > item {
      items[hole] = items[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    items[hole] = item
  }

  mutating func pop() -> Int? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first }
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < items.count else { break }
      if child + 1 < items.count, items[child + 1] < items[child] { child += 1 }
      guard items[child] < last else { break }
      items[hole] = items[child]
      hole = child
    }
    items[hole] = last
    return first
  }
}
