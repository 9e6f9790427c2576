// SPDX-License-Identifier: Apache-2.0

/// Counts uses of the app, in memory only.
public protocol UsageCounter: Sendable {
  /// Counts an action.
  ///
  /// - Parameter action: The action, for example `order placed`.
  func count(_ action: String) async

  /// How often each action was counted since the launch.
  var counts: [String: Int] { get async }
}
