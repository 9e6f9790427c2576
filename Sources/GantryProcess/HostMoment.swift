// SPDX-License-Identifier: Apache-2.0

package import GantrySupport

/// A moment in the start of a host, for tests that force the order of events.
package enum HostMoment: String, Sendable {
  /// The signals are caught, and there is no service group.
  case listening
  /// The service group exists, and doesn't run.
  case grouped

  /// Called at each moment of every host of the process; the start waits for it. A task-local value
  /// crashes optimized programs if `main` sets it (Swift 6.3.1).
  package static let reached = LockedBox<@Sendable (HostMoment) async -> Void>()
}
