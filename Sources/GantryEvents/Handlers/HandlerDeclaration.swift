// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

package import GantryText

/// The properties of a handler that are known before its listener exists.
///
/// A class: a manifest and the registry keep the same one. There may be very many, so it is small.
package final class HandlerDeclaration: Sendable {
  private let eventType: Any.Type
  /// Of a handler of the named events of one name.
  private let eventName: Rare<String>
  package let name: String
  /// Few handlers state any.
  private let stated: Rare<HandlerOptions>
  private let site: DeclarationSite?
  let answers: Bool
  /// Whether it is of a lifecycle event that tells a state: a late listener hears the last one.
  package let hearsState: Bool

  private init(
    _ eventType: Any.Type, eventName: String? = nil, name: String, options: HandlerOptions,
    answers: Bool = false, site: DeclarationSite?, hearsState: Bool = false
  ) {
    self.eventType = eventType
    self.eventName = Rare(wrappedValue: eventName)
    self.name = name
    self.site = site
    stated = Rare(wrappedValue: options == HandlerOptions() ? nil : options)
    self.answers = answers
    self.hearsState = hearsState
  }

  var key: EventKey { EventKey(eventType, name: eventName.wrappedValue) }
  /// The event's type; nil for named events.
  package var type: Any.Type? { eventName.wrappedValue == nil ? eventType : nil }
  /// The name of the event, or of its type, which is made when it is asked for.
  package var event: String {
    eventName.wrappedValue ?? String(describing: eventType)
  }
  /// Where it is declared, as `file:line`.
  package var declaredAt: String? { site?.text }
  package var options: HandlerOptions { stated.wrappedValue ?? HandlerOptions() }

  /// Declares a handler of a lifecycle event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - answers: Whether it gives an answer: only then is one given on its behalf while held.
  ///   - site: Where it is declared.
  package convenience init<E: LifecycleEvent>(
    _ event: E.Type, name: String, options: HandlerOptions = HandlerOptions(),
    answers: Bool = false, site: DeclarationSite? = nil
  ) {
    self.init(
      E.self, name: name, options: options, answers: answers,
      site: site, hearsState: E.whileLaunching == .latest)
  }

  /// Declares a handler of an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - site: Where it is declared.
  package convenience init<E: Event>(
    _ event: E.Type, name: String, options: HandlerOptions = HandlerOptions(),
    site: DeclarationSite? = nil
  ) {
    self.init(
      E.self, name: name, options: options, site: site)
  }

  /// Declares a handler of the named events of one name.
  ///
  /// - Parameters:
  ///   - eventName: The name asked for.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - site: Where it is declared.
  package convenience init(
    named eventName: String, name: String, options: HandlerOptions = HandlerOptions(),
    site: DeclarationSite? = nil
  ) {
    self.init(
      NamedEvent.self, eventName: eventName, name: name, options: options,
      site: site)
  }
}
