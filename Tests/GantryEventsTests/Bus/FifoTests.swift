// SPDX-License-Identifier: Apache-2.0

@testable import GantryEvents
import Testing

struct FifoTests {
  @Test func `elements leave in the order they came, even after removals from the middle`() {
    var fifo = Fifo<Int>()
    for number in 0..<200 { fifo.append(number) }
    #expect(fifo.removeFirst { $0 == 3 } == 3)
    #expect(fifo.removeFirst { $0 == 0 } == 0)
    #expect(fifo.removeFirst { $0 == 500 } == nil)
    #expect(fifo.count == 198)
    #expect(fifo.first == 1)
    var taken: [Int] = []
    while let next = fifo.popFirst() { taken.append(next) }
    #expect(taken == [1, 2] + Array(4..<200))
    #expect(fifo.count == 0 && fifo.first == nil && fifo.popFirst() == nil)
  }

  @Test func `the memory of a burst is returned, gradually and at its end`() {
    var fifo = Fifo<Int>()
    for number in 0..<100_000 { fifo.append(number) }
    let burst = fifo.capacity
    for _ in 0..<99_000 { _ = fifo.popFirst() }
    #expect(fifo.capacity < burst / 10, "no more than what is left needs")
    while fifo.popFirst() != nil {}
    #expect(fifo.capacity <= 64)
  }

  @Test func `a small queue keeps its memory`() {
    var fifo = Fifo<Int>()
    // An allocator may give a little more than was asked for, so the number is well below the limit.
    for number in 0..<20 { fifo.append(number) }
    let capacity = fifo.capacity
    while fifo.popFirst() != nil {}
    #expect(fifo.capacity == capacity)
  }

  @Test func `removing all elements returns them in order`() {
    var fifo = Fifo<Int>()
    for number in 0..<10 { fifo.append(number) }
    _ = fifo.popFirst()
    _ = fifo.removeFirst { $0 == 5 }
    #expect(fifo.removeAll() == [1, 2, 3, 4, 6, 7, 8, 9])
    #expect(fifo.count == 0)
  }
}
