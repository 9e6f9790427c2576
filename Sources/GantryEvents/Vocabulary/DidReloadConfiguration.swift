// SPDX-License-Identifier: Apache-2.0

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
