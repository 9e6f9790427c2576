// SPDX-License-Identifier: Apache-2.0

/// How many events of one type may wait in one listener's mailbox, and which are dropped.
///
/// An ``Event`` sets it for all its listeners; a handler may set another one for its module.
/// Dropped events are counted: `EventBus.explain(_:)` shows them.
///
/// No policy makes `EventBus.send(_:)` fail: a sender doesn't know its listeners, so it can do
/// nothing about one full mailbox among many. The other listeners should still hear the event.
public enum EventBacklog: Hashable, Sendable {
  /// All events wait: nothing is lost, and a listener that hangs collects them without limit.
  case unlimited
  /// The newest events wait, at least one: another event replaces the oldest.
  case newest(Int)
  /// The oldest events wait, at least one: an event that finds no room is dropped.
  case oldest(Int)

  /// The largest number of events that wait; nil without a limit.
  var limit: Int? {
    switch self {
    case .unlimited: nil
    case .newest(let count), .oldest(let count): max(1, count)
    }
  }
}
