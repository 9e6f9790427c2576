// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents

/// An app on a watch asks this app for something.
///
/// The first module that answers decides: at once, or later through ``reply``.
public struct HandleWatchRequest: LifecycleEvent, HeldEvent {
  /// The request, as a property list.
  public let message: Data?
  /// Takes the answer of a module that needs time, as a property list.
  public let reply: Reply<Data?>

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - message: The request, as a property list.
  ///   - reply: Takes the answer of a module that needs time, as a property list.
  public init(message: Data?, reply: Reply<Data?>) {
    self.message = message
    self.reply = reply
  }

  /// The first answer that is not nil.
  public static var merge: MergeRule<Data?> { .first() }
}

extension HandleWatchRequest: NotificationRepresentable {}
