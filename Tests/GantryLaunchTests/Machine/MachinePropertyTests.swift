// SPDX-License-Identifier: Apache-2.0

import TestRounds
import Testing

@testable import GantryLaunch

/// Random modules that launch, fail, time out and stop in random orders.
@Suite(.timeLimit(.minutes(5))) struct MachinePropertyTests {
  static let blocks = 4

  /// What always holds is checked after each input by ``RandomMachine``.
  @Test(arguments: 0..<blocks)
  func `whatever happens, every step keeps the rules of the run, and it always closes`(
    block: Int
  ) {
    var counts: [String: Int] = [:]
    let seeds = rounds(8_000)
    for seed in stride(from: block, to: seeds, by: Self.blocks) {
      guard var run = RandomMachine(seed: UInt64(seed)) else { continue }
      if run.random.chance(95) { run.take(.start) }
      for number in 0..<Int.random(in: 20...300, using: &run.random) {
        run.step()
        guard run.problem == nil else {
          Issue.record("seed \(seed), step \(number): \(run.problem ?? "")")
          break
        }
      }
      let problem = run.finish()
      #expect(problem == nil, "seed \(seed)")
      counts.merge(run.counts, uniquingKeysWith: +)
    }
    // The test means something only if all of this happens.
    for word in ["stale", "failed", "refused", "rest"] {
      #expect(counts[word, default: 0] > seeds / 100, "\(word)")
    }
  }

  @Test(arguments: 0..<blocks)
  func `no body waits for itself`(block: Int) {
    var released = 0
    for seed in stride(from: block, to: rounds(2_000), by: Self.blocks) {
      guard var run = RandomMachine(seed: UInt64(seed)) else { continue }
      run.take(.start)
      for number in 0..<100 {
        run.step()
        guard run.problem == nil, number % 10 == 0 else { continue }
        let problem = run.hasSelfWait()
        #expect(problem == nil, "seed \(seed), step \(number)")
        if problem != nil { break }
      }
      released += run.counts["released", default: 0]
    }
    // Few rounds need not have such a case.
    #expect(released > 0 || rounds(2_000) < 2_000)
  }
}
