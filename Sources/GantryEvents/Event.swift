// SPDX-License-Identifier: Apache-2.0

/// Something that happened in the app's domain, delivered to every module that listens.
///
/// An event is delivered asynchronously. Each module receives events in the order in which they
/// were sent, one at a time; modules do not wait for each other. You can always send an event, even
/// from a handler, and sending never blocks.
///
/// ```swift
/// public struct SignedIn: Event {
///   public let userName: String
/// }
/// ```
public protocol Event: Sendable {
  /// How a module that is still launching hears the event.
  static var whileLaunching: LaunchingPolicy { get }

  /// How many events may wait for one module, and which of them are dropped when there are more.
  static var backlog: EventBacklog { get }
}

/// Sent by an application to its modules.
extension MainActorHeld: Event {}

extension Event {
  /// Held until the module has launched, unless the event says otherwise: nothing is lost.
  public static var whileLaunching: LaunchingPolicy { .hold }

  /// No limit, unless the event says otherwise: nothing is lost.
  public static var backlog: EventBacklog { .unlimited }
}
