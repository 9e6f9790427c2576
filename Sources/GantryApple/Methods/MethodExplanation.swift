// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Gantry

/// The handlers of a delegate method, and whether the system is told of it.
public struct MethodExplanation: Sendable, Equatable, CustomStringConvertible {
  /// The method.
  public let method: DelegateMethod
  /// Whether the system is told that there is such a method, where no class of the app implements it.
  public let isAnswered: Bool
  /// Whether modules hear of it by a notification of the system instead.
  public let isNotified: Bool
  /// The handlers of each event that the method becomes; empty where it becomes none.
  public let handlers: [EventExplanation]

  /// The method, whether the system is told of it, and a line for each handler.
  public var description: String {
    let name = method.selector
    let head =
      isNotified
      ? "\(name) is heard by a notification of the system"
      : isAnswered ? "the system is told of \(name)" : "the system is not told of \(name)"
    return handlers.reduce(head) { "\($0)\n\($1)" }
  }
}
