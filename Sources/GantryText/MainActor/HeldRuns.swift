// SPDX-License-Identifier: Apache-2.0

/// The calls seen on the main actor in a row of samples, and since when.
package struct HeldRuns: Sendable {
  /// A call that was reported, and the time in which it was seen.
  package struct Hold: Sendable {
    package let held: MainActorHeld
    package let start: Duration
    package fileprivate(set) var end: Duration
  }

  /// A running call.
  private struct Run {
    let mark: UInt64
    /// From when on the time counts as the call's own, not as that of a call inside it.
    var since: Duration
    var isReported = false
    /// The report, once the code of the call was found.
    var hold: Hold?
  }

  // Invariant: all that were running at the last sample, outermost first.
  private var runs: [Run] = []
  /// The reported calls that have ended, in the order of their ends.
  private var ended: [Hold] = []

  package init() {}

  /// Makes room, so that so many nested calls allocate nothing.
  package mutating func reserve(_ count: Int) { runs.reserveCapacity(count) }

  /// The reported calls, those that still run included.
  package var holds: [Hold] { ended + runs.compactMap(\.hold) }

  /// Adds a sample.
  ///
  /// The innermost call over the threshold is to be reported, once. Its callers begin anew: they
  /// have only waited.
  ///
  /// - Parameters:
  ///   - chain: The marks of the running calls, outermost first.
  ///   - now: The time of the sample.
  ///   - threshold: The longest time that something may run.
  /// - Returns: How many of the calls are part of the report, the last of which is the one, and for
  ///   how long it was seen.
  /// - Complexity: O(n) in the calls; nothing is allocated after the first samples.
  package mutating func see(
    _ chain: [UInt64], at now: Duration, over threshold: Duration
  ) -> (count: Int, duration: Duration)? {
    var same = 0
    while same < min(runs.count, chain.count), runs[same].mark == chain[same] { same += 1 }
    end(from: same)
    for mark in chain[same...] { runs.append(Run(mark: mark, since: now)) }
    for place in runs.indices { runs[place].hold?.end = now }
    guard let place = runs.lastIndex(where: { now - $0.since >= threshold }) else { return nil }
    for outer in 0..<place { runs[outer].since = now }
    guard !runs[place].isReported else { return nil }
    runs[place].isReported = true
    return (place + 1, now - runs[place].since)
  }

  /// Keeps the report about a call.
  package mutating func keep(_ held: MainActorHeld, of mark: UInt64, at now: Duration) {
    let hold = Hold(held: held, start: now - held.duration, end: now)
    if let place = runs.lastIndex(where: { $0.mark == mark }) {
      runs[place].hold = hold
    } else {
      ended.append(hold)
    }
  }

  /// Forgets the running calls, but not the reported ones.
  package mutating func stop() {
    end(from: 0)
  }

  private mutating func end(from place: Int) {
    for run in runs[place...] {
      if let hold = run.hold { ended.append(hold) }
    }
    runs.removeSubrange(place...)
    if ended.count > 2_000 { ended.removeFirst(ended.count - 1_000) }
  }
}

/// Work that needs the main actor, and whether that answers.
package struct AwaitedAnswer: Sendable {
  /// The step that follows a sample.
  package enum Step: Sendable, Equatable {
    case none
    /// Ask the main actor.
    case ask
    /// Report that it has not answered for so long.
    case report(Duration)
  }

  /// The numbers of the work.
  package var waiting: Set<UInt64> = []
  /// From when on the question counts as not answered; nil while nothing needs the main actor.
  private var since: Duration?
  private var isAsked = false
  private var isReported = false

  package init() {}

  /// Adds a sample.
  ///
  /// A question is asked once, and again when it was answered. One silence is reported once; while code
  /// is known that holds the main actor, that is named instead.
  ///
  /// - Parameters:
  ///   - isHeld: Whether code is known that holds the main actor.
  ///   - now: The time of the sample.
  ///   - threshold: The longest time without an answer.
  package mutating func see(isHeld: Bool, at now: Duration, over threshold: Duration) -> Step {
    guard !waiting.isEmpty else {
      since = nil
      return .none
    }
    guard isAsked else {
      (since, isAsked, isReported) = (now, true, false)
      return .ask
    }
    guard !isHeld, let since else {
      since = now
      return .none
    }
    guard !isReported, now - since >= threshold else { return .none }
    isReported = true
    return .report(now - since)
  }

  /// Takes the answer of the main actor.
  package mutating func answered() { isAsked = false }
}
