// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The app is starting: the first event that a module hears, right after its `init`.
///
/// A module answers false when it cannot handle the URL of the launch.
public struct WillFinishLaunching: LifecycleEvent {
  /// The URL that the launch was asked to open, if any.
  public let url: URL?

  /// Creates the event.
  ///
  /// - Parameter url: The URL that the launch was asked to open, if any.
  public init(url: URL? = nil) {
    self.url = url
  }

  /// False when any module answers false.
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

  /// Creates the event.
  ///
  /// - Parameter url: The URL that the launch was asked to open, if any.
  public init(url: URL? = nil) {
    self.url = url
  }

  /// False when any module answers false.
  public static var merge: MergeRule<Bool> { .all }
}

extension DidFinishLaunching: NotificationRepresentable {}

/// The app has become active: people can work with it.
public struct DidBecomeActive: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidBecomeActive: NotificationRepresentable {}

/// The app is about to stop being active, for a while or for good.
public struct WillResignActive: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillResignActive: NotificationRepresentable {}

/// The app has gone to the background, or its process is about to be stopped.
public struct DidEnterBackground: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidEnterBackground: NotificationRepresentable {}

/// The app is about to come back from the background.
public struct WillEnterForeground: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillEnterForeground: NotificationRepresentable {}

/// The app is about to terminate: the last event before shutdown.
public struct WillTerminate: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension WillTerminate: NotificationRepresentable {}

/// Memory has become scarce, or is no longer scarce.
public struct DidReceiveMemoryPressure: LifecycleEvent {
  /// How scarce it is now.
  public let level: MemoryPressureLevel

  /// Creates the event.
  ///
  /// - Parameter level: How scarce it is now.
  public init(level: MemoryPressureLevel) {
    self.level = level
  }
}

extension DidReceiveMemoryPressure: NotificationRepresentable {
  /// Publishes `level`.
  public var notificationUserInfo: [String: any Sendable] {
    ["level": level.rawValue]
  }
}

/// How scarce memory is.
public enum MemoryPressureLevel: String, Sendable, Codable, CaseIterable {
  /// No longer scarce.
  case normal
  /// Scarce: release caches and other data that you can recreate.
  case warning
  /// So scarce that the system may end the process.
  case critical
}

/// The configuration was reloaded; values that a module read earlier may be stale.
public struct DidReloadConfiguration: LifecycleEvent {
  /// The sorted full keys of the values that have changed in a file, such as `Orders.limit`.
  public let changedKeys: [String]

  /// Creates the event.
  ///
  /// - Parameter changedKeys: The full keys of the values that have changed in a file.
  public init(changedKeys: [String] = []) { self.changedKeys = changedKeys }

  /// Returns whether any of a module's values changed.
  ///
  /// - Parameter module: The module's name.
  public func changes(_ module: ModuleName) -> Bool {
    changedKeys.contains { $0.hasPrefix("\(module).") }
  }
}

extension DidReloadConfiguration: NotificationRepresentable {}
