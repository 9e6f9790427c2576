// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Logging

extension Application {
  /// Waits until the app is ready, also when it has not been started yet.
  ///
  /// For what lives beside the modules and needs them, such as a server that listens when they have
  /// launched; ``start(willLaunch:)`` itself returns at that time.
  ///
  /// - Returns: The report at ready.
  /// - Throws: What ``start(willLaunch:)`` throws, as soon as it is known, also when that was before
  ///   this call; ``ApplicationError/cancelled`` when the application was stopped and not started
  ///   again, and when the waiting task is cancelled.
  @discardableResult
  public func waitUntilReady() async throws(ApplicationError) -> LaunchReport {
    try await readiness.wait().get()
  }

  /// Waits until the app is ready.
  func untilReady(
    _ launch: LaunchRun, within limit: Duration?
  ) async throws(LaunchError) {
    let outcome: Result<Void, LaunchError> = await withTaskCancellationHandler {
      do throws(LaunchError) {
        guard let limit else { return .success(try await launch.ready()) }
        return .success(try await launch.ready(within: limit))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      launch.cancel()
    }
    try outcome.get()
  }

  /// Names the tasks that ready waits for at doubling intervals, until there is nothing to wait for.
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
