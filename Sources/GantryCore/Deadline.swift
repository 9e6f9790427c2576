// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// Runs work with a time limit, so that it cannot delay the work after it.
package enum Deadline {
  /// Why a body did not end well within its time.
  package enum Miss: Sendable, Hashable {
    /// It threw an error, in words.
    case failed(message: String)
    /// It did not end in time.
    case timedOut(limit: Duration)
    /// The caller was cancelled, and no longer waits.
    case cancelled
  }

  /// The time after which a wait is worth a line in the log.
  static let patience = Duration.milliseconds(500)

  /// Runs a body, and stops waiting for it when its time is up.
  ///
  /// The body is then cancelled. If it ignores that, it goes on, and its end is not awaited.
  ///
  /// - Parameters:
  ///   - bound: The longest wait.
  ///   - clock: The clock of the wait.
  ///   - onWait: Called once when the wait has taken half a second, if the bound is longer.
  ///   - body: The work.
  /// - Returns: The problem; nil if the body ended in time without an error.
  package static func run(
    within bound: Duration, clock: any Clock<Duration>,
    onWait: (@Sendable () -> Void)? = nil,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async -> Miss? {
    let end = Promise<(isOver: Bool, miss: Miss?)>()
    let work = Task {
      do {
        try await body()
        end.resolve((true, nil))
      } catch {
        end.resolve((true, .failed(message: Wording.text(of: error))))
      }
    }
    let timer = Task {
      guard (try? await wait(bound, clock, onWait)) != nil else { return }
      end.resolve((false, .timedOut(limit: bound)))
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    guard let end = await end.valueUnlessCancelled() else { return .cancelled }
    // Until the task is over, it retains the captures of the body.
    if end.isOver { await work.value }
    return end.miss
  }

  private static func wait(
    _ bound: Duration, _ clock: any Clock<Duration>, _ onWait: (@Sendable () -> Void)?
  ) async throws {
    guard let onWait, bound > patience else { return try await clock.wait(for: bound) }
    let elapsed = clock.stopwatch()
    try await clock.wait(for: patience)
    onWait()
    try await clock.wait(for: bound - elapsed())
  }
}

extension Deadline.Miss: CustomStringConvertible {
  /// The error, or the predicate of a sentence: `did not end within 2.0 s`.
  package var description: String {
    switch self {
    case .failed(let message): message
    case .timedOut(let limit): "did not end within \(limit.text)"
    case .cancelled: "was cancelled"
    }
  }
}
