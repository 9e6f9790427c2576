// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The app is starting: the first event that a module hears, right after its `init`.
///
/// A module answers false when it cannot handle the URL of the launch.
public struct WillFinishLaunching: LifecycleEvent {
  /// The URL that the launch was asked to open, if any.
  public let url: URL?

  package var system = SystemReference()

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

extension WillFinishLaunching: SystemDelivered {}
