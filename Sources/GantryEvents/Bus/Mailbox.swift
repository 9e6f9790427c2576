// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The events of one listener that are in progress, and what is known about them.
struct Mailbox: Sendable {
  /// The events that wait for the listener to reach a later phase.
  var held = Fifo<Listener.Held>()
  var mail = Fifo<Listener.Mail>()
  /// The event being handled now; it counts as accepted until its handlers end.
  var current: Listener.Mail?
  var server: Task<Void, Never>?
  /// The handlers of lifecycle events that run beside each other, by number.
  var running: [Int: RunningHandler] = [:]
  /// Whether the start of the module was demanded for its held events.
  var isDemanded = false
  /// The tasks that wait until it is empty.
  private var drainWaiters: [Promise<Void>] = []
  /// The number of events with a limit that wait in ``mail``.
  private var limited: [EventKey: Int] = [:]
  /// The number of events that were dropped because of a limit.
  private(set) var dropped = 0
  /// The number of waiting events at which the next report is due; nil before the first report.
  private var nextWarning: Int?

  /// Whether it is empty, and no handler runs.
  var isIdle: Bool { current == nil && mail.count == 0 && running.isEmpty }
  /// Whether events wait, and no task serves them.
  var needsServer: Bool { server == nil && mail.count > 0 }
  /// The number of events that wait, also of those that are held.
  var waiting: Int { mail.count + held.count }
  /// Whether no event waits, and no handler runs beside others.
  var isEmpty: Bool { waiting == 0 && running.isEmpty }

  /// The number of events of a limited type that wait.
  func count(of key: EventKey) -> Int {
    (limited[key] ?? 0) + held.count { $0.key == key }
  }

  /// Counts an event that was dropped because of a limit.
  mutating func noteDropped() { dropped += 1 }

  /// Adds a task that waits until it is empty.
  mutating func add(_ waiter: Promise<Void>) { drainWaiters.append(waiter) }

  /// Takes the tasks that wait until it is empty.
  mutating func takeWaiters() -> [Promise<Void>] {
    exchange(&drainWaiters, with: [])
  }

  /// Removes the events that wait for the listener to reach a later phase.
  ///
  /// - Returns: These events, to be released after the lock.
  mutating func takeHeld() -> [Listener.Held] { held.removeAll() }

  /// Removes the events that its server would take.
  mutating func takeMail() -> [Listener.Mail] {
    limited = [:]
    return mail.removeAll()
  }

  /// Puts an event behind the others.
  mutating func add(_ item: Listener.Mail) {
    mail.append(item)
    if item.isLimited { limited[item.key, default: 0] += 1 }
  }

  /// Records that an event has left the mailbox.
  mutating func left(_ item: Listener.Mail) {
    guard item.isLimited, let count = limited[item.key] else { return }
    limited[item.key] = count > 1 ? count - 1 : nil
  }

  /// Whether enough events wait, or are handled beside each other, for a warning; the next warning
  /// needs twice as many.
  ///
  /// - Parameter threshold: The number of events for the first warning.
  mutating func isToWarn(from threshold: Int) -> Bool {
    let count = waiting + running.count
    guard count >= nextWarning ?? threshold else { return false }
    nextWarning = count * 2
    return true
  }

  /// Goes back to the first threshold, because nothing waits.
  mutating func forgetWarning() { nextWarning = nil }
}
