// SPDX-License-Identifier: Apache-2.0

/// How a module's long-running work is supervised, as in `@Run(…)`.
public struct RunOptions: Sendable, Hashable {
  /// After which end the work runs again.
  public var restart: RestartPolicy
  /// The pauses before it runs again.
  public var backoff: RestartBackoff
  /// How many restarts there may be until the module has failed.
  public var intensity: RestartIntensity
  /// The extent of a restart.
  public var scope: RestartScope

  /// Makes the options of long-running work.
  ///
  /// - Parameters:
  ///   - restart: After which end the work runs again.
  ///   - backoff: The pauses before it runs again.
  ///   - intensity: How many restarts there may be until the module has failed.
  ///   - scope: The extent of a restart.
  public init(
    _ restart: RestartPolicy = .onFailure, backoff: RestartBackoff = .standard,
    intensity: RestartIntensity = .standard, restarting scope: RestartScope = .run
  ) {
    self.restart = restart
    self.backoff = backoff
    self.intensity = intensity
    self.scope = scope
  }
}

/// After which end long-running work runs again.
public enum RestartPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Never: its first error is the failure of the module.
  case never
  /// When it has thrown an error; once it returns, it is over.
  case onFailure
  /// Also when it has returned.
  case always
}

/// The extent of a restart.
public enum RestartScope: String, Sendable, Hashable, Codable, CaseIterable {
  /// The work is called again on the module that is there.
  case run
  /// The module and all that require it are shut down, created anew and launched.
  case module
}

/// How many restarts there may be in a time until the module has failed.
public struct RestartIntensity: Sendable, Hashable {
  /// The largest number of restarts within the window.
  public let restarts: Int
  /// The time in which restarts are counted.
  public let window: Duration

  /// So many restarts in a time; the next failure within it is the failure of the module.
  ///
  /// - Parameters:
  ///   - restarts: The largest number of restarts; less than zero counts as zero.
  ///   - window: The time in which they are counted.
  public static func times(_ restarts: Int, within window: Duration) -> RestartIntensity {
    RestartIntensity(restarts: max(0, restarts), window: max(.zero, window))
  }

  /// Five restarts in a minute.
  public static let standard = times(5, within: .seconds(60))

  /// Any number of restarts: the module never fails because of its work.
  public static let unlimited = times(.max, within: .seconds(60))
}
