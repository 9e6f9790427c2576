// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  internal import Foundation

  extension Duration {
    var milliseconds: Double {
      let (seconds, attoseconds) = components
      return Double(seconds) * 1_000 + Double(attoseconds) / 1e15
    }

    /// At least three digits, in milliseconds, so that the figures of a column share one unit.
    var words: String {
      let value = milliseconds
      let decimals = value < 10 ? 2 : value < 100 ? 1 : 0
      return String(format: "%.\(decimals)f ms", value)
    }
  }
#endif
