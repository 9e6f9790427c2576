// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantryText
internal import Logging
internal import Synchronization

extension Application {
  /// Waits until the app is ready, even if it has not been started yet.
  ///
  /// Use it in code outside of modules that needs the modules, such as a server that listens once
  /// they have launched. ``start(willLaunch:)`` itself returns at that time.
  ///
  /// - Returns: The report at ready.
  /// - Throws: The error of ``start(willLaunch:)``, as soon as it is known, even if that was before
  ///   this call; ``ApplicationError/cancelled`` when the application was stopped and not started
  ///   again, or when the waiting task is cancelled.
  @discardableResult
  public func waitUntilReady() async throws(ApplicationError) -> LaunchReport {
    try await readiness.wait().get()
  }

  /// Waits until the app is ready.
  func untilReady(
    _ launch: LaunchRun, within limit: Duration?
  ) async throws(LaunchError) {
    let outcome = await withTaskCancellationHandler {
      await Result.awaiting { () async throws(LaunchError) -> Void in
        guard let limit else { return try await launch.ready() }
        try await launch.ready(within: limit)
      }
    } onCancel: {
      launch.cancel()
    }
    try outcome.get()
  }

  /// Logs the tasks that *ready* waits for, at doubling intervals, until there is nothing left to
  /// wait for.
  static func warn(
    of launch: LaunchRun, every first: Duration, to logger: Logger
  ) async {
    var (interval, passed) = (first, Duration.zero)
    while true {
      do throws(LaunchError) {
        return try await launch.ready(within: interval)
      } catch {
        guard case .overdue(_, let waiting) = error else { return }
        passed += interval
        interval *= 2
        logger.warning(
          "not ready after \(passed.text): \(OpenWaits(waiting).lines.joined(separator: "; "))")
      }
    }
  }
}

/// Resumes the tasks that wait for an application to be ready, with its report or the error.
final class ReadyGate: Sendable {
  typealias Outcome = Result<LaunchReport, ApplicationError>

  private struct State {
    var outcome: Outcome?
    /// The number of the launch that is waited for.
    var launch = 0
    /// The next outcome.
    var next = Promise<Outcome>()
  }

  /// Invariant: with an outcome, nothing waits for the next one.
  private let state = Mutex(State())

  /// Whether the last launch succeeded, and the application has not stopped since.
  var isReady: Bool {
    state.withLock { state in
      if case .success? = state.outcome { true } else { false }
    }
  }

  /// Forgets the outcome of the last launch, since another begins.
  ///
  /// - Returns: The number of the new launch.
  func close() -> Int {
    state.withLock { state in
      state.outcome = nil
      state.launch += 1
      return state.launch
    }
  }

  /// Sets the outcome of a launch; an earlier outcome stays, and that of an earlier launch is
  /// ignored.
  func settle(_ outcome: Outcome, of launch: Int) {
    set(outcome) { $0.outcome == nil && $0.launch == launch }
  }

  /// Reports that the application is no longer ready, or will not be.
  func end() {
    set(.failure(.cancelled)) { state in
      if case .failure = state.outcome { false } else { true }
    }
  }

  /// Waits for an outcome; if the task is cancelled, returns ``ApplicationError/cancelled``.
  func wait() async -> Outcome {
    let (outcome, next) = state.withLock { ($0.outcome, $0.next) }
    if let outcome { return outcome }
    return await next.valueUnlessCancelled() ?? .failure(.cancelled)
  }

  private func set(_ outcome: Outcome, where isDue: (State) -> Bool) {
    let next = state.withLock { state -> Promise<Outcome>? in
      guard isDue(state) else { return nil }
      state.outcome = outcome
      defer { state.next = Promise() }
      return state.next
    }
    next?.resolve(outcome)
  }
}
