// SPDX-License-Identifier: Apache-2.0

/// A lifecycle event of which a module that is still launching must hear each one.
package protocol HeldEvent: LifecycleEvent {}

extension HeldEvent {
  /// Kept for a module that is still launching.
  public static var whileLaunching: LaunchingPolicy { .hold }
}
