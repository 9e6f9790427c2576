// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The properties of a handler that are known before its listener exists.
///
/// A class: a manifest, the registry and the stall watch keep the same one.
package final class HandlerDeclaration: Sendable {
  let key: EventKey
  package let event: String
  /// The event's type; nil for named events.
  package let type: Any.Type?
  package let name: String
  package let options: HandlerOptions
  let answers: Bool
  package let declaredAt: String?
  /// Whether it is of a lifecycle event that tells a state: a late listener hears the last one.
  package let hearsState: Bool

  init(
    key: EventKey, event: String, type: Any.Type?, name: String, options: HandlerOptions,
    answers: Bool, declaredAt: String?, hearsState: Bool = false
  ) {
    self.key = key
    self.event = event
    self.type = type
    self.name = name
    self.options = options
    self.answers = answers
    self.declaredAt = declaredAt
    self.hearsState = hearsState
  }

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
      key: EventKey(E.self), event: String(describing: E.self), type: E.self, name: name,
      options: options, answers: answers, declaredAt: declaredAt,
      hearsState: E.whileLaunching == .latest)
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
      key: EventKey(E.self), event: String(describing: E.self), type: E.self, name: name,
      options: options, answers: false, declaredAt: declaredAt)
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
      key: EventKey(NamedEvent.self, name: eventName), event: eventName, type: nil,
      name: name, options: options, answers: false, declaredAt: declaredAt)
  }
}
