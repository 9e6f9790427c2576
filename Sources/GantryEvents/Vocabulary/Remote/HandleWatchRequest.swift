// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

public import Foundation

/// An app on a watch asks this app for something.
///
/// The first module that answers decides: at once, or later through ``reply``.
public struct HandleWatchRequest: LifecycleEvent {
  /// The request, as a property list.
  public let message: Data?
  /// Where a module that needs time answers, with a property list.
  public let reply: Reply<Data?>

  /// Makes the event.
  ///
  /// - Parameters:
  ///   - message: The request, as a property list.
  ///   - reply: Where a module that needs time answers, with a property list.
  public init(message: Data?, reply: Reply<Data?>) {
    self.message = message
    self.reply = reply
  }

  /// The first answer that is not nil.
  public static var merge: MergeRule<Data?> { .first() }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension HandleWatchRequest: NotificationRepresentable {}
