// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Counts uses of the app; in memory only.
public protocol UsageCounter: Sendable {
  /// Counts something that was done.
  ///
  /// - Parameter action: The action, for example `order placed`.
  func count(_ action: String) async

  /// How often each action was counted since the launch.
  var counts: [String: Int] { get async }
}
