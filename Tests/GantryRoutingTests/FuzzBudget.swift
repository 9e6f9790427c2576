// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How many inputs the tests with random input try, and from which seed.
///
/// `GANTRY_FUZZ_INPUTS` and `GANTRY_FUZZ_SEED` replace both: millions by hand, or a run that failed.
enum FuzzBudget {
  static let inputs = number("GANTRY_FUZZ_INPUTS").map(Int.init) ?? 100_000
  static let seed = number("GANTRY_FUZZ_SEED") ?? UInt64.random(in: 1...(.max))

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }
}
