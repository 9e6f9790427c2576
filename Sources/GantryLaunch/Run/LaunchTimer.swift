// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// A clock of any type, reduced to what a launch needs: the time since its start, and sleeping.
package struct LaunchTimer: Sendable {
  package let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a timer that counts from now.
  package init(_ clock: some Clock<Duration>) {
    now = clock.stopwatch()
    sleep = { try await clock.wait(for: $0) }
  }
}
