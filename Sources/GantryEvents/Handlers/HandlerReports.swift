// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
