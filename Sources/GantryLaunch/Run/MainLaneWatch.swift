// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// Notices a main lane that does not go on, by looking at it from elsewhere.
///
/// The main lane stores a number for each task; the clock is read here, twice per threshold, and
/// only while a task has or wants the lane.
final class MainLaneWatch: Sendable {
  /// What was seen at the lane.
  struct Sighting: Equatable {
    let task: Int
    let isRunning: Bool
    let duration: Duration
  }

  private let threshold: Duration
  /// The task that has or wants the lane, its try and whether it runs; zero when there is none.
  private let current = Atomic<UInt64>(0)
  private let isDormant = Atomic(true)
  private let (calls, call) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(threshold: Duration) { self.threshold = threshold }

  /// Says that a task has the lane, or that it was given to the main actor and waits for its turn.
  func note(_ task: Int, attempt: Int, isRunning: Bool) {
    let number = UInt64(task + 1) << 16 | UInt64(attempt & 0x7fff) << 1 | (isRunning ? 1 : 0)
    current.store(number, ordering: .sequentiallyConsistent)
    if isDormant.exchange(false, ordering: .sequentiallyConsistent) { call.yield() }
  }

  /// Says that the lane is free.
  func clear() { current.store(0, ordering: .sequentiallyConsistent) }

  /// Looks until the task is cancelled; reports each task once that is seen for too long.
  func run(_ timer: LaunchTimer, _ report: @Sendable (Sighting) -> Void) async {
    for await _ in calls {
      var seen: (number: UInt64, since: Duration, isReported: Bool) = (0, .zero, false)
      while let number = next() {
        let now = timer.now()
        if number != seen.number { seen = (number, now, false) }
        if !seen.isReported, now - seen.since >= threshold {
          seen.isReported = true
          report(
            Sighting(
              task: Int(number >> 16) - 1, isRunning: number & 1 == 1, duration: now - seen.since))
        }
        guard (try? await timer.sleep(threshold / 2)) != nil else { return }
      }
    }
  }

  /// What is at the lane; nil when it is free, and whoever comes next has to call.
  private func next() -> UInt64? {
    let number = current.load(ordering: .sequentiallyConsistent)
    guard number == 0 else { return number }
    isDormant.store(true, ordering: .sequentiallyConsistent)
    // Who came before this was said has not called.
    let again = current.load(ordering: .sequentiallyConsistent)
    guard again != 0, isDormant.exchange(false, ordering: .sequentiallyConsistent) else {
      return nil
    }
    return again
  }
}
