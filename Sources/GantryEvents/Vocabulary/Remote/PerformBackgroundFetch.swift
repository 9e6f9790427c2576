// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The system gives the app time to fetch data in the background.
///
/// A module that knows at once returns its result; one that needs time calls `reply.expect` while
/// it hears the event, and `reply.answer` later, both with the module's name.
public struct PerformBackgroundFetch: LifecycleEvent {
  /// Where a module that needs time answers, with its result.
  public let reply: Reply<BackgroundFetchResult>

  /// Makes the event.
  ///
  /// - Parameter reply: Where a module that needs time answers, with its result.
  public init(reply: Reply<BackgroundFetchResult>) {
    self.reply = reply
  }

  /// New data, else failed, else no data.
  public static var merge: MergeRule<BackgroundFetchResult> { .fetch }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension PerformBackgroundFetch: NotificationRepresentable {}
