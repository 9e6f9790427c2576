// SPDX-License-Identifier: Apache-2.0

/// A random legal launch order, which reveals undeclared dependencies.
package struct LaunchShuffle: Sendable, Hashable, Codable {
  /// The number that reproduces the order and the delays.
  package let seed: UInt64
  /// The longest random delay before a task begins.
  package let longestDelay: Duration

  /// Creates a description of a shuffle.
  ///
  /// - Parameters:
  ///   - seed: The number that reproduces the order and the delays.
  ///   - longestDelay: The longest random delay before a task begins, by the clock of the launch;
  ///     zero shuffles only the order.
  package init(seed: UInt64, longestDelay: Duration = .milliseconds(20)) {
    self.seed = seed
    self.longestDelay = max(.zero, longestDelay)
  }
}

extension LaunchPlan {
  /// Returns the same plan, in which free tasks get their lanes in a random order.
  ///
  /// Dependencies, stages and lanes stay as they are. So if a launch fails in one such order and
  /// not in another, a declaration of a dependency is missing.
  ///
  /// - Parameter shuffle: The seed and the longest delay; each task gets its own random delay.
  /// - Returns: A plan that records its seed.
  package func shuffled(by shuffle: LaunchShuffle) -> LaunchPlan {
    var random = SplitMix64(seed: shuffle.seed)
    var tasks = tasks
    for (position, rank) in zip(tasks.indices, tasks.indices.shuffled(using: &random)) {
      tasks[position].rank = rank
    }
    return LaunchPlan(tasks: tasks, milestones: milestones, workers: workers, shuffle: shuffle)
  }

  /// The delay of each task; empty if the plan isn't shuffled.
  var delays: [Duration] {
    guard let shuffle, shuffle.longestDelay > .zero else { return [] }
    var random = SplitMix64(seed: ~shuffle.seed)
    return tasks.map { _ in shuffle.longestDelay * Double.random(in: 0...1, using: &random) }
  }
}

/// A generator of random numbers that are the same for a seed on every machine.
///
/// The algorithm is SplitMix64, from Steele, Lea and Flood, *Fast Splittable Pseudorandom Number
/// Generators* (2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
