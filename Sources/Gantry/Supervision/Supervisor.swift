// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// The supervisor of one piece of long-running work: whether it runs, waits to run again, or is over.
///
/// It is a state machine without tasks, clock or effects. ``ModuleRuns`` keeps it under its lock, hands
/// in each ``Input``, and carries out the action that comes back.
struct Supervisor: Sendable, Equatable {
  /// Something that happened to the work; times are since any fixed moment.
  enum Input: Sendable, Equatable {
    /// Its module has launched.
    case launched
    /// It has returned.
    case returned(at: Duration)
    /// It has thrown an error.
    case failed(String, at: Duration)
    /// The pause before a restart is over.
    case pauseOver
    /// The module is to stop.
    case stopRequested
  }

  /// Something that has to be done.
  enum Action: Sendable, Equatable {
    /// Call the work.
    case run
    /// Let this time pass.
    case pause(Duration)
    /// Create the module anew.
    case renew
    /// Ask the work to end, or end the pause.
    case end
    /// Nothing more comes: the work is over.
    case finish
    /// Nothing more comes: the module has failed.
    case giveUp(reason: String)
    /// Nothing.
    case none
  }

  /// Where the work is in its life.
  enum Phase: Sendable, Equatable {
    /// Its module has not launched.
    case idle
    case running
    /// It waits to run again, after so long a pause.
    case pausing(Duration)
    /// It was asked to end, and has not.
    case ending
    /// It is over, and was not asked to end: it has returned, or makes place for a new module.
    case finished
    case stopped
    case failed(reason: String)
  }

  /// More restarts than these are not told apart: the pause is at its longest.
  private static let remembered = 64

  let options: RunOptions
  private(set) var phase = Phase.idle
  /// When it ran again within the window of the intensity, the oldest first.
  private var restarts: [Duration] = []
  /// How often it ran again at all.
  private(set) var restartCount = 0
  /// The error with which it ended last; nil when it has returned.
  private(set) var lastFailure: String?

  init(_ options: RunOptions) { self.options = options }

  /// Takes in an event.
  ///
  /// - Parameters:
  ///   - input: The event.
  ///   - random: The source of the random part of pauses.
  /// - Returns: The action to carry out now. An event that comes too late has none.
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
      guard options.restart != .never else { return giveUp(error) }
      return restart(at: now, using: &random)
    case (.pausing, .pauseOver):
      guard options.scope == .run else {
        phase = .finished
        return .renew
      }
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

  /// The supervisor of the same work of a module that was created anew because of it.
  func renewed() -> Supervisor {
    var copy = self
    copy.phase = .idle
    return copy
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
    let (allowed, window) = (options.intensity.restarts, options.intensity.window)
    restarts.removeAll { $0 + window <= now }
    guard restarts.count < allowed else { return giveUp(exceeded(allowed, window)) }
    if allowed == .max, restarts.count == Self.remembered { restarts.removeFirst() }
    restarts.append(now)
    restartCount += 1
    let pause = options.backoff.pause(before: restarts.count, using: &random)
    phase = .pausing(pause)
    return .pause(pause)
  }

  private func exceeded(_ allowed: Int, _ window: Duration) -> String {
    let end = lastFailure ?? "it has returned"
    guard allowed > 0 else { return end }
    return "\(end) (after \(allowed) \(allowed == 1 ? "restart" : "restarts") in \(window.text))"
  }
}
