// SPDX-License-Identifier: Apache-2.0

/// A binary heap of numbers with keys: the smallest key comes first, then the smallest number.
package struct MinHeap: Sendable, Equatable {
  /// A number and the key that orders it.
  package struct Item: Sendable, Equatable {
    package let key: Int
    package let value: Int

    @inline(__always)
    package static func < (lhs: Item, rhs: Item) -> Bool {
      lhs.key != rhs.key ? lhs.key < rhs.key : lhs.value < rhs.value
    }
  }

  private var items: [Item] = []

  package init() {}

  /// The smallest item; nil if the heap is empty.
  package var first: Item? { items.first }

  package mutating func push(_ value: Int, key: Int) {
    let item = Item(key: key, value: value)
    var hole = items.count
    items.append(item)
    while hole > 0, item < items[(hole - 1) / 2] {
      items[hole] = items[(hole - 1) / 2]
      hole = (hole - 1) / 2
    }
    items[hole] = item
  }

  @discardableResult
  package mutating func pop() -> Item? {
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
