// SPDX-License-Identifier: Apache-2.0

/// Memory has become scarce, or is no longer so.
public struct DidReceiveMemoryPressure: LifecycleEvent {
  /// How scarce it is now.
  public let level: MemoryPressureLevel

  /// Makes the event.
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
  /// Enough again.
  case normal
  /// Scarce: caches and other data that can be made anew should go.
  case warning
  /// So scarce that the process may be ended.
  case critical
}

/// The configuration was read anew; values that a module took from it may be stale.
public struct DidReloadConfiguration: LifecycleEvent {
  /// The full keys whose value in a file has changed, sorted: `Orders.limit`.
  public let changedKeys: [String]

  /// Makes the event.
  ///
  /// - Parameter changedKeys: The full keys whose value in a file has changed.
  public init(changedKeys: [String] = []) { self.changedKeys = changedKeys }

  /// Whether a value of a module changed.
  ///
  /// - Parameter module: The module's name.
  public func changes(_ module: ModuleName) -> Bool {
    changedKeys.contains { $0.hasPrefix("\(module).") }
  }
}

extension DidReloadConfiguration: NotificationRepresentable {}

/// Files that are locked with the device can be read again.
public struct ProtectedDataDidBecomeAvailable: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension ProtectedDataDidBecomeAvailable: NotificationRepresentable {}

/// Files that are locked with the device are about to become unreadable.
public struct ProtectedDataWillBecomeUnavailable: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension ProtectedDataWillBecomeUnavailable: NotificationRepresentable {}

/// The clock has jumped: midnight, another time zone, or a change by hand.
public struct SignificantTimeChange: LifecycleEvent {
  /// Makes the event.
  public init() {}
}

extension SignificantTimeChange: NotificationRepresentable {}
