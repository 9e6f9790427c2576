// SPDX-License-Identifier: Apache-2.0

import GantryLaunch
import TestRounds
import Testing

@Suite struct DurationTextTests {
  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `whole nanoseconds survive as milliseconds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for limit in [1_000, 1_000_000, 1_000_000_000_000] as [Int64] {
      let time = Duration.nanoseconds(Int64.random(in: -limit...limit, using: &random))
      #expect(Duration(milliseconds: time.milliseconds) == time, "seed \(seed)")
    }
  }

  @Test(arguments: [0.1, 1.1, 2.3, 12.5, 400, 1_000.001, -2.3])
  func `milliseconds keep the value they were written with`(milliseconds: Double) {
    #expect(Duration(milliseconds: milliseconds).milliseconds == milliseconds)
  }

  @Test(
    arguments: [
      (13_544_642_159, "13544.642159", "13.544642159"),
      (61_663_770_990, "61663.77099", "61.66377099"),
      (-116_623_921_918, "-116623.921918", "-116.623921918"),
      (3_826_893_946_398, "3826893.946398", "3826.893946398"), (1, "1e-06", "1e-09"),
      (0, "0.0", "0.0"),
    ] as [(Int64, String, String)])
  func `a number for JSON has no more digits than the time`(
    nanoseconds: Int64, milliseconds: String, seconds: String
  ) {
    let time = Duration.nanoseconds(nanoseconds)
    #expect("\(time.milliseconds)" == milliseconds && "\(time.inSeconds)" == seconds)
  }

  @Test(arguments: [
    (0.0, "0.00 ms"), (0.004, "0.00 ms"), (0.25, "0.25 ms"), (0.994, "0.99 ms"),
    (0.995, "1.0 ms"), (1, "1.0 ms"), (999.94, "999.9 ms"), (999.96, "1.0 s"),
    (1_000, "1.0 s"), (3_249, "3.2 s"), (-4.56, "-4.6 ms"), (-0.000_001, "0.00 ms"),
    (-999.96, "-1.0 s"), (86_400_000, "86400.0 s"),
  ])
  func `a duration's text is short and rounded`(milliseconds: Double, text: String) {
    #expect(Duration(milliseconds: milliseconds).text == text)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300])
  func `milliseconds that are out of range become finite`(milliseconds: Double) {
    #expect(Duration(milliseconds: milliseconds).milliseconds.isFinite)
  }
}
