// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
package import GantryEvents

/// The handlers of a delegate method, and whether the delegate responds to it.
///
/// An `EventExplanation` lists the handlers of an event, whatever sends it.
public struct MethodExplanation: Sendable, Equatable, CustomStringConvertible {
  /// The method.
  public let method: DelegateMethod
  /// Whether the delegate responds to the method even if no class of the app implements it.
  package let isAnswered: Bool
  /// Whether modules hear a notification of the system instead.
  package let isNotified: Bool
  /// The handlers of each event that the method becomes; empty if it becomes none.
  package let handlers: [EventExplanation]

  /// The method, whether the delegate responds to it, and a line for each handler.
  public var description: String {
    let name = method.selector
    let head =
      isNotified
      ? "\(name) reaches modules through a system notification"
      : isAnswered ? "the delegate responds to \(name)" : "the delegate does not respond to \(name)"
    return handlers.reduce(head) { "\($0)\n\($1)" }
  }
}
