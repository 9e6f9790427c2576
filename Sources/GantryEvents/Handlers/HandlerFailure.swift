// SPDX-License-Identifier: Apache-2.0

public import GantrySupport

/// An error that one handler threw. It is reported against its listener; other handlers still run.
public struct HandlerFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The listener that the handler belongs to.
  public let listener: ModuleName
  /// The handler's name, such as a method's base name.
  public let handler: String
  /// The event's name.
  public let event: String
  /// The error as text.
  public let message: String

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - listener: The listener that the handler belongs to.
  ///   - handler: The handler's name.
  ///   - event: The event's name.
  ///   - message: The error as text.
  package init(listener: ModuleName, handler: String, event: String, message: String) {
    self.listener = listener
    self.handler = handler
    self.event = event
    self.message = message
  }

  /// The handler, the event and the error.
  public var description: String {
    "\(listener.handler(handler)) failed on \(event): \(message)"
  }
}
