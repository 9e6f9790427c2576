// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import GantryText
internal import Synchronization

/// How often, and when among the others, a handler hears its event.
public struct HandlerOptions: Hashable, Sendable {
  /// How often it hears the event.
  public var repetition: HandlerRepetition
  /// Moves the handler among all handlers of the event; nil means its listener's place.
  public var priority: Priority?
  /// How many of the event may wait for the listener; nil means as many as the event says.
  public var backlog: EventBacklog?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - repetition: How often the handler hears the event.
  ///   - priority: The highest goes first; nil keeps the listener's place, at 0.
  ///   - backlog: How many of the event may wait for the listener. The first of its handlers that
  ///     states one counts; nil keeps the event's own limit.
  public init(
    _ repetition: HandlerRepetition = .every, priority: Priority? = nil,
    backlog: EventBacklog? = nil
  ) {
    self.repetition = repetition
    self.priority = priority
    self.backlog = backlog
  }
}

/// How often a handler hears its event.
public enum HandlerRepetition: String, Sendable, Codable, CaseIterable {
  /// Each time it is sent.
  case every
  /// The first time only: exactly one delivery, also under concurrent sends and from handlers.
  case once
}

/// Claimed by the one delivery that a `.once` handler gets.
final class OnceFlag: Sendable {
  private let isClaimed = Atomic(false)

  /// Whether this call is the one that may deliver.
  func claim() -> Bool {
    !isClaimed.exchange(true, ordering: .acquiringAndReleasing)
  }
}
