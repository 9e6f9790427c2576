// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry

/// The framework whose delegates an app has.
package enum DelegateKit: Sendable, CaseIterable {
  case uiKit
  case appKit

  /// The one of this system; UIKit's where there is neither, for tests.
  package static var current: Self {
    #if canImport(AppKit) && !targetEnvironment(macCatalyst)
      .appKit
    #else
      .uiKit
    #endif
  }
}

/// A line of the table of delegate methods.
package struct DelegateMethodRow: Sendable {
  /// The delegate that has the method.
  package enum Owner: Sendable {
    case app
    case scene
    case windowScene
    case notifications
  }

  /// When the system is told that a delegate has the method.
  package enum Rule: Sendable, Equatable {
    case always
    /// When a module hears the event.
    case handled
    /// The same, before the version of the system that has another method for it.
    case handledBefore(Int)
    /// When a subclass overrides it; modules hear of it by a notification.
    case notified
    /// When a subclass overrides it.
    case overridden
  }

  /// An event without its type.
  struct Heard: Sendable {
    let isHandled: @Sendable (EventBus) -> Bool
    let explain: @Sendable (EventBus) -> EventExplanation

    init<E: LifecycleEvent>(_ event: E.Type) {
      isHandled = { $0.isHandled(event) }
      explain = { $0.explain(event) }
    }
  }

  /// The case of the enumeration.
  package let method: DelegateMethod
  /// The delegate that has the method.
  package let owner: Owner
  /// Its name in Objective-C.
  package let selector: String
  /// The types of its result and arguments, as the Objective-C runtime writes them.
  package let encoding: String
  /// When the system is told of it.
  package let rule: Rule
  /// The event that modules hear; nil where there is none, or one of the app's frameworks' types.
  let heard: Heard?

  static func row(
    _ method: DelegateMethod, _ owner: Owner, _ selector: String, _ encoding: String, _ rule: Rule
  ) -> Self {
    Self(
      method: method, owner: owner, selector: selector, encoding: encoding, rule: rule, heard: nil)
  }

  static func row<E: LifecycleEvent>(
    _ method: DelegateMethod, _ owner: Owner, _ selector: String, _ encoding: String, _ rule: Rule,
    _ event: E.Type
  ) -> Self {
    Self(
      method: method, owner: owner, selector: selector, encoding: encoding, rule: rule,
      heard: Heard(event))
  }

  /// The parts of a name that a program without remote notifications must not contain as a whole:
  /// the store would take it for one that has them.
  static func joined(_ parts: String...) -> String { parts.joined(separator: ":") }

  /// The rows of a kit.
  private struct Table: Sendable {
    let byMethod: [DelegateMethod: DelegateMethodRow]
    let bySelector: [String: DelegateMethodRow]

    init(_ kit: DelegateKit) {
      let all = DelegateMethodRow.all(of: kit)
      byMethod = Dictionary(all.map { ($0.method, $0) }, uniquingKeysWith: { first, _ in first })
      bySelector = Dictionary(
        all.map { ($0.selector, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  private static let ofUIKit = Table(.uiKit)
  private static let ofAppKit = Table(.appKit)

  private static func table(of kit: DelegateKit) -> Table { kit == .uiKit ? ofUIKit : ofAppKit }

  /// The row of a method's name in Objective-C; nil for a method that is in no table.
  package static func named(_ selector: String, in kit: DelegateKit = .current) -> Self? {
    table(of: kit).bySelector[selector]
  }

  /// The row of a method; nil for one that the kit's delegates do not have.
  package static func of(_ method: DelegateMethod, in kit: DelegateKit = .current) -> Self? {
    table(of: kit).byMethod[method]
  }
}

extension DelegateMethod {
  /// Its name in Objective-C, for example `application:openURL:options:`; that of the other kit for a
  /// method that this system's delegates do not have.
  public var selector: String {
    let rows = [DelegateKit.current, .uiKit, .appKit].lazy.compactMap {
      DelegateMethodRow.of(self, in: $0)
    }
    return rows.first?.selector ?? rawValue
  }
}
