// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantryEvents
internal import GantrySupport

/// Knows which methods a delegate responds to, from the moment it is made.
///
/// Any thread may ask: it only reads declarations, and never waits.
package final class MethodAnswers: Sendable {
  private let events: EventBus
  /// Whether the app declares schemes or hosts, whose URLs its router opens.
  private let takesURLs: Bool
  /// Whether the app declares hosts; links to their pages arrive as activities.
  private let takesLinks: Bool
  /// The major version of the system.
  private let systemVersion: Int
  /// The framework whose delegates the app has.
  package let kit: DelegateKit
  /// Whether modules handle each method, by the method's number. An answer is valid until the event
  /// bus changes.
  private let known = DelegateMethod.allCases.map { _ in KnownAnswer() }

  init(_ application: Application, systemVersion: Int, kit: DelegateKit) {
    events = application.events
    takesURLs = application.router.schemes != .none
    takesLinks = !application.router.schemes.hosts.isEmpty
    self.systemVersion = systemVersion
    self.kit = kit
  }

  /// Adds the event that modules hear in place of a method, with types of the app's frameworks.
  func add<E: LifecycleEvent>(_ event: E.Type, for method: DelegateMethod) {
    known[method.number].own.put(
      OwnEvent(heard: DelegateMethodRow.Heard(event), publication: Publication(named: event)))
    known[method.number].forget()
  }

  /// The publication of a method's event; nil if the system posts a notification itself, or if
  /// modules hear no event.
  func publication(of method: DelegateMethod) -> Publication? {
    Publication.of(method) ?? known[method.number].own.value?.publication
  }

  /// Whether a module handles a method.
  package func isHandled(_ method: DelegateMethod) -> Bool {
    DelegateMethodRow.of(method, in: kit).map(isHandled) ?? false
  }

  private func isHandled(_ row: DelegateMethodRow) -> Bool {
    switch row.method {
    case .openURL, .sceneOpenURLs: if takesURLs { return true }
    case .continueActivity, .sceneContinueActivity: if takesLinks { return true }
    default: break
    }
    return known[row.number].answer(at: events.changes) { asks(row) }
  }

  private func asks(_ row: DelegateMethodRow) -> Bool {
    guard row.heard.isEmpty else { return row.heard.contains { $0.isHandled(events) } }
    return known[row.number].own.value?.heard.isHandled(events) ?? false
  }

  /// Whether a delegate responds to a method.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - isOverridden: Whether a class of the app implements it.
  package func responds(to method: DelegateMethod, isOverridden: Bool) -> Bool {
    guard let row = DelegateMethodRow.of(method, in: kit) else { return isOverridden }
    return responds(to: row, isOverridden: isOverridden)
  }

  /// The same for a method's row; `isOverridden` is evaluated only if the answer depends on it.
  func responds(to row: DelegateMethodRow, isOverridden: @autoclosure () -> Bool) -> Bool {
    switch row.rule {
    case .always: true
    case .handled: isHandled(row) || isOverridden()
    case .handledBefore(let version):
      systemVersion < version && isHandled(row) || isOverridden()
    case .notified, .overridden: isOverridden()
    }
  }

  /// The methods that a delegate responds to because of modules.
  package var answered: Set<DelegateMethod> {
    Set(DelegateMethod.allCases.filter { responds(to: $0, isOverridden: false) })
  }

  func explanations(of method: DelegateMethod) -> [EventExplanation] {
    heard(method).map { $0.explain(events) }
  }

  /// The events that a method becomes.
  package func heard(_ method: DelegateMethod) -> [DelegateMethodRow.Heard] {
    let heard = DelegateMethodRow.of(method, in: kit)?.heard ?? []
    return heard.isEmpty ? known[method.number].own.value.map { [$0.heard] } ?? [] : heard
  }
}

/// An event with types of the app's frameworks.
private struct OwnEvent: Sendable {
  let heard: DelegateMethodRow.Heard
  let publication: Publication
}

/// A yes or no, with the number of changes of the event bus at which it was found. It is one word,
/// which threads read and write without a lock.
private final class KnownAnswer: Sendable {
  /// The method's event if it has types of the app's frameworks; set while the host is made.
  let own = LockedBox<OwnEvent>()
  // Invariant: the answer was found after at least that many changes; a negative word means
  // unknown.
  private let word = Atomic(-1)

  /// The answer at a number of changes; asked for if it isn't known.
  func answer(at changes: Int, _ ask: () -> Bool) -> Bool {
    let known = word.load(ordering: .relaxed)
    if known >> 1 == changes { return known & 1 == 1 }
    let answer = ask()
    // After a change meanwhile, the number is too small, and the next caller asks again.
    word.store(changes << 1 | (answer ? 1 : 0), ordering: .relaxed)
    return answer
  }

  func forget() { word.store(-1, ordering: .relaxed) }
}
