// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension ModuleCollection {
  /// Runs the shutdown function of one module, for as long as it may take.
  static func stop(
    _ name: ModuleName, _ instance: ModuleInstance, after late: String?,
    within bound: Duration, clock: any Clock<Duration>
  ) async -> ShutdownReport.Entry {
    guard let shutdown = instance.shutdown else {
      return ShutdownReport.Entry(name: name, duration: .zero, failure: late)
    }
    let outcome = Mutex<String?>(nil)
    let duration = await clock.measure {
      let failure = await Deadline.run(within: bound, clock: clock, shutdown)
      outcome.withLock { $0 = failure }
    }
    return ShutdownReport.Entry(
      name: name, duration: duration, failure: outcome.withLock { $0 } ?? late)
  }
}
