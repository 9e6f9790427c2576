// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension PageHistory {
  /// One call of a page's phase: plain data, in nanoseconds.
  public struct Call: Sendable, Hashable, Codable {
    /// How a call ended.
    public enum Outcome: String, Sendable, Codable {
      /// The phase returned.
      case completed
      /// The phase threw an error.
      case failed
      /// The phase threw because it was cancelled.
      case cancelled
    }

    /// How it ended.
    public let outcome: Outcome
    let startNanoseconds: Int64
    let elapsedNanoseconds: Int64
    let ownNanoseconds: Int64
    let waitedNanoseconds: Int64

    init(_ timing: PageTiming) {
      startNanoseconds = timing.startNanoseconds
      elapsedNanoseconds = timing.elapsedNanoseconds
      ownNanoseconds = timing.ownNanoseconds
      waitedNanoseconds = timing.waitedNanoseconds
      outcome =
        switch timing.outcome {
        case .completed: .completed
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// When the call began, from the making of its monitor on.
    public var start: Duration { .nanoseconds(startNanoseconds) }

    /// From the beginning to the end of the call.
    public var elapsed: Duration { .nanoseconds(elapsedNanoseconds) }

    /// The elapsed time without the pages that were called inside.
    public var own: Duration { .nanoseconds(ownNanoseconds) }

    /// How much of the elapsed time was spent waiting.
    public var waited: Duration { .nanoseconds(waitedNanoseconds) }
  }
}
