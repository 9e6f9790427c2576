// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GantryEvents

/// An event that the host sends when the system gives the app time to fetch data.
///
/// A module that knows its result returns it. A module that needs time calls `reply.expect` while
/// it hears the event, and `reply.answer` later, both with the module's name. An `async` handler
/// needs no `reply.expect`.
public struct PerformBackgroundFetch: LifecycleEvent {
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

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension PerformBackgroundFetch: NotificationRepresentable {}

/// The result of work in the background.
public enum BackgroundFetchResult: String, Sendable, Codable, CaseIterable {
  /// Something new was fetched.
  case newData
  /// There was nothing new.
  case noData
  /// The fetch failed.
  case failed
}

/// The system gives the app time for a background task that was scheduled.
///
/// A module returns whether the task succeeded. A module that needs time calls `reply.expect` while
/// it hears the event, and `reply.answer` later, both with the module's name. An `async` handler
/// needs no `reply.expect`.
public struct PerformBackgroundTask: LifecycleEvent {
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

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension PerformBackgroundTask: NotificationRepresentable {
  /// Publishes `identifier`.
  public var notificationUserInfo: [String: any Sendable] {
    ["identifier": identifier]
  }
}

/// Transfers of a background URL session have ended while the app was not running.
public struct HandleBackgroundURLSession: LifecycleEvent {
  /// The session's identifier.
  public let identifier: String
  /// Tells the system when a module that needs time is done.
  public let reply: Reply<Void>

  /// Creates the event.
  ///
  /// - Parameters:
  ///   - identifier: The session's identifier.
  ///   - reply: Tells the system when a module that needs time is done.
  public init(identifier: String, reply: Reply<Void>) {
    self.identifier = identifier
    self.reply = reply
  }

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension HandleBackgroundURLSession: NotificationRepresentable {
  /// Publishes `identifier`.
  public var notificationUserInfo: [String: any Sendable] {
    ["identifier": identifier]
  }
}

/// An app on a watch asks this app for something.
///
/// The first module that answers decides: at once, or later through ``reply``.
public struct HandleWatchRequest: LifecycleEvent {
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

  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}

extension HandleWatchRequest: NotificationRepresentable {}
