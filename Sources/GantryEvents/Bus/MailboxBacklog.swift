// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The events that wait in one listener's mailbox or are held for it while it launches, and its
/// handlers that run beside each other.
package struct MailboxBacklog: Hashable, Sendable, CustomStringConvertible {
  /// The listener that the mailbox belongs to.
  package let listener: ModuleName
  /// The name of the oldest event.
  package let event: String
  /// The number of waiting events; the one being handled is not counted.
  package let count: Int
  /// The number of handlers that run beside each other.
  package let running: Int
  /// How long ago the oldest event was sent.
  package let age: Duration
  /// The event that is being handled; nil while the mailbox is not being served.
  package let handling: String?
  /// The number of events that an ``EventBacklog`` has dropped since the listener was created.
  package let dropped: Int

  /// The listener, the number of its events, and how long they have waited.
  package var description: String {
    let waiting = count.counted("event is waiting", "events are waiting")
    let running = running.counted("handler is running", "handlers are running")
    let parts = [count > 0 ? waiting : nil, self.running > 0 ? running : nil]
    var text = parts.compactMap(\.self).joined(separator: ", and ")
    text += " for \(listener); the first, \(event), for \(Wording.duration(age))"
    if let handling { text += "; it is handling \(handling)" }
    if dropped > 0 { text += "; \(dropped.counted("was dropped", "were dropped"))" }
    return text
  }
}
