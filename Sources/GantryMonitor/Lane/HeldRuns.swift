// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryEvents

/// What was seen on the main actor in a row of samples, and since when.
struct HeldRuns {
  /// One that is running.
  private struct Run {
    let mark: UInt64
    /// From when on the time counts as its own, and not as that of what is inside.
    var since: Int64
    /// What it was told as; nil until it is.
    var hold: LaneHold?
  }

  // Invariant: all that were running at the last sample, outermost first.
  private var runs: [Run] = []
  /// Those that were told and have ended, in the order of their ends.
  private var ended: [LaneHold] = []

  /// Those that were told, the ones that go on included.
  var holds: [LaneHold] { ended + runs.compactMap(\.hold) }

  /// Adds a sample.
  ///
  /// The innermost that is over the threshold is told, once. What it is inside of begins anew: it
  /// has only waited.
  ///
  /// - Parameters:
  ///   - chain: The marks of what is running, outermost first.
  ///   - now: The time of the sample.
  ///   - threshold: The longest time that something may run.
  ///   - name: What is told of a chain; nil when it is gone.
  /// - Returns: What is to be told.
  mutating func see(
    _ chain: [UInt64], at now: Int64, over threshold: Int64,
    _ name: (ArraySlice<UInt64>) -> [LaneHolder]?
  ) -> LaneHold? {
    let same = zip(runs, chain).prefix { $0.mark == $1 }.count
    end(runs.suffix(from: same).compactMap(\.hold))
    runs.removeSubrange(same...)
    runs += chain.dropFirst(same).map { Run(mark: $0, since: now) }
    for place in runs.indices { runs[place].hold?.end = now }
    guard let place = runs.lastIndex(where: { now &- $0.since >= threshold }) else { return nil }
    for outer in 0..<place { runs[outer].since = now }
    guard runs[place].hold == nil, let holders = name(chain[...place]) else { return nil }
    let hold = LaneHold(holders: holders, start: runs[place].since, end: now)
    runs[place].hold = hold
    return hold
  }

  /// Forgets what is running, but not what was told.
  mutating func stop() {
    end(runs.compactMap(\.hold))
    runs = []
  }

  private mutating func end(_ holds: [LaneHold]) {
    ended += holds
    if ended.count > 2_000 { ended.removeFirst(ended.count - 1_000) }
  }
}

/// Something that held the main actor, in nanoseconds of the detector's clock.
struct LaneHold: Sendable {
  /// What held it, and before that what it was inside of, outermost first.
  let holders: [LaneHolder]
  let start: Int64
  /// When it was seen last.
  var end: Int64
}
