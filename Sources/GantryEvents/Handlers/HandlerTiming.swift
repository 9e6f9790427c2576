// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
