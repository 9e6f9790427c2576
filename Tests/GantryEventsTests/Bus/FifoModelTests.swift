// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GantryEvents

struct FifoModelTests {
  @Test func `an element that doesn't match stays in place`() {
    var fifo = Fifo<Int>()
    #expect(fifo.removeFirst { _ in true } == nil)
    #expect(fifo.removeAll() == [])
    for number in [1, 2, 1] { fifo.append(number) }
    #expect(fifo.removeFirst { $0 > 2 } == nil)
    #expect(fifo.elements == [1, 2, 1])
    #expect(fifo.removeFirst { $0 == 1 } == 1)
    #expect(fifo.elements == [2, 1])
  }

  @Test(arguments: 1...20)
  func `a queue behaves like an array under random insertions and removals`(seed: UInt64) {
    var state = seed
    func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var fifo = Fifo<Int>()
    var array: [Int] = []
    // It grows during one half of the time and shrinks during the other.
    for step in 0..<2_000 {
      let isGrowing = step % 500 < 250
      switch next(below: 11) {
      case 10:
        let (rest, last) = (next(below: 3), next(below: 11))
        var taken: [Int] = []
        let isDone = { taken.last.map { $0 % 11 == last } ?? false }
        for element in array where element % 3 == rest && !isDone() { taken.append(element) }
        array.removeAll(where: taken.contains)
        let found = fifo.take(where: { $0 % 3 == rest }, upTo: { $0 % 11 == last })
        #expect(found == taken, "seed \(seed)")
      case 0..<(isGrowing ? 7 : 2):
        fifo.append(step)
        array.append(step)
      case 0..<9 where next(below: 3) > 0:
        #expect(fifo.popFirst() == (array.isEmpty ? nil : array.removeFirst()), "seed \(seed)")
      case 0..<9:
        let rest = next(below: 7)
        let place = array.firstIndex { $0 % 7 == rest }
        let removed = fifo.removeFirst { $0 % 7 == rest }
        #expect(removed == place.map { array.remove(at: $0) }, "seed \(seed)")
      default:
        guard next(below: 40) == 0 else { continue }
        #expect(fifo.removeAll() == array, "seed \(seed)")
        array = []
      }
      #expect(fifo.count == array.count, "seed \(seed)")
      #expect(fifo.first == array.first, "seed \(seed)")
      #expect(fifo.count { $0 % 5 == 0 } == array.count { $0 % 5 == 0 }, "seed \(seed)")
      #expect(fifo.contains { $0 % 97 == 0 } == array.contains { $0 % 97 == 0 }, "seed \(seed)")
    }
    #expect(fifo.elements == array, "seed \(seed)")
  }
}
