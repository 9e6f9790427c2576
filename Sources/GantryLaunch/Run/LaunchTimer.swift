// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import GantryText

/// A clock of any type, reduced to what a launch needs: the time since its start, and sleeping; and
/// the time of day at its start.
package struct LaunchTimer: Sendable {
  package let now: @Sendable () -> Duration
  package let startedAt = Date()
  /// The start on the clock of the system, whatever the clock of the launch is.
  let start = ContinuousClock.now
  let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a timer that counts from now.
  package init(_ clock: some Clock<Duration>) {
    now = clock.stopwatch()
    sleep = { try await clock.wait(for: $0) }
  }
}
