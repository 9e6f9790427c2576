// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// An event that the host sends when the system gives the app time to fetch data.
///
/// It is the system's older way; ``PerformBackgroundTask`` is for tasks that the app schedules.
///
/// A module that knows its result returns it. A module that needs time calls `reply.expect` while
/// it hears the event, and `reply.answer` later, both with the module's name. An `async` handler
/// needs no `reply.expect`.
public struct PerformBackgroundFetch: LifecycleEvent, HeldEvent {
  /// Takes the results of modules that need time.
  public let reply: Reply<BackgroundFetchResult>

  /// Creates the event.
  ///
  /// - Parameter reply: Takes the results of modules that need time.
  public init(reply: Reply<BackgroundFetchResult>) {
    self.reply = reply
  }

  /// New data, else failed, else no data.
  public static var merge: MergeRule<BackgroundFetchResult> { .fetch }
}

extension PerformBackgroundFetch: NotificationRepresentable {}
