// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// Runs work that must not hold up what comes after it.
enum Deadline {
  /// Runs a body, and stops waiting for it when its time is over.
  ///
  /// The body is cancelled then; if it does not listen, it goes on and its end is not awaited.
  ///
  /// - Parameters:
  ///   - bound: The longest time to wait.
  ///   - clock: The clock of the bound.
  ///   - body: The work.
  /// - Returns: What went wrong, in words; nil when the body ended well in time.
  static func run(
    within bound: Duration, clock: any Clock<Duration>,
    _ body: @escaping @concurrent @Sendable () async throws -> Void
  ) async -> String? {
    let (ends, end) = AsyncStream.makeStream(of: String?.self, bufferingPolicy: .bufferingOldest(1))
    let work = Task {
      do {
        try await body()
        end.yield(nil)
      } catch {
        end.yield("\(error)")
      }
    }
    let timer = Task {
      guard (try? await clock.wait(for: bound)) != nil else { return }
      end.yield("did not end within \(bound)")
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await failure in ends { return failure }
    return "was cancelled"
  }
}
