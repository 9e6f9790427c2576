// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
