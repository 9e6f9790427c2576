// SPDX-License-Identifier: Apache-2.0

import CAllocations

/// Measures contenders in turns, so that what else the machine does meets all of them alike.
@MainActor
struct Runner {
  /// What was measured for one contender.
  struct Figure {
    /// The median over the rounds, in nanoseconds for one operation.
    let nanoseconds: Double
    /// The median over the rounds of the allocations for one operation, after warm-up; nil where they are
    /// not counted. Other threads allocate in a round now and then.
    let allocations: Double?
    /// The subject's time over this one's, round by round, in rising order.
    let ratios: [Double]

    /// The middle one of the ratios, and between which two the middle half of them lies.
    var ratio: (median: Double, low: Double, high: Double) {
      (ratios[ratios.count / 2], ratios[ratios.count / 4], ratios[ratios.count * 3 / 4])
    }
  }

  /// How many rounds each contender gets.
  let rounds: Int
  /// How long one round should take.
  let roundLength: Duration

  /// The figures of the subject and of its peers, in their order.
  func run(_ benchmark: Benchmark) async throws -> [Figure] {
    var bodies: [Benchmark.Contender.Body] = []
    var repetitions: [Int] = []
    for contender in [benchmark.subject] + benchmark.peers {
      let body = try await contender.prepare()
      bodies.append(body)
      repetitions.append(await self.repetitions(body))
    }
    var times = bodies.map { _ in [Double]() }
    var allocations = bodies.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, body) in bodies.enumerated() {
        let before = gantry_allocations()
        let elapsed = await ContinuousClock().measure { await body(repetitions[index]) }
        allocations[index].append(
          Double(gantry_allocations() - before) / Double(repetitions[index]))
        times[index].append(elapsed / .nanoseconds(1) / Double(repetitions[index]))
      }
    }
    let ours = Double(benchmark.subject.operations ?? benchmark.operationsPerRepetition)
    return zip(bodies.indices, [benchmark.subject] + benchmark.peers).map { index, contender in
      let operations = Double(contender.operations ?? benchmark.operationsPerRepetition)
      return Figure(
        nanoseconds: median(times[index]) / operations,
        allocations: gantry_allocations_are_counted()
          ? median(allocations[index]) / operations : nil,
        // Round by round: what slows the machine down for a while meets both alike.
        ratios: zip(times[0], times[index]).map { $0 / ours / ($1 / operations) }.sorted())
    }
  }

  /// Warms up, and finds how many repetitions fill a round.
  private func repetitions(_ body: Benchmark.Contender.Body) async -> Int {
    var count = 1
    while true {
      let elapsed = await ContinuousClock().measure { await body(count) }
      if elapsed >= roundLength { return count }
      count *= 2
    }
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
