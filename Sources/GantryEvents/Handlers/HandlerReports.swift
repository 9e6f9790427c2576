// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// An error thrown by one handler: reported against its listener; other handlers still run.
public struct HandlerFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The listener that the handler belongs to.
  public let listener: ModuleName
  /// The handler's name, a method's base name for example.
  public let handler: String
  /// The event's name.
  public let event: String
  /// The error as text.
  public let message: String

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - listener: The listener that the handler belongs to.
  ///   - handler: The handler's name.
  ///   - event: The event's name.
  ///   - message: The error as text.
  public init(listener: ModuleName, handler: String, event: String, message: String) {
    self.listener = listener
    self.handler = handler
    self.event = event
    self.message = message
  }

  /// The handler, the event and the error.
  public var description: String { "\(listener).\(handler) failed on \(event): \(message)" }
}

/// A handler that was seen holding the main actor for too long.
public struct HandlerStall: Hashable, Sendable, CustomStringConvertible {
  /// The listener that the handler belongs to.
  public let listener: ModuleName
  /// The handler's name.
  public let handler: String
  /// The event's name.
  public let event: String
  /// `file:line` of the handler; nil when unknown.
  public let declaredAt: String?
  /// How long it was seen: a lower bound, since the handler is sampled.
  public let duration: Duration

  /// Which handler, and for how long.
  public var description: String {
    let place = declaredAt.map { " (\($0))" } ?? ""
    return
      "\(listener).\(handler)\(place) holds the main actor on \(event) for over \(Wording.duration(duration))"
  }
}

/// How long one handler took for one event; measured only while an observer is attached.
public struct HandlerTiming: Hashable, Sendable {
  /// The listener that the handler belongs to.
  public let listener: ModuleName
  /// The handler's name.
  public let handler: String
  /// The event's name.
  public let event: String
  /// Whether it ran on the main actor without suspending: of a lifecycle event, in the sender's call.
  public let onMainActor: Bool
  /// From its call to its return.
  public let duration: Duration
}
