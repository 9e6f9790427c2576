// SPDX-License-Identifier: Apache-2.0

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
  package var notificationUserInfo: [String: any Sendable] {
    ["level": level.rawValue]
  }
}
