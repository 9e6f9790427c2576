// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How often a random or repeating test runs its rounds: a twentieth, unless `GANTRY_LONG_TESTS` is set.
///
/// `make check-long` sets it. The seeds of the short form are the first ones of the long form.
///
/// These variables change the number and the seeds of two suites:
///
/// - `GANTRY_RANDOM_LAUNCHES=100000 swift test --filter RandomLaunchTests` launches that many random
///   graphs, with failures, timeouts, retries and cancellations. `GANTRY_RANDOM_SEED=100000` begins
///   with that seed instead of 0.
/// - `GANTRY_FUZZ_INPUTS=5000000 swift test --filter GantryRoutingTests` tests URLs, patterns and
///   routes with that many random inputs. Each run prints its seed, and `GANTRY_FUZZ_SEED` repeats it.
///
/// - Parameter count: The number of rounds in the long form.
/// - Returns: The number of rounds now, at least one.
package func rounds(_ count: Int) -> Int {
  isLong ? count : max(1, count / 20)
}

private let isLong = ProcessInfo.processInfo.environment["GANTRY_LONG_TESTS"] != nil
