// SPDX-License-Identifier: Apache-2.0

/// The calls that consecutive samples saw on the main actor, and since when.
package struct HeldCalls: Sendable {
  /// A running call.
  private struct Call {
    let mark: UInt64
    /// The time from which the call counts as running itself, not waiting for a nested call.
    var since: Duration
    var isReported = false
  }

  // Invariant: all calls that were running at the last sample, outermost first.
  private var calls: [Call] = []

  package init() {}

  /// Reserves room for a number of nested calls, so that sampling them allocates nothing.
  package mutating func reserve(_ count: Int) { calls.reserveCapacity(count) }

  /// Adds a sample.
  ///
  /// The innermost call over the threshold is due for one report. The time of its callers starts
  /// over, since they were only waiting.
  ///
  /// - Parameters:
  ///   - chain: The marks of the running calls, outermost first.
  ///   - now: The time of the sample.
  ///   - threshold: The longest time that a call may run.
  /// - Returns: The number of calls in the report, the last of which is the reported call; and how
  ///   long that call was seen.
  /// - Complexity: O(n) in the number of calls; nothing is allocated after the first samples.
  package mutating func see(
    _ chain: [UInt64], at now: Duration, over threshold: Duration
  ) -> (count: Int, duration: Duration)? {
    var same = 0
    while same < min(calls.count, chain.count), calls[same].mark == chain[same] { same += 1 }
    calls.removeSubrange(same...)
    for mark in chain[same...] { calls.append(Call(mark: mark, since: now)) }
    guard let position = calls.lastIndex(where: { now - $0.since >= threshold }) else { return nil }
    for outer in 0..<position { calls[outer].since = now }
    guard !calls[position].isReported else { return nil }
    calls[position].isReported = true
    return (position + 1, now - calls[position].since)
  }

  /// Forgets the running calls.
  package mutating func stop() { calls.removeAll(keepingCapacity: true) }
}

/// The work that waits for the main actor, and whether the actor answers.
package struct AwaitedAnswer: Sendable {
  /// The step to take after a sample.
  package enum Step: Sendable, Equatable {
    case none
    /// Ask the main actor.
    case ask
    /// Report that the main actor has not responded for a time.
    case report(Duration)
  }

  /// The numbers of the waiting work.
  package var waiting: Set<UInt64> = []
  /// The time since which the question is unanswered; nil while nothing needs the main actor.
  private var since: Duration?
  private var isAsked = false
  private var isReported = false

  package init() {}

  /// Adds a sample.
  ///
  /// The main actor is asked again only after it has answered. Each missing answer is reported once, and
  /// only if no known code holds the main actor; otherwise that code is reported instead.
  ///
  /// - Parameters:
  ///   - isHeld: Whether known code holds the main actor.
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

  /// Records that the main actor has answered.
  package mutating func answered() { isAsked = false }
}
