// SPDX-License-Identifier: Apache-2.0

internal import GantryLaunch
internal import GantrySupport
internal import Logging

extension Application {
  /// Waits until the app is ready, even if it has not been started yet.
  ///
  /// Use it in code outside of modules that needs the modules, such as a server that listens once
  /// they have launched. ``start(willLaunch:)`` itself returns at that time.
  ///
  /// - Returns: The report at ready.
  /// - Throws: The error of ``start(willLaunch:)``, as soon as it is known, even if that was before
  ///   this call; ``ApplicationError/cancelled`` when the application was stopped and not started
  ///   again, or when the waiting task is cancelled; ``ApplicationError/stopRequested(_:)`` when a
  ///   module requested that stop.
  @discardableResult
  public func waitUntilReady() async throws(ApplicationError) -> LaunchReport {
    let (outcome, next) = life.withLock { ($0.readiness, $0.nextReadiness) }
    if let outcome { return try outcome.get() }
    return try (await next.valueUnlessCancelled() ?? .failure(.cancelled)).get()
  }

  /// Waits until the app is ready.
  func untilReady(
    _ driver: Driver, within limit: Duration?
  ) async throws(LaunchError) {
    let outcome = await withTaskCancellationHandler {
      await Result.awaiting { () async throws(LaunchError) -> Void in
        guard let limit else { return try await driver.ready() }
        try await driver.ready(within: limit)
      }
    } onCancel: {
      driver.take(.startCancelled)
    }
    do throws(LaunchError) {
      try outcome.get()
    } catch {
      // *Ready* or another end of the run may have been decided first.
      if case .overdue = error, driver.take(.startOverdue) != .accepted {
        return try await driver.ready()
      }
      throw error
    }
  }

  /// Logs the tasks that *ready* waits for, at doubling intervals, until there is nothing left to
  /// wait for.
  static func warn(
    of driver: Driver, every first: Duration, to logger: Logger
  ) async {
    var (interval, passed) = (first, Duration.zero)
    while true {
      do throws(LaunchError) {
        return try await driver.ready(within: interval)
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
