// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// Runs work with a time limit, so that it cannot delay the work after it.
package enum Deadline {
  private enum End {
    case body(failure: String?)
    case timer
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
  /// - Returns: The problem, in words; nil if the body ended in time without an error.
  package static func run(
    within bound: Duration, clock: any Clock<Duration>,
    onWait: (@Sendable () -> Void)? = nil,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async -> String? {
    let (ends, end) = AsyncStream.makeStream(of: End.self, bufferingPolicy: .bufferingOldest(1))
    let work = Task {
      do {
        try await body()
        end.yield(.body(failure: nil))
      } catch {
        end.yield(.body(failure: "\(error)"))
      }
    }
    let timer = Task {
      guard (try? await wait(bound, clock, onWait)) != nil else { return }
      end.yield(.timer)
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await end in ends {
      switch end {
      case .body(let failure):
        // Until the task is over, it retains the captures of the body.
        await work.value
        return failure
      case .timer: return "did not end within \(bound.text)"
      }
    }
    return "was cancelled"
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
