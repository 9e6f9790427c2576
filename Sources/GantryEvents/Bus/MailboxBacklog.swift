// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// What waits in one listener's mailbox, or is held for it while it launches.
public struct MailboxBacklog: Hashable, Sendable, CustomStringConvertible {
  /// Whose mailbox it is.
  public let listener: ModuleName
  /// The name of the event that waits longest.
  public let event: String
  /// How many events wait; what is being handled is not counted.
  public let count: Int
  /// How long the first of them has been waiting.
  public let age: Duration
  /// The event that is being handled; nil when the mailbox is not served at this moment.
  public let handling: String?
  /// How many events went because of an ``EventBacklog``, since the listener came to be.
  public let dropped: Int

  /// Whose mailbox it is, how much waits in it and for how long.
  public var description: String {
    var text =
      "\(count) events wait for \(listener), the first, \(event), for \(Wording.duration(age))"
    if let handling { text += "; it is handling \(handling)" }
    if dropped > 0 { text += "; \(dropped) were dropped" }
    return text
  }
}
