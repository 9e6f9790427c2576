// SPDX-License-Identifier: Apache-2.0

import GantrySupport
import Testing

@Suite struct AtomicTests {
  private final class Shared: Sendable {
    let count = Atomic(0)
    let small = Atomic<Int32>(-1)
    let isTaken = Atomic(false)
  }

  @Test func `additions of several tasks are all counted`() async {
    let shared = Shared()
    let taken = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 { shared.count.wrappingAdd(1, ordering: .relaxed) }
          return !shared.isTaken.exchange(true, ordering: .acquiringAndReleasing)
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(shared.count.load(ordering: .acquiring) == 8_000)
    #expect(taken == 1)
  }

  @Test func `values keep their sign and size`() {
    let small = Atomic<Int32>(-1)
    #expect(small.load(ordering: .relaxed) == -1)
    #expect(small.wrappingAdd(.min, ordering: .relaxed) == (-1, .max))
    #expect(small.exchange(7, ordering: .relaxed) == .max)
    let negative = Atomic(Int.min)
    #expect(negative.wrappingAdd(-1, ordering: .acquiringAndReleasing) == (.min, .max))
    let word = Atomic(UInt64.max)
    word.store(word.load(ordering: .sequentiallyConsistent) - 1, ordering: .releasing)
    #expect(word.load(ordering: .acquiring) == UInt64.max - 1)
    let truth = Atomic(true)
    truth.store(false, ordering: .sequentiallyConsistent)
    #expect(truth.load(ordering: .relaxed) == false)
  }
}
