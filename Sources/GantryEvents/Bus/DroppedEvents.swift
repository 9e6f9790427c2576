// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Events that were accepted for a listener and that it will not hear.
///
/// Counted are events that are held in full and those in the mailbox. A change of state that was
/// kept for a module that launches is not: the next one would have superseded it.
public struct DroppedEvents: Hashable, Sendable, CustomStringConvertible {
  /// The listener that will not hear them.
  public let listener: ModuleName
  /// Why: it failed, was skipped, or stopped.
  public let reason: String
  /// How many, by the event's name.
  public let events: [String: Int]

  /// How many, of all names together.
  public var count: Int { events.values.reduce(0, +) }

  /// The listener, the event and the reason.
  public var description: String {
    let names = events.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    return "\(listener) will not hear \(names.joined(separator: ", ")): it \(reason)"
  }
}
