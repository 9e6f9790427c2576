// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The time of one stop, shared out among its steps so that none takes all of it.
struct StopBudget: Sendable {
  /// The time for all steps.
  let total: Duration
  private let elapsed: @Sendable () -> Duration
  private let steps: Int
  private var begun = 0

  /// Begins to share time out, now.
  ///
  /// - Parameters:
  ///   - total: The time for all steps.
  ///   - steps: How many there are at most.
  ///   - clock: What measures how much of it is gone.
  init(_ total: Duration, steps: Int, clock: any Clock<Duration>) {
    self.init(total, steps: steps, elapsed: clock.stopwatch())
  }

  init(_ total: Duration, steps: Int, elapsed: @escaping @Sendable () -> Duration) {
    self.total = total
    self.steps = max(1, steps)
    self.elapsed = elapsed
  }

  /// What has not been used.
  var left: Duration { max(.zero, total - elapsed()) }

  /// The longest time that the next step may take.
  ///
  /// Half of the total is kept, in equal parts, for the steps behind it; the other half goes to
  /// whichever needs it first.
  ///
  /// - Parameter bound: What the step would be given on its own.
  mutating func next(_ bound: Duration) -> Duration {
    begun += 1
    let reserve = total / (2 * steps) * max(0, steps - begun)
    return max(.zero, min(bound, total - elapsed() - reserve))
  }
}

extension Clock<Duration> {
  /// Measures the time from now on.
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
