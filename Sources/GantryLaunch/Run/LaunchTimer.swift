// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantrySupport

/// A clock of any type, reduced to the needs of a launch: its start, the time since then, and
/// sleeping.
package struct LaunchTimer: Sendable {
  package let now: @Sendable () -> Duration
  package let startedAt = Date()
  /// The start on the clock of the system, with any clock of the launch.
  package let start = ContinuousClock.now
  let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a timer that counts from now.
  package init(_ clock: some Clock<Duration>) {
    now = clock.stopwatch()
    sleep = { try await clock.wait(for: $0) }
  }
}
