// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport
internal import Logging

extension Driver {
  /// Waits until the app is ready.
  func untilReady(within limit: Duration?) async throws(LaunchError) {
    let outcome = await withTaskCancellationHandler {
      await Result.awaiting { () async throws(LaunchError) -> Void in
        guard let limit else { return try await ready() }
        try await ready(within: limit)
      }
    } onCancel: {
      take(.startCancelled)
    }
    do throws(LaunchError) {
      try outcome.get()
    } catch {
      // *Ready* or another end of the run may have been decided first.
      if case .overdue = error, take(.startOverdue) != .accepted {
        return try await ready()
      }
      throw error
    }
  }

  /// Logs the tasks that *ready* waits for, at doubling intervals, until there is nothing left to
  /// wait for.
  func warnUntilReady(every first: Duration, to logger: Logger) async {
    var (interval, passed) = (first, Duration.zero)
    while true {
      do throws(LaunchError) {
        return try await ready(within: interval)
      } catch {
        guard case .overdue(_, let waiting) = error else { return }
        passed += interval
        interval *= 2
        logger.warning(
          "not ready after \(passed.text): \(OpenTask.all(waiting).map(\.description).joined(separator: "; "))"
        )
      }
    }
  }
}

extension Result {
  /// Returns the outcome of asynchronous work.
  static func awaiting(_ work: () async throws(Failure) -> Success) async -> Self {
    do throws(Failure) {
      return .success(try await work())
    } catch {
      return .failure(error)
    }
  }
}
