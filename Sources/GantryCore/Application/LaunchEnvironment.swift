// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GantryLaunch
internal import GantrySupport
internal import Logging

/// The variables and options that a developer sets for one launch.
struct LaunchEnvironment {
  let launchOptions: LaunchOptions
  let hasSafeMode: Bool
  let logger: Logger

  /// The suffixes of the variables that an application reads; all begin with `GANTRY_`.
  private static let variables = ["MANIFEST", "ONLY", "REPORT", "SAFE_MODE", "SHUFFLE"]

  /// Warns of environment variables that have no effect: of those that only debug builds take, and
  /// of each name that nearly matches one that an application reads.
  func logVariables() {
    let process = ProcessInfo.processInfo.environment
    for name in LaunchOptions.debugVariables
    where launchOptions.environment[name] == nil && process[name]?.isEmpty == false {
      logger.warning(
        "\(name) is ignored: a debug build takes it, unless the app states its environment")
    }
    if !hasSafeMode, launchOptions.environment["GANTRY_SAFE_MODE"]?.isEmpty == false {
      logger.warning("GANTRY_SAFE_MODE is ignored: the app has no safe mode")
    }
    let prefix = "GANTRY_"
    for name in launchOptions.environment.keys.sorted() where name.hasPrefix(prefix) {
      let end = String(name.dropFirst(prefix.count))
      guard !Self.variables.contains(end) else { continue }
      let near = NearNames.of(end, among: Self.variables).map { prefix + $0 }
      guard !near.isEmpty else { continue }
      logger.warning("nothing reads the environment variable \(name).\(Wording.near(near))")
    }
  }

  /// An empty variable counts as unset, as for all others.
  private var shuffleSeed: String? {
    launchOptions.environment["GANTRY_SHUFFLE"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The random order that was requested, if any.
  var shuffle: LaunchShuffle? {
    (launchOptions.shuffle ?? shuffleSeed.flatMap { UInt64($0) })
      .map { LaunchShuffle(seed: $0, longestDelay: launchOptions.longestShuffleDelay) }
  }

  /// Logs how to repeat a random order, before anything in it can hang. Warns of a text that isn't
  /// a seed.
  func logShuffle() {
    if let shuffle {
      logger.notice("launching in a random order; GANTRY_SHUFFLE=\(shuffle.seed) repeats it")
    } else if let shuffleSeed {
      logger.warning(
        "GANTRY_SHUFFLE is '\(shuffleSeed)', not a whole number: launching in the planned order")
    }
  }
}
