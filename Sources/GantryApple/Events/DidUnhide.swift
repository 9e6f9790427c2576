// SPDX-License-Identifier: Apache-2.0

/// The app is shown again.
public struct DidUnhide: LifecycleEvent {
  /// Creates the event.
  public init() {}
}

extension DidUnhide: NotificationRepresentable {}
