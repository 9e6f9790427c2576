// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension Clock<Duration> {
  /// Sleeps in steps, each as long as all before it, so that a cancelled wait leaves nothing behind.
  ///
  /// A clock of the system keeps a cancelled sleep, about a kilobyte, until its time is over: code
  /// that bounds everything by ten seconds would pile them up for ten seconds.
  ///
  /// - Parameter duration: How long.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func wait(for duration: Duration) async throws {
    let start = now
    var passed = Duration.zero
    while passed < duration {
      let end = min(duration, max(passed * 2, .milliseconds(10)))
      try await sleep(until: start.advanced(by: end), tolerance: nil)
      passed = start.duration(to: now)
    }
  }
}
