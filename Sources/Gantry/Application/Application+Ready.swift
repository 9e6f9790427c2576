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

  /// Waits until the app is ready; without a limit, it says in the log what takes long.
  func untilReady(
    _ launch: LaunchRun, within limit: Duration?
  ) async throws(LaunchError) {
    let outcome: Result<Void, LaunchError> = await withTaskCancellationHandler {
      do throws(LaunchError) {
        guard let limit else { return .success(try await patientlyReady(launch)) }
        return .success(try await launch.ready(within: limit))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      launch.cancel()
    }
    try outcome.get()
  }

  /// Waits without a limit, and says in the log for whom.
  private func patientlyReady(_ launch: LaunchRun) async throws(LaunchError) {
    if let interval = limits.launchWarning, interval > .zero {
      // Detached: what holds up the launch may hold up the caller's actor, too. It ends with the
      // wait for ready, which is not to wait for it.
      Task.detached { [logger] in await Self.warn(of: launch, every: interval, to: logger) }
    }
    try await launch.ready()
  }

  /// Names those that ready waits for at doubling intervals, until there is nothing to wait for.
  private static func warn(
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
          "not ready after \(passed): \(OpenWaits(waiting).lines.joined(separator: "; "))")
      }
    }
  }
}
