// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How often, and when among the others, a handler hears its event.
public struct HandlerOptions: Hashable, Sendable {
  /// How often it hears the event.
  public var repetition: HandlerRepetition
  /// Moves the handler among all handlers of the event; nil means its listener's place.
  public var priority: Int?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - repetition: How often the handler hears the event.
  ///   - priority: Lower is first, 500 is everybody's default; nil keeps the listener's place.
  public init(_ repetition: HandlerRepetition = .every, priority: Int? = nil) {
    self.repetition = repetition
    self.priority = priority
  }

  /// The priority of a handler that states none.
  static let defaultPriority = 500
}
