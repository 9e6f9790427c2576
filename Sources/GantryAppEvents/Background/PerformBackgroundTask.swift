// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

/// The system gives the app time for a background task that was scheduled.
///
/// A handler names the tasks that it performs, and hears no others:
///
/// ```swift
/// @On(backgroundTask: "shop.sync") func sync(_ task: PerformBackgroundTask) async { … }
/// ```
///
/// There is no deadline but the system's. When the time is up, `async` handlers are cancelled and the
/// closures of `reply.onExpiration` are called. The task has failed if an answer is missing.
///
/// A module returns whether the task succeeded. A module that needs time calls `reply.expect` while
/// it hears the event, and `reply.answer` later, both with the module's name. An `async` handler
/// needs no `reply.expect`.
public struct PerformBackgroundTask: LifecycleEvent, HeldEvent {
  /// The task's identifier.
  public let identifier: String
  /// Takes the answers of modules that need time: whether the task succeeded.
  public let reply: Reply<Bool>

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - identifier: The task's identifier.
  ///   - reply: Takes the answers of modules that need time: whether the task succeeded.
  public init(identifier: String, reply: Reply<Bool>) {
    self.identifier = identifier
    self.reply = reply
  }

  /// True unless a module answers that the task failed.
  public static var merge: MergeRule<Bool> { .all }
}

extension PerformBackgroundTask: NotificationRepresentable {
  /// Publishes `identifier`.
  package var notificationUserInfo: [String: any Sendable] {
    ["identifier": identifier]
  }
}

extension PerformBackgroundTask: BackgroundTaskEvent {}
