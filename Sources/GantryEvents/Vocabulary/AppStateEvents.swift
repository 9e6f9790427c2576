// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The app is starting: the first thing that a module hears, right after its `init`.
///
/// A module answers false when it cannot handle the URL of the launch.
public struct WillFinishLaunching: LifecycleEvent {
  /// The URL that the launch was asked to open, if any.
  public let url: URL?

  /// Makes the event.
  ///
  /// - Parameter url: The URL that the launch was asked to open, if any.
  public init(url: URL? = nil) {
    self.url = url
  }

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }

  /// Heard right after `init`.
  public static var whileLaunching: LaunchingPolicy { .atCreation }
}

extension WillFinishLaunching: NotificationRepresentable {}

/// The app has finished launching and is ready.
///
/// A module answers false when it cannot handle the URL of the launch.
public struct DidFinishLaunching: LifecycleEvent {
  /// The URL that the launch was asked to open, if any.
  public let url: URL?

  /// Makes the event.
  ///
  /// - Parameter url: The URL that the launch was asked to open, if any.
  public init(url: URL? = nil) {
    self.url = url
  }

  /// One false is enough to answer false.
  public static var merge: MergeRule<Bool> { .all }
}

extension DidFinishLaunching: NotificationRepresentable {}

/// The app has become active: people can work with it.
public struct DidBecomeActive: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidBecomeActive: NotificationRepresentable {}

/// The app is about to stop being active, for a while or for good.
public struct WillResignActive: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension WillResignActive: NotificationRepresentable {}

/// The app has gone to the background, or its process is about to be stopped.
public struct DidEnterBackground: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension DidEnterBackground: NotificationRepresentable {}

/// The app is about to come back from the background.
public struct WillEnterForeground: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension WillEnterForeground: NotificationRepresentable {}

/// The app is about to end: the last event; shutdown follows.
public struct WillTerminate: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension WillTerminate: NotificationRepresentable {}
