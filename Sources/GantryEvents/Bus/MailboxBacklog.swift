// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// The events that wait in one listener's mailbox, or are held for it while it launches.
public struct MailboxBacklog: Hashable, Sendable, CustomStringConvertible {
  /// The listener that the mailbox belongs to.
  public let listener: ModuleName
  /// The name of the event that waits longest.
  public let event: String
  /// The number of waiting events; the one being handled is not counted.
  public let count: Int
  /// How long the first of them has been waiting.
  public let age: Duration
  /// The event that is being handled; nil when the mailbox is not served at this moment.
  public let handling: String?
  /// How many events an ``EventBacklog`` has dropped since the listener was created.
  public let dropped: Int

  /// The listener, the number of its waiting events, and how long they have waited.
  public var description: String {
    var text =
      "\(count) events wait for \(listener), the first, \(event), for \(Wording.duration(age))"
    if let handling { text += "; it is handling \(handling)" }
    if dropped > 0 { text += "; \(dropped) were dropped" }
    return text
  }
}
