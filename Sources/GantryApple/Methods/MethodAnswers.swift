// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import Synchronization

/// Knows which delegate methods the system is to be told of, from the moment it is made.
///
/// Every thread may ask: it reads what is declared, and waits for nothing.
package final class MethodAnswers: Sendable {
  private let events: EventBus
  /// Whether the app declares schemes or hosts, whose URLs its router takes.
  private let takesURLs: Bool
  /// The major version of the system.
  private let systemVersion: Int
  /// The framework whose delegates the app has.
  package let kit: DelegateKit
  /// Events whose types only the app's frameworks have; written while the host is made.
  private let own = Mutex<[DelegateMethod: DelegateMethodRow.Heard]>([:])

  init(_ application: Application, systemVersion: Int, kit: DelegateKit) {
    events = application.events
    takesURLs = application.router.schemes != .none
    self.systemVersion = systemVersion
    self.kit = kit
  }

  /// Says which event of the app's frameworks modules hear in place of a method.
  func add<E: LifecycleEvent>(_ event: E.Type, for method: DelegateMethod) {
    own.withLock { $0[method] = DelegateMethodRow.Heard(event) }
  }

  /// Whether a module hears of a method.
  package func isHandled(_ method: DelegateMethod) -> Bool {
    if takesURLs, method == .openURL || method == .sceneOpenURLs { return true }
    return heard(method)?.isHandled(events) ?? false
  }

  /// Whether the system is to be told that a delegate has a method.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - isOverridden: Whether a class of the app implements it.
  package func responds(to method: DelegateMethod, isOverridden: Bool) -> Bool {
    if isOverridden { return true }
    return switch DelegateMethodRow.of(method, in: kit)?.rule {
    case .always: true
    case .handled: isHandled(method)
    case .handledBefore(let version): systemVersion < version && isHandled(method)
    case .notified, .overridden, nil: false
    }
  }

  /// The methods that the system is to be told of for the sake of modules.
  package var answered: Set<DelegateMethod> {
    Set(DelegateMethod.allCases.filter { responds(to: $0, isOverridden: false) })
  }

  func explanation(of method: DelegateMethod) -> EventExplanation? {
    heard(method)?.explain(events)
  }

  private func heard(_ method: DelegateMethod) -> DelegateMethodRow.Heard? {
    DelegateMethodRow.of(method, in: kit)?.heard ?? own.withLock { $0[method] }
  }
}
