// SPDX-License-Identifier: Apache-2.0

internal import GantryCore
internal import GantrySupport
internal import Logging
internal import ServiceLifecycle

/// Runs a service of the program beside the modules, with a share of the stop.
///
/// Its error ends the program, once all that stops before it has stopped: the group only sees
/// services that return in their turn.
///
/// A service that doesn't end in three quarters of its share is cancelled, as the work of modules
/// is. After the whole share, the stop goes on without it.
final class HostedService: Service {
  /// The service's type, for people.
  let name: String
  /// Whether the service starts when the app is ready, and stops before the modules do.
  let needsModules: Bool
  private let service: any Service
  private let watchdog: Watchdog
  private let isStopping = Atomic(false)
  /// The result of the service; nil if it was left behind.
  private let outcome = Promise<Result<Void, any Error>?>()

  init(_ service: any Service, needsModules: Bool, _ watchdog: Watchdog) {
    name = String(describing: type(of: service))
    (self.service, self.needsModules, self.watchdog) = (service, needsModules, watchdog)
  }

  func run() async throws {
    if needsModules {
      do {
        try await cancelWhenGracefulShutdown { [watchdog] in
          _ = try await watchdog.application.waitUntilReady()
        }
      } catch {
        // The host reports the reason. If this service ended on its own, the group would report
        // another error.
        return (try? await gracefulShutdown()) ?? ()
      }
    }
    let work = Task { [service] in try await service.run() }
    Task { outcome.resolve(await work.result) }
    let result = await withTaskCancellationHandler {
      await withGracefulShutdownHandler {
        await outcome.value()
      } onGracefulShutdown: { [self] in
        bound(work)
      }
    } onCancel: {
      work.cancel()
      bound(work)
    }
    watchdog.ended(self)
    if let error = failure(result, wasCancelled: work.isCancelled) {
      watchdog.fail(error, because: .service(name: name))
    }
    // Until its turn: a service that ended earlier would make the group cancel the others, and the
    // order of the stop would be lost.
    try? await gracefulShutdown()
  }

  /// The error for which the host ends the program; nil if the service has done what it should.
  private func failure(
    _ result: Result<Void, any Error>?, wasCancelled: Bool
  ) -> (any Error)? {
    if case .failure(let error) = result {
      guard wasCancelled else { return ServiceFailure(name: name, underlying: error) }
      // The end of a service that was cancelled isn't the reason why the program ends.
      if !(error is CancellationError) {
        watchdog.application.logger.warning(
          "the service \(name) did not stop cleanly: \(Wording.text(of: error))")
      }
    }
    return watchdog.isAsked ? nil : ProcessError.serviceReturned(name: name)
  }

  /// Begins the service's share of the stop.
  private func bound(_ work: Task<Void, any Error>) {
    guard !isStopping.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let share = watchdog.beginStop(of: self)
    let application = watchdog.application
    Task { [self] in
      guard !(await isOver(within: share * 0.75, application.clock)) else { return }
      application.logger.warning(
        "the service \(name) did not stop within \((share * 0.75).text); it is cancelled")
      work.cancel()
      guard !(await isOver(within: share * 0.25, application.clock)) else { return }
      application.logger.warning("the service \(name) ignores its cancellation; it is left behind")
      outcome.resolve(nil)
    }
  }

  private func isOver(within limit: Duration, _ clock: any Clock<Duration>) async -> Bool {
    await Deadline.run(within: limit, clock: clock) { [outcome] in
      _ = await outcome.valueUnlessCancelled()
    } == nil
  }
}

/// The parts of a stop that belong to services beside the modules.
struct ServiceShares {
  /// The number of services that still have to stop before the modules, and after them.
  private var before: Int
  private var after: Int
  private var stopping: [ObjectIdentifier: String] = [:]

  init(before: Int = 0, after: Int = 0) { (self.before, self.after) = (before, after) }

  /// The part of the time left that the modules may use.
  var modulesPart: Double { after > 0 ? 0.75 : 1 }

  /// A line for each service that the stop waits for, in alphabetical order.
  var lines: [String] { stopping.values.sorted().map { "the service \($0), which is to stop" } }

  /// Begins the stop of a service.
  ///
  /// Services that stop before the modules have half of the time for all of them.
  ///
  /// - Returns: The time for this service, at most that of a module's shutdown.
  mutating func begin(
    _ service: HostedService, left: Duration, limits: Application.Limits
  ) -> Duration {
    stopping[ObjectIdentifier(service)] = service.name
    let count = max(1, service.needsModules ? before : after)
    let all = service.needsModules ? max(left - limits.stop / 2, left / 10) : left * 0.9
    return min(limits.shutdown, all / count)
  }

  /// Ends the stop of a service.
  mutating func end(_ service: HostedService) {
    stopping[ObjectIdentifier(service)] = nil
    if service.needsModules { before -= 1 } else { after -= 1 }
  }
}
