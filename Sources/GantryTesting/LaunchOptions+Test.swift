// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension LaunchOptions {
  /// A launch by a test: no arguments, and an empty environment.
  public static var test: LaunchOptions {
    LaunchOptions(source: .test, arguments: [], environment: [:])
  }

  /// A launch by a test in a random legal order; the report of a launch that fails has the seed.
  ///
  /// Nothing is delayed, since the test clock stands still.
  ///
  /// - Parameter seed: The seed; the same one gives the same order.
  public static func test(shuffle seed: UInt64) -> LaunchOptions {
    LaunchOptions(
      source: .test, arguments: [], environment: [:],
      shuffle: LaunchShuffle(seed: seed, longestDelay: .zero))
  }
}
