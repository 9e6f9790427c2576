// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// An event as a tap sees it: its name and the event itself.
public struct AnySentEvent: Sendable {
  /// The name of the event's type, or of the ``NamedEvent``.
  public let name: String
  /// The event as sent.
  public let event: any Sendable
  /// Whether it is a ``LifecycleEvent``.
  public let isLifecycle: Bool
}
