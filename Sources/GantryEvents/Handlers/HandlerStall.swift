// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

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
