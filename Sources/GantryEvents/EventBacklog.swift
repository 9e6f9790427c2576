// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How many events of one type may wait in one listener's mailbox, and which are dropped.
///
/// An ``Event`` states it for all its listeners; a handler may state another one for its module.
/// Dropped events are counted: ``EventBus/backlogs`` and ``EventBus/explain(_:)-(E.Type)`` show
/// them.
///
/// No policy makes ``EventBus/send(_:)-(Event)`` fail: a sender doesn't know its listeners, so it
/// can do nothing about one full mailbox among many, and the others should hear the event all the
/// same. A sender that must not run ahead waits, with ``EventBus/sendWaiting(_:)``.
public enum EventBacklog: Hashable, Sendable {
  /// All wait: nothing is lost, and a listener that hangs collects them without end.
  case unlimited
  /// The newest wait, at least one: the oldest goes when another one comes.
  case newest(Int)
  /// The oldest wait, at least one: an event that comes when there is no room is dropped.
  case oldest(Int)
  /// Nothing is lost, and ``EventBus/sendWaiting(_:)`` returns only when there is room, for at least
  /// one; an event that is sent without waiting is taken past the limit.
  case suspending(Int)

  /// The largest number that waits; nil without a limit.
  var limit: Int? {
    switch self {
    case .unlimited: nil
    case .newest(let count), .oldest(let count), .suspending(let count): max(1, count)
    }
  }
}
