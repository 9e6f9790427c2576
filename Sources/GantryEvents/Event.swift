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

/// How many events of one type may wait in one listener's mailbox, and which are dropped.
///
/// An ``Event`` sets it for all its listeners; a handler may set another one for its module.
/// Dropped events are counted: `EventBus.explain(_:)` shows them.
///
/// No policy makes `EventBus.send(_:)` fail: a sender doesn't know its listeners, so it can do
/// nothing about one full mailbox among many. The other listeners should still hear the event.
public enum EventBacklog: Hashable, Sendable {
  /// All events wait: nothing is lost, and a listener that hangs collects them without limit.
  case unlimited
  /// The newest events wait, at least one: another event replaces the oldest.
  case newest(Int)
  /// The oldest events wait, at least one: an event that finds no room is dropped.
  case oldest(Int)

  /// The largest number of events that wait; nil without a limit.
  var limit: Int? {
    switch self {
    case .unlimited: nil
    case .newest(let count), .oldest(let count): max(1, count)
    }
  }
}

/// An event known by a string, for modules that cannot share a type.
///
/// Prefer your own ``Event`` in an interface package: the compiler then checks name and payload. A
/// named event suits scripts, bridges, and code that you are migrating.
public struct NamedEvent: Event, Hashable {
  /// The name that handlers and subscriptions ask for.
  public let name: String
  /// The payload: a few simple values.
  public let payload: [String: Value]

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - name: The name that handlers ask for, such as `orders.placed`.
  ///   - payload: A few simple values, by key.
  public init(_ name: String, _ payload: [String: Value] = [:]) {
    self.name = name
    self.payload = payload
  }

  /// The value under a key; nil when there is none.
  public subscript(key: String) -> Value? { payload[key] }
}

extension NamedEvent {
  /// A simple value in the payload of a named event.
  public enum Value: Hashable, Sendable {
    /// Text.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A floating-point number.
    case double(Double)
    /// A Boolean value.
    case bool(Bool)
  }
}

extension NamedEvent.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number with a fraction.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension NamedEvent.Value: CustomStringConvertible {
  /// The value as text, for example `2`.
  public var description: String {
    switch self {
    case .string(let value): value
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    }
  }
}
