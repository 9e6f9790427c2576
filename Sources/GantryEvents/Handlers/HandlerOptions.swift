// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// The arguments of `@On(…)`: how often a handler hears its event, and its order among the others.
public struct HandlerOptions: Hashable, Sendable {
  /// How often it hears the event.
  package var repetition: HandlerRepetition
  /// The priority among all handlers of the event; nil keeps the listener's position.
  package var priority: Priority?
  /// Whether an asynchronous handler of life-cycle events waits for the module's other handlers.
  package var order: HandlerOrder
  /// How many of the event may wait for the listener; nil keeps the event's own limit.
  package var backlog: EventBacklog?
  /// The identifiers of the background tasks that it performs; empty for a handler of all events of
  /// its type.
  package var backgroundTasks: [String] = []

  /// Creates options.
  ///
  /// - Parameters:
  ///   - repetition: How often the handler hears the event.
  ///   - priority: The highest runs first; nil keeps the listener's position, at 0.
  ///   - order: Whether an asynchronous handler of life-cycle events waits for the module's other
  ///     handlers. Those of an ``Event`` always do.
  ///   - backlog: How many of the event may wait for the listener. The first of its handlers that
  ///     sets a limit decides; nil keeps the event's own limit.
  public init(
    _ repetition: HandlerRepetition = .every, priority: Priority? = nil,
    order: HandlerOrder = .concurrent, backlog: EventBacklog? = nil
  ) {
    self.repetition = repetition
    self.priority = priority
    self.order = order
    self.backlog = backlog
  }

  /// Creates the options of a handler of background tasks, which hears no other ones.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of a task that the handler performs.
  ///   - others: The identifiers of more tasks.
  ///   - priority: The highest runs first; nil keeps the listener's position, at 0.
  public init(
    backgroundTask identifier: String, _ others: String..., priority: Priority? = nil
  ) {
    self.init(priority: priority)
    backgroundTasks = [identifier] + others
  }
}
