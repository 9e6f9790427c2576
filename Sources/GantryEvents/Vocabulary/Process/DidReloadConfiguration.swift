// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

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
