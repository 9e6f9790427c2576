// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// How often a handler hears its event, and its order among the other handlers.
public struct HandlerOptions: Hashable, Sendable {
  /// How often it hears the event.
  public var repetition: HandlerRepetition
  /// The priority among all handlers of the event; nil keeps the listener's place.
  public var priority: Priority?
  /// How many of the event may wait for the listener; nil keeps the event's own limit.
  public var backlog: EventBacklog?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - repetition: How often the handler hears the event.
  ///   - priority: The highest runs first; nil keeps the listener's place, at 0.
  ///   - backlog: How many of the event may wait for the listener. The first of its handlers that
  ///     sets a limit decides; nil keeps the event's own limit.
  public init(
    _ repetition: HandlerRepetition = .every, priority: Priority? = nil,
    backlog: EventBacklog? = nil
  ) {
    self.repetition = repetition
    self.priority = priority
    self.backlog = backlog
  }
}
