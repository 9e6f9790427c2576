// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// A door that opens once, and the tasks that wait for it.
typealias LaunchGate = Promise<Void>

extension LaunchGate {
  /// Waits, but not for ever; false when the time was over first.
  ///
  /// A caller that is cancelled waits no less.
  func wait(for limit: Duration, by timer: LaunchTimer) async -> Bool {
    let waiting = Task.detached { await self.valueUnlessCancelled() }
    let bound = Task.detached {
      if (try? await timer.sleep(limit)) != nil { waiting.cancel() }
    }
    _ = await waiting.value
    bound.cancel()
    await bound.value
    return isResolved
  }
}

/// A clock of any kind, reduced to the needs of a launch: the time since it began, and waiting.
struct LaunchTimer: Sendable {
  let now: @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleep = { try await clock.wait(for: $0) }
  }
}
