// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging

extension Application {
  private var shuffleSeed: String? { launchOptions.environment["GANTRY_SHUFFLE"] }

  /// The random order that was asked for, if any.
  var shuffle: LaunchShuffle? {
    launchOptions.shuffle ?? shuffleSeed.flatMap { UInt64($0) }.map { LaunchShuffle(seed: $0) }
  }

  /// Says how to repeat an order before anything can hang in it, and what is no seed.
  func logShuffle() {
    if let shuffle {
      logger.notice("launches in a random order; GANTRY_SHUFFLE=\(shuffle.seed) repeats it")
    } else if let shuffleSeed {
      logger.warning(
        "GANTRY_SHUFFLE is '\(shuffleSeed)', no whole number: launches in the planned order")
    }
  }
}
