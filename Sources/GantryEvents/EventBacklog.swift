// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How many events of one type may wait in one listener's mailbox, and which go when there are more.
///
/// An ``Event`` states it for all who hear it. What is dropped is counted: ``EventBus/backlogs`` and
/// ``EventBus/explain(_:)-(E.Type)`` show it.
public enum EventBacklog: Hashable, Sendable {
  /// All wait: nothing is lost, and a listener that hangs collects them without end.
  case unlimited
  /// The newest wait, at least one: the oldest goes when another one comes.
  case newest(Int)
  /// The oldest wait, at least one: what comes when there is no room is not taken.
  case oldest(Int)

  /// The largest number that waits; nil without a limit.
  var limit: Int? {
    switch self {
    case .unlimited: nil
    case .newest(let count), .oldest(let count): max(1, count)
    }
  }
}
