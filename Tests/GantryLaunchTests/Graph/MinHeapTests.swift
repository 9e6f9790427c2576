// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import TestRounds
import Testing

@Suite struct MinHeapTests {
  @Test(
    arguments: [
      ([], []), ([(5, 1)], [1]), ([(2, 1), (1, 2)], [2, 1]),
      ([(1, 9), (1, 3), (1, 5)], [3, 5, 9]),
      ([(-1, 4), (0, 2), (-1, 3), (7, 1)], [3, 4, 2, 1]), ([(3, 6), (3, 6), (2, 8)], [8, 6, 6]),
    ] as [([(key: Int, value: Int)], [Int])])
  func `the smallest key comes first, then the smallest number`(
    items: [(key: Int, value: Int)], values: [Int]
  ) {
    var heap = MinHeap()
    for item in items { heap.push(item.value, key: item.key) }
    #expect(items.indices.compactMap { _ in heap.pop()?.value } == values)
    #expect(heap.first == nil && heap.pop() == nil)
  }

  @Test(arguments: UInt64(0)..<20)
  func `pops in a random sequence always return the smallest remaining item`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var heap = MinHeap()
    var left: [(key: Int, value: Int)] = []
    for _ in 0..<400 {
      if random.chance(60) {
        let item = (
          key: Int.random(in: 0..<9, using: &random), value: Int.random(in: 0..<50, using: &random)
        )
        left.append(item)
        heap.push(item.value, key: item.key)
        continue
      }
      left.sort { $0 < $1 }
      let first = left.isEmpty ? nil : left.removeFirst()
      #expect(heap.first?.key == first?.key && heap.first?.value == first?.value, "seed \(seed)")
      let popped = heap.pop()
      #expect(popped?.key == first?.key && popped?.value == first?.value, "seed \(seed)")
    }
  }
}
