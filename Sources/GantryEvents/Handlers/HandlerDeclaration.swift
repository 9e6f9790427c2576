// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// The properties of a handler that are known before its listener exists.
///
/// It is a class, so that a manifest and the registry share one.
package final class HandlerDeclaration: Sendable {
  private let eventType: Any.Type
  /// The events' name, for a handler of named events.
  private let eventName: String?
  package let name: String
  package let options: HandlerOptions
  private let site: DeclarationSite?
  let answers: Bool
  /// Whether its event is a lifecycle event.
  package let hearsLifecycle: Bool
  /// Whether its event is a lifecycle event that reports a state: a late listener hears the last
  /// one.
  package let hearsState: Bool

  private init(
    _ eventType: Any.Type, eventName: String? = nil, name: String, options: HandlerOptions,
    answers: Bool = false, site: DeclarationSite?, hearsLifecycle: Bool = false,
    hearsState: Bool = false
  ) {
    self.eventType = eventType
    self.eventName = eventName
    self.name = name
    self.site = site
    self.options = options
    self.answers = answers
    self.hearsLifecycle = hearsLifecycle
    self.hearsState = hearsState
  }

  var key: EventKey { EventKey(eventType, name: eventName) }
  /// The event's type; nil for named events.
  package var type: Any.Type? { eventName == nil ? eventType : nil }
  /// The name of the event, or of its type, which is made on demand.
  package var event: String { eventName ?? String(describing: eventType) }
  /// Whether it hears an event of one scene.
  package var hearsScene: Bool { eventType is any SceneBound.Type }
  /// Whether it hears background tasks.
  package var hearsBackgroundTasks: Bool { eventType is any BackgroundTaskEvent.Type }
  /// Where it is declared, as `file:line`.
  package var declaredAt: String? { site?.text }

  /// Whether an event of its type is for it.
  func hears<EventType: LifecycleEvent>(_ event: EventType) -> Bool {
    event.isFor(options.backgroundTasks)
  }

  /// Declares a handler of a lifecycle event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - answers: Whether it gives an answer: only then does the rule answer for it while the event
  ///     is held.
  ///   - site: Where it is declared.
  package convenience init<EventType: LifecycleEvent>(
    _ event: EventType.Type, name: String, options: HandlerOptions = HandlerOptions(),
    answers: Bool = false, site: DeclarationSite? = nil
  ) {
    self.init(
      EventType.self, name: name, options: options, answers: answers,
      site: site, hearsLifecycle: true, hearsState: EventType.whileLaunching == .latest)
  }

  /// Declares a handler of an event.
  ///
  /// - Parameters:
  ///   - event: The event's type.
  ///   - name: The handler's name.
  ///   - options: How often and when it hears the event.
  ///   - site: Where it is declared.
  package convenience init<EventType: Event>(
    _ event: EventType.Type, name: String, options: HandlerOptions = HandlerOptions(),
    site: DeclarationSite? = nil
  ) {
    self.init(
      EventType.self, name: name, options: options, site: site)
  }

  /// Declares a handler of the named events of one name.
  ///
  /// - Parameters:
  ///   - eventName: The name of the events.
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

extension LifecycleEvent {
  /// Whether it is for a handler of some background tasks; a handler that names none hears all
  /// events.
  func isFor(_ tasks: [String]) -> Bool {
    guard !tasks.isEmpty, let task = self as? any BackgroundTaskEvent else { return true }
    return tasks.contains(task.identifier)
  }
}

/// Claimed by the one delivery that a `.once` handler gets.
final class OnceFlag: Sendable {
  private let isClaimed = Atomic(false)

  /// Whether this call is the one that may deliver.
  func claim() -> Bool {
    !isClaimed.exchange(true, ordering: .acquiringAndReleasing)
  }
}

extension ModuleName {
  /// Returns the name of a handler for people; a free function is its own only handler.
  package func handler(_ name: String) -> String {
    rawValue == name ? name : member(name).rawValue
  }
}

/// How long one handler took for one event; measured only while an observer is attached.
package struct HandlerTiming: Hashable, Sendable {
  /// The listener that the handler belongs to.
  package let listener: ModuleName
  /// The handler's name.
  package let handler: String
  /// The event's name.
  package let event: String
  /// Whether it ran on the main actor without suspending; for a lifecycle event, in the sender's
  /// call.
  package let onMainActor: Bool
  /// From its call to its return.
  package let duration: Duration
  /// Whether it threw an error.
  package let hasFailed: Bool
}

/// An event of one scene, which a process without a user interface never sends.
package protocol SceneBound {}
