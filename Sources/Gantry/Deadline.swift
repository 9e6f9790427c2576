// SPDX-License-Identifier: Apache-2.0

internal import GantryText

/// Runs work that must not hold up the work after it.
package enum Deadline {
  private enum End {
    case body(failure: String?)
    case timer
  }

  /// How long a wait may take before it is worth a line in the log.
  static let patience = Duration.milliseconds(500)

  /// Runs a body, and stops waiting for it when its time is over.
  ///
  /// The body is cancelled then; if it does not listen, it goes on and its end is not awaited.
  ///
  /// - Parameters:
  ///   - bound: The longest time to wait.
  ///   - clock: The clock of the bound.
  ///   - onWait: Told once when the wait takes half a second, if the bound is longer.
  ///   - body: The work.
  /// - Returns: The problem, in words; nil when the body ended well in time.
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
        // Until the task is over it retains the captures of the body.
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
