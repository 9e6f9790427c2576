// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText
import Synchronization

/// A door that opens once, and the tasks that wait for it.
final class LaunchGate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [@Sendable () -> Void] = []
  }

  /// Invariant: no task waits at an open door.
  private let state = Mutex(State())

  var isOpen: Bool { state.withLock(\.isOpen) }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for goOn in waiting { goOn() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in whenOpen { continuation.resume() } }
  }

  /// Waits, but no longer than the task that waits is wanted.
  func waitUnlessCancelled() async {
    let either = LaunchGate()
    whenOpen { either.open() }
    await withTaskCancellationHandler {
      await either.wait()
    } onCancel: {
      either.open()
    }
  }

  /// Waits, but not for ever; false when the time was over first.
  func wait(for limit: Duration, by timer: LaunchTimer) async -> Bool {
    // Passed through by whichever is first.
    let either = LaunchGate()
    whenOpen { either.open() }
    // Detached: a caller that is cancelled would wait without its bound.
    let bound = Task.detached {
      guard (try? await timer.sleep(limit)) != nil else { return }
      either.open()
    }
    await either.wait()
    bound.cancel()
    await bound.value
    return isOpen
  }

  private func whenOpen(_ goOn: @escaping @Sendable () -> Void) {
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(goOn) }
      return state.isOpen
    }
    if isOpen { goOn() }
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
