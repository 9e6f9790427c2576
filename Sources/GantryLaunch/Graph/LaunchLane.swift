// SPDX-License-Identifier: Apache-2.0

/// The lane in which a task runs: the main actor or the background.
package enum LaunchLane: String, Sendable, Hashable, Codable, CaseIterable {
  /// On the main actor, synchronously.
  case main
  /// Off the main actor.
  case background
}
