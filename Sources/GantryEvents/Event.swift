// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Something that happened in the business of the app, told to every module that listens.
///
/// An event is delivered asynchronously. Each module receives events in the order in which they
/// were sent, one at a time; modules do not wait for each other unless the event is
/// ``EventDelivery/ordered``. Sending is always allowed, also from a handler, and never blocks.
///
/// ```swift
/// public struct SignedIn: Event {
///   public let userName: String
/// }
/// ```
public protocol Event: Sendable {
  /// Whether modules hear the event side by side or one after the other.
  static var delivery: EventDelivery { get }

  /// How a module that is still launching hears the event.
  static var whileLaunching: LaunchingPolicy { get }

  /// How many may wait for one module, and which are dropped when there are more.
  static var backlog: EventBacklog { get }
}

extension Event {
  /// Side by side, unless the event says otherwise.
  public static var delivery: EventDelivery { .concurrent }

  /// Held until the module has launched, unless the event says otherwise: nothing is lost.
  public static var whileLaunching: LaunchingPolicy { .hold }

  /// All of them, unless the event says otherwise: nothing is lost.
  public static var backlog: EventBacklog { .unlimited }
}
