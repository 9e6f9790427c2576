// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents

/// A remote notification has arrived, perhaps one that shows nothing.
///
/// It has the payload; ``WillPresentNotification`` asks how to show one in the foreground.
///
/// A module that knows its result returns it. A module that needs time calls `reply.expect` while
/// it hears the event, and `reply.answer` later, both with the module's name. An `async` handler
/// needs no `reply.expect`.
public struct DidReceiveRemoteNotification: LifecycleEvent, HeldEvent {
  /// The payload as JSON.
  public let payload: Data
  /// Takes the results of modules that need time.
  public let reply: Reply<BackgroundFetchResult>

  package var system = SystemReference()

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - payload: The payload as JSON.
  ///   - reply: Takes the results of modules that need time.
  public init(payload: Data, reply: Reply<BackgroundFetchResult>) {
    self.payload = payload
    self.reply = reply
  }

  /// New data, else failed, else no data.
  public static var merge: MergeRule<BackgroundFetchResult> { .fetch }
}

extension DidReceiveRemoteNotification: NotificationRepresentable {}

extension DidReceiveRemoteNotification: SystemDelivered {}
