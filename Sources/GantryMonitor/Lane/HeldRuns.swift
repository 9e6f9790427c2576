// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryEvents

/// The calls seen on the main actor in a row of samples, and since when.
struct HeldRuns {
  /// A running call.
  private struct Run {
    let mark: UInt64
    /// From when on the time counts as the call's own, not as that of a call inside it.
    var since: Int64
    /// How it was reported; nil until then.
    var hold: LaneHold?
  }

  // Invariant: all that were running at the last sample, outermost first.
  private var runs: [Run] = []
  /// The reported calls that have ended, in the order of their ends.
  private var ended: [LaneHold] = []

  /// The reported calls, those that still run included.
  var holds: [LaneHold] { ended + runs.compactMap(\.hold) }

  /// Adds a sample.
  ///
  /// The innermost call over the threshold is reported, once. Its callers begin anew: they
  /// have only waited.
  ///
  /// - Parameters:
  ///   - chain: The marks of the running calls, outermost first.
  ///   - now: The time of the sample.
  ///   - threshold: The longest time that something may run.
  ///   - name: Names a chain for the report; nil when it is gone.
  /// - Returns: The hold to report.
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

  /// Forgets the running calls, but not the reported ones.
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
  /// The callers of the code that held it, outermost first, and that code.
  let holders: [LaneHolder]
  let start: Int64
  /// When it was seen last.
  var end: Int64
}
