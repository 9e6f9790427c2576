// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// The supervisor of one piece of long-running work, which knows whether it runs, will run again,
/// or is over.
///
/// It is a state machine without tasks, clock or effects. ``ModuleRuns`` guards it with its lock,
/// passes in each ``Input``, and performs the action that it returns.
struct Supervisor: Sendable, Equatable {
  /// An event of the work; times are measured from any fixed moment.
  enum Input: Sendable, Equatable {
    /// Its module has launched.
    case launched
    /// It has returned.
    case returned(at: Duration)
    /// It has thrown an error.
    case failed(String, at: Duration)
    /// The pause before a restart is over.
    case pauseOver
    /// The module stops.
    case stopRequested
  }

  /// An action that the caller performs.
  enum Action: Sendable, Equatable {
    /// Run the work.
    case run
    /// Wait for this time.
    case pause(Duration)
    /// Ask the work to end, or end the pause.
    case end
    /// Nothing; the work is over.
    case finish
    /// Nothing; the module has failed.
    case giveUp(reason: String)
    /// Nothing.
    case none
  }

  /// The phase of the work's life.
  enum Phase: Sendable, Equatable {
    /// Its module has not launched.
    case idle
    case running
    /// It waits to run again, after this pause.
    case pausing(Duration)
    /// It was asked to end, but has not ended.
    case ending
    /// It has returned without being asked to end.
    case finished
    case stopped
    case failed(reason: String)
  }

  /// The pause that each further restart adds if the options ask for none, and the longest one: two
  /// crash loops without a pause would leave no thread to other tasks, and fill the log.
  private static let step = Duration.milliseconds(10)
  private static let longestStep = Duration.seconds(1)

  let options: RunOptions
  private(set) var phase = Phase.idle
  /// The times of restarts within the window, the oldest first.
  private var restarts: [Duration] = []
  /// The number of restarts since the work last ran for a whole window.
  private var streak = 0
  /// When the work last ran again.
  private var resumed: Duration?
  /// The total number of restarts.
  private(set) var restartCount = 0
  /// The error of the last end; nil if the work has returned.
  private(set) var lastFailure: String?

  init(_ options: RunOptions) { self.options = options }

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - input: The event.
  ///   - random: The source of the random part of pauses.
  /// - Returns: The action to perform now; `none` for an event that comes too late.
  mutating func handle(
    _ input: Input, using random: inout some RandomNumberGenerator
  ) -> Action {
    switch (phase, input) {
    case (.idle, .launched):
      phase = .running
      return .run
    case (.running, .returned(let now)):
      lastFailure = nil
      guard options.restart == .always else { return finish(as: .finished) }
      return restart(at: now, using: &random)
    case (.running, .failed(let error, let now)):
      lastFailure = error
      return restart(at: now, using: &random)
    case (.pausing, .pauseOver):
      phase = .running
      return .run
    case (.running, .stopRequested), (.pausing, .stopRequested):
      phase = .ending
      return .end
    case (.ending, .returned), (.ending, .failed), (.ending, .pauseOver):
      return finish(as: .stopped)
    case (.idle, .stopRequested), (.finished, .stopRequested):
      phase = .stopped
      return .none
    default: return .none
    }
  }

  private mutating func finish(as phase: Phase) -> Action {
    self.phase = phase
    return .finish
  }

  private mutating func giveUp(_ reason: String) -> Action {
    phase = .failed(reason: reason)
    return .giveUp(reason: reason)
  }

  private mutating func restart(
    at now: Duration, using random: inout some RandomNumberGenerator
  ) -> Action {
    let (allowed, window) = (options.retry.count, options.window)
    if !options.retry.isUnlimited {
      restarts.removeAll { $0 + window <= now }
      guard restarts.count < allowed else { return giveUp(exceeded(allowed, window)) }
      restarts.append(now)
    }
    if let resumed, now - resumed >= window { streak = 0 }
    streak += 1
    restartCount += 1
    let pause = pause(using: &random)
    resumed = now + pause
    phase = .pausing(pause)
    return .pause(pause)
  }

  private func pause(using random: inout some RandomNumberGenerator) -> Duration {
    let longest = options.retry.wait(before: streak)
    guard longest > .zero else { return min(Self.longestStep, Self.step * (streak - 1)) }
    guard options.retry.factor > 1 else { return longest }
    return longest * (1 - Double.random(in: 0...0.5, using: &random))
  }

  private func exceeded(_ allowed: Int, _ window: Duration) -> String {
    let end = lastFailure ?? "it has returned"
    guard allowed > 0 else { return end }
    return "\(end) (after \(allowed.counted("restart")) in \(window.text))"
  }
}
