// SPDX-License-Identifier: Apache-2.0

/// The times of many calls of a page's phase, as plain data that you can store.
public struct PageSummary: Sendable, Hashable, Codable {
  /// The name of the page's type, with its module.
  public let pageName: String
  /// The phase that was called.
  public let phase: PagePhase
  /// How many calls failed.
  public let failures: Int
  /// How many calls were cancelled.
  package let cancellations: Int
  /// The number of calls, and their times from the beginning to the end.
  public let times: TimeSummary
  let ownNanoseconds: Int64
  let waitedNanoseconds: Int64

  /// The mean of the times without inner pages.
  public var own: Duration { .nanoseconds(ownNanoseconds) }

  /// The mean of the times spent waiting.
  public var waited: Duration { .nanoseconds(waitedNanoseconds) }
}
