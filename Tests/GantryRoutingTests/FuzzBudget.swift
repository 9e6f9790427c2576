// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestRounds

/// The number of inputs for the tests with random input, and their seed.
///
/// `GANTRY_FUZZ_INPUTS` and `GANTRY_FUZZ_SEED` replace both, to try millions or repeat a failure.
enum FuzzBudget {
  static let inputs = number("GANTRY_FUZZ_INPUTS").map(Int.init) ?? rounds(100_000)
  static let seed = number("GANTRY_FUZZ_SEED") ?? UInt64.random(in: 1...(.max))

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }
}
