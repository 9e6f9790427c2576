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

/// The pauses before long-running work runs again: each longer than the one before, up to a bound,
/// and partly random, so that many that fail together don't come back together.
///
/// The restarts within the window of the ``RestartIntensity`` count: after a window without a failure
/// the first pause is the shortest again.
public struct RestartBackoff: Sendable, Hashable {
  /// The pause before the first restart.
  public let delay: Duration
  /// The factor from each pause to the next one.
  public let factor: Double
  /// The longest pause.
  public let cap: Duration
  /// The part of a pause that is random, from 0 to 1: with 0.5, a pause of a second takes from half a
  /// second to a second.
  public let jitter: Double

  /// Makes a backoff.
  ///
  /// - Parameters:
  ///   - delay: The pause before the first restart; less than zero counts as zero.
  ///   - factor: The factor from each pause to the next one; less than one counts as one.
  ///   - cap: The longest pause.
  ///   - jitter: The part of a pause that is random, from 0 to 1.
  public init(
    delay: Duration = .milliseconds(100), factor: Double = 2, cap: Duration = .seconds(30),
    jitter: Double = 0.5
  ) {
    self.delay = max(.zero, delay)
    self.factor = factor.isFinite ? max(1, factor) : 1
    self.cap = max(.zero, cap)
    self.jitter = jitter.isFinite ? min(max(0, jitter), 1) : 0
  }

  /// From a tenth of a second, twice as long each time, up to half a minute; half of it is random.
  public static let standard = RestartBackoff()

  /// No pause.
  public static let none = RestartBackoff(delay: .zero)

  /// The same pause each time.
  ///
  /// - Parameter delay: The pause.
  public static func constant(_ delay: Duration) -> RestartBackoff {
    RestartBackoff(delay: delay, factor: 1, cap: delay, jitter: 0)
  }

  /// The longest pause before a restart, without its random part.
  ///
  /// - Parameter restart: Which restart, counted from 1.
  /// - Returns: The pause, at most ``cap``.
  package func longest(before restart: Int) -> Duration {
    var pause = delay / .seconds(1)
    let longest = cap / .seconds(1)
    var left = restart - 1
    while left > 0, pause > 0, pause < longest, factor > 1 {
      pause *= factor
      left -= 1
    }
    return pause < longest ? .seconds(pause) : cap
  }

  /// A pause before a restart.
  func pause(
    before restart: Int, using random: inout some RandomNumberGenerator
  ) -> Duration {
    let longest = longest(before: restart)
    guard jitter > 0, longest > .zero else { return longest }
    return longest * (1 - jitter * Double.random(in: 0...1, using: &random))
  }
}
