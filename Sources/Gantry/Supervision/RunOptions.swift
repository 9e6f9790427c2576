// SPDX-License-Identifier: Apache-2.0

/// The options for the supervision of a module's long-running work, as in `@Run(…)`.
public struct RunOptions: Sendable, Hashable {
  /// Which ends of the work lead to a restart.
  public var restart: RestartPolicy
  /// The pauses before each restart.
  public var backoff: RestartBackoff
  /// The largest number of restarts before the module counts as failed.
  public var intensity: RestartIntensity

  /// Creates options for long-running work.
  ///
  /// - Parameters:
  ///   - restart: Which ends of the work lead to a restart.
  ///   - backoff: The pauses before each restart.
  ///   - intensity: The largest number of restarts before the module counts as failed.
  public init(
    _ restart: RestartPolicy = .onFailure, backoff: RestartBackoff = .standard,
    intensity: RestartIntensity = .standard
  ) {
    self.restart = restart
    self.backoff = backoff
    self.intensity = intensity
  }
}

/// The ends of long-running work that lead to a restart.
public enum RestartPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// None: the module fails with the first error of the work.
  case never
  /// Only an error; when the work returns, it is over.
  case onFailure
  /// Any end: an error or a return.
  case always
}

/// The largest number of restarts within a time window before the module counts as failed.
public struct RestartIntensity: Sendable, Hashable {
  /// The largest number of restarts within the window.
  public let restarts: Int
  /// The time window in which restarts are counted.
  public let window: Duration

  /// Allows a number of restarts within a time window; one more end within the window makes the
  /// module fail.
  ///
  /// - Parameters:
  ///   - restarts: The largest number of restarts; less than zero counts as zero.
  ///   - window: The time window in which they are counted.
  public static func times(_ restarts: Int, within window: Duration) -> RestartIntensity {
    RestartIntensity(restarts: max(0, restarts), window: max(.zero, window))
  }

  /// Five restarts in a minute.
  public static let standard = times(5, within: .seconds(60))

  /// Any number of restarts; the module never fails because of its work.
  public static let unlimited = times(.max, within: .seconds(60))
}

/// The pauses before the restarts of long-running work. Each is longer than the one before, up to a
/// limit.
///
/// A part of each pause is random, so that work that fails together does not restart together.
/// Once the work has run for the whole window of the ``RestartIntensity``, the first pause is the
/// shortest again.
public struct RestartBackoff: Sendable, Hashable {
  /// The pause before the first restart.
  public let delay: Duration
  /// The factor between each pause and the next one.
  public let factor: Double
  /// The longest pause.
  public let cap: Duration
  /// The random part of a pause, from 0 to 1. With 0.5, a pause of one second takes between half a
  /// second and one second.
  public let jitter: Double

  /// Creates a backoff.
  ///
  /// - Parameters:
  ///   - delay: The pause before the first restart; less than zero counts as zero.
  ///   - factor: The factor between each pause and the next one; less than one counts as one.
  ///   - cap: The longest pause.
  ///   - jitter: The random part of a pause, from 0 to 1.
  public init(
    delay: Duration = .milliseconds(100), factor: Double = 2, cap: Duration = .seconds(30),
    jitter: Double = 0.5
  ) {
    self.delay = max(.zero, delay)
    self.factor = factor.isFinite ? max(1, factor) : 1
    self.cap = max(.zero, cap)
    self.jitter = jitter.isFinite ? min(max(0, jitter), 1) : 0
  }

  /// Starts with a tenth of a second, and doubles up to half a minute; half of each pause is
  /// random.
  public static let standard = RestartBackoff()

  /// No pause before the first restart, and 10 ms more before each one after it, up to a second.
  public static let none = RestartBackoff(delay: .zero)

  /// The same pause each time.
  ///
  /// - Parameter delay: The pause.
  public static func constant(_ delay: Duration) -> RestartBackoff {
    RestartBackoff(delay: delay, factor: 1, cap: delay, jitter: 0)
  }

  /// Returns the longest pause before a restart, without its random part.
  ///
  /// - Parameter restart: The number of the restart, starting from 1.
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

  /// Returns a pause before a restart.
  func pause(
    before restart: Int, using random: inout some RandomNumberGenerator
  ) -> Duration {
    let longest = longest(before: restart)
    guard jitter > 0, longest > .zero else { return longest }
    return longest * (1 - jitter * Double.random(in: 0...1, using: &random))
  }
}
