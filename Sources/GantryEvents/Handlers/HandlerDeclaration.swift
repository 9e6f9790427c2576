// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The properties of a handler that are known before its listener exists.
///
/// A class: a manifest and the registry keep the same one. There may be very many, so it is small.
package final class HandlerDeclaration: Sendable {
  /// Apart, as few handlers state any.
  private final class Stated: Sendable {
    let options: HandlerOptions

    init(_ options: HandlerOptions) { self.options = options }
  }

  package let event: String
  private let eventType: Any.Type
  package let name: String
  package let declaredAt: String?
  private let stated: Stated?
  /// Whether it hears the named events of one name.
  private let isNamed: Bool
  let answers: Bool
  /// Whether it is of a lifecycle event that tells a state: a late listener hears the last one.
  package let hearsState: Bool

  private init(
    _ eventType: Any.Type, _ event: String, isNamed: Bool = false, name: String,
    options: HandlerOptions, answers: Bool = false, declaredAt: String?, hearsState: Bool = false
  ) {
    self.event = event
    self.eventType = eventType
    self.name = name
    self.declaredAt = declaredAt
    stated = options == HandlerOptions() ? nil : Stated(options)
    self.isNamed = isNamed
    self.answers = answers
    self.hearsState = hearsState
  }

  var key: EventKey { EventKey(eventType, name: isNamed ? event : nil) }
  /// The event's type; nil for named events.
  package var type: Any.Type? { isNamed ? nil : eventType }
  package var options: HandlerOptions { stated?.options ?? HandlerOptions() }

  /// Declares a handler of a lifecycle event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - answers: Whether it gives an answer: only then is one given on its behalf while held.
  ///   - declaredAt: `file:line` of the handler.
  package convenience init<E: LifecycleEvent>(
    _ event: E.Type, name: String, options: HandlerOptions = HandlerOptions(),
    answers: Bool = false, declaredAt: String? = nil
  ) {
    self.init(
      E.self, String(describing: E.self), name: name, options: options, answers: answers,
      declaredAt: declaredAt, hearsState: E.whileLaunching == .latest)
  }

  /// Declares a handler of an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - declaredAt: `file:line` of the handler.
  package convenience init<E: Event>(
    _ event: E.Type, name: String, options: HandlerOptions = HandlerOptions(),
    declaredAt: String? = nil
  ) {
    self.init(
      E.self, String(describing: E.self), name: name, options: options, declaredAt: declaredAt)
  }

  /// Declares a handler of the named events of one name.
  ///
  /// - Parameters:
  ///   - eventName: The name asked for.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - declaredAt: `file:line` of the handler.
  package convenience init(
    named eventName: String, name: String, options: HandlerOptions = HandlerOptions(),
    declaredAt: String? = nil
  ) {
    self.init(
      NamedEvent.self, eventName, isNamed: true, name: name, options: options,
      declaredAt: declaredAt)
  }
}
