// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How often a random or repeating test runs its rounds: a twentieth, unless `GANTRY_LONG_TESTS` is set.
///
/// `make check-long` sets it. The seeds of the short form are the first ones of the long form.
///
/// - Parameter count: The number of rounds in the long form.
/// - Returns: The number of rounds now, at least one.
package func rounds(_ count: Int) -> Int {
  isLong ? count : max(1, count / 20)
}

private let isLong = ProcessInfo.processInfo.environment["GANTRY_LONG_TESTS"] != nil
