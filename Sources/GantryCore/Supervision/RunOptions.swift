// SPDX-License-Identifier: Apache-2.0

public import GantryLaunch

/// The options for the supervision of a module's long-running work, as in `@Run(…)`.
public struct RunOptions: Sendable, Hashable {
  /// Which ends of the work lead to a restart.
  package var restart: RestartPolicy
  /// The pauses before the restarts, and how many restarts are allowed within ``window``.
  package var retry: RetryPolicy
  /// The time window in which restarts are counted. Work that has run this long begins with the
  /// first pause again.
  package var window: Duration
  /// What the launch of the module waits for.
  package var ready: RunReadiness

  /// Creates options for long-running work.
  ///
  /// - Parameters:
  ///   - restart: Which ends of the work lead to a restart.
  ///   - retry: The pauses before the restarts, and how many are allowed within the window; one more
  ///     makes the module fail. A random part of up to half is taken off pauses that grow, so that
  ///     work that fails together doesn't restart together.
  ///   - window: The time window in which restarts are counted; less than zero counts as zero.
  ///   - ready: What *ready* waits for: with ``RunReadiness/whenReported``, until the module reports
  ///     that it is ready.
  public init(
    _ restart: RestartPolicy = .onFailure, retry: RetryPolicy = .backoff(5),
    within window: Duration = .seconds(60), ready: RunReadiness = .atOnce
  ) {
    self.restart = restart
    self.retry = retry
    self.window = max(.zero, window)
    self.ready = ready
  }
}
