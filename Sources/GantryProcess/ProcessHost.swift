// SPDX-License-Identifier: Apache-2.0

public import GantryCore
internal import GantrySupport
internal import Foundation
internal import Logging
public import ServiceLifecycle

/// Runs an application as a Unix process, as a service that can run alongside others.
///
/// | event of the process | event of the modules |
/// |---|---|
/// | it starts | `WillFinishLaunching`; at ready `DidFinishLaunching`, `DidBecomeActive` |
/// | a URL on the command line or a line of standard input | `OpenURL`, once ready, in order |
/// | SIGTERM, SIGINT, end of input if asked | `WillTerminate`, then `@Shutdown` in reverse order |
/// | a second signal, as soon as it comes | nothing: the process ends at once, with 130 or 143 |
/// | the stop takes longer than `Application.Limits.stop` | nothing: the process ends, with 70 |
/// | SIGHUP | configuration is read again, once ready, `DidReloadConfiguration` |
/// | SIGTSTP (Control-Z), SIGCONT | `DidEnterBackground`, the real stop, `WillEnterForeground` |
/// | SIGUSR1 | nothing: the state of every module goes to standard error or the log |
/// | the reader of its output goes | nothing: a write fails, and SIGPIPE does not end the process |
///
/// A dedicated thread ends the process, so blocked threads or a blocked main actor can't hold that
/// up. A service manager such as systemd sets `NOTIFY_SOCKET`. The host then tells it when the app
/// is ready, reloads and stops, how far the launch is, and that the main actor answers.
///
/// ```swift
/// let group = ServiceGroup(
///   services: [database, ProcessHost(application)],
///   gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// ```
public struct ProcessHost: Service {
  /// The reason why the application's life ends.
  private enum End: Sendable {
    case asked
    case endOfInput
    /// A module requested the stop, something essential failed, or the application was stopped.
    case request

    /// The cause of a stop that comes from within the application, so that its services must be
    /// told; nil if the group has told all of them.
    var cause: StopCause? {
      switch self {
      case .asked: nil
      case .endOfInput: .endOfInput
      case .request: .application
      }
    }
  }

  let application: Application
  let options: ProcessOptions
  /// The watchdog, if the caller has already started one.
  private let watchdog: Watchdog?

  /// Creates a host without running anything.
  ///
  /// In your own group, the group catches SIGTERM and SIGINT, and the host listens alongside: a
  /// second signal that the group catches ends the process at once.
  ///
  /// - Parameters:
  ///   - application: The application to run.
  ///   - options: The sources of URLs, and the observer of their outcomes.
  public init(_ application: Application, _ options: ProcessOptions = ProcessOptions()) {
    self.init(application, options, watchdog: nil)
  }

  init(_ application: Application, _ options: ProcessOptions, watchdog: Watchdog?) {
    self.application = application
    self.options = options
    self.watchdog = watchdog
  }

  /// Launches, lives until the group shuts down or the input ends, and stops.
  ///
  /// - Throws: `ApplicationError` if the application can't start, or ends because something
  ///   essential failed; ``ProcessError``. A shutdown during the launch isn't an error: modules that
  ///   had started are shut down.
  public func run() async throws {
    if let watchdog { return try await run(watchdog) }
    let watchdog = try Watchdog(application, drain: options.drain)
    await watchdog.listen(isAlone: false)
    do {
      try await run(watchdog)
    } catch {
      await watchdog.end()
      throw error
    }
    watchdog.logEnd()
    await watchdog.end()
  }

  /// Runs the application, and meanwhile informs the service manager.
  private func run(_ watchdog: Watchdog) async throws {
    application.setRunScopes { GracefulScope() }
    defer { application.setRunScopes(nil) }
    let tasks: [Task<Void, Never>] = [
      Task { await watchdog.manager?.ping() }, Task { await watchdog.manager?.followHealth() },
      Task { await followRequests(watchdog) },
    ]
    defer { for task in tasks { task.cancel() } }
    let end: (any Error)?
    do {
      end = try await live(watchdog)
    } catch {
      end = error
    }
    if let end { watchdog.manager?.failed(end) }
    guard self.watchdog != nil else {
      if let end { throw end }
      return
    }
    // The error is thrown once the group has ended: now it would cancel services that have to stop
    // in their turn. For the same reason, this service returns in its own.
    if let end { watchdog.fail(end, because: .launch) } else { watchdog.ask(for: .application) }
    try? await gracefulShutdown()
  }

  /// Carries out the first request to stop, even one that came before the group was running.
  private func followRequests(_ watchdog: Watchdog) async {
    for await cause in watchdog.requests {
      let drain = watchdog.drain(before: cause)
      if drain > .zero {
        watchdog.manager?.stopping(within: drain + application.limits.stop)
      }
      guard let group = watchdog.group.value else { return }
      if drain > .zero { try? await application.clock.sleep(for: drain) }
      watchdog.beginStop()
      await group.triggerGracefulShutdown()
    }
  }

  /// Runs the application from the launch to the stop.
  ///
  /// - Returns: The error because of which the application was stopped gracefully; nil if there was
  ///   none.
  /// - Throws: The error that kept the application from running.
  private func live(_ watchdog: Watchdog) async throws -> (any Error)? {
    let suspending = Task { await follow(watchdog.suspensions) }
    defer { suspending.cancel() }
    let (requests, request) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let launching = Task { try await launch(watchdog) }
    application.handleStopRequests {
      request.yield()
      // This has no effect once the app is ready.
      launching.cancel()
    }
    defer { application.handleStopRequests(nil) }
    let report: LaunchReport?
    do {
      report = try await withTaskCancellationHandler {
        try await launching.value
      } onCancel: {
        launching.cancel()
      }
    } catch {
      watchdog.endLaunch()
      throw error
    }
    watchdog.endLaunch()
    guard let report else { return refusal }
    let announcing = Task { await announce(report, to: watchdog.manager) }
    let reading = Task {
      await announcing.value
      await openURLs(watchdog)
    }
    let reloading = Task {
      await announcing.value
      await reload(at: watchdog.hangUps, watchdog.manager)
    }
    await waitForStop(watchdog, reading, requests)
    reading.cancel()
    reloading.cancel()
    // In a separate task, since even a cancelled group must shut the modules down.
    await Task { await stop(watchdog, reading, after: announcing) }.value
    if let refusal { return refusal }
    guard let failed = application.essentialFailure, let report = application.report else {
      return nil
    }
    return ApplicationError.essential(failed, report: report)
  }

  /// The error because of which a module requested the stop; nil if none did.
  private var refusal: ProcessError? {
    guard let request = application.stopRequest, request.isFailure else { return nil }
    return .stoppedByModule(name: request.module, reason: request.reason)
  }

  /// Launches until ready; nil if a shutdown was requested meanwhile.
  private func launch(_ watchdog: Watchdog) async throws -> LaunchReport? {
    // A signal that came before the launch is taken before any module launches.
    await watchdog.takeSignals()
    guard !watchdog.isAsked else { return nil }
    let following = Task { await watchdog.manager?.followLaunch() }
    defer { following.cancel() }
    let starting = Task {
      try await application.start { events in events.send(WillFinishLaunching()) }
    }
    let cancelling = Task {
      try await gracefulShutdown()
      watchdog.beginStop()
      // First the watchdog records which tasks are under way: cancelled ones end.
      await watchdog.takeSignals()
      watchdog.ask(for: .group)
      starting.cancel()
    }
    defer { cancelling.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await starting.value
      } onCancel: {
        starting.cancel()
      }
    } catch ApplicationError.cancelled, ApplicationError.stopRequested {
      return nil
    }
  }

  private func announce(_ report: LaunchReport, to manager: ServiceManager?) async {
    await MainActor.run {
      application.events.send(DidFinishLaunching())
      application.events.send(DidBecomeActive())
    }
    manager?.ready(report)
    tell(.ready(report))
  }

  /// Waits until the modules have to stop.
  private func waitForStop(
    _ watchdog: Watchdog, _ reading: Task<Void, Never>, _ requests: AsyncStream<Void>
  ) async {
    let end = await endOfLife(reading, requests)
    if let cause = end.cause {
      watchdog.ask(for: cause)
      guard let group = watchdog.group.value else { return }
      // Another request may have to wait for the drain.
      watchdog.beginStop()
      await group.triggerGracefulShutdown()
      // The group stops the services that need the modules first.
      try? await gracefulShutdown()
    } else if watchdog.group.value == nil {
      await watchdog.takeSignals()
      watchdog.ask(for: .group)
      // Services that the group stops before this one don't get this time.
      if options.drain > .zero { try? await application.clock.sleep(for: options.drain) }
    }
  }

  /// Waits for a reason to stop, but not for the other watches, any of which may be held up.
  private func endOfLife(
    _ reading: Task<Void, Never>, _ requests: AsyncStream<Void>
  ) async -> End {
    let end = Promise<End>()
    let watchers = [
      Task {
        try? await gracefulShutdown()
        end.resolve(.asked)
      },
      Task {
        await reading.value
        if options.stopsAtEndOfInput { end.resolve(.endOfInput) }
      },
      Task {
        for await _ in requests { end.resolve(.request) }
      },
      Task {
        // A health that is about to stop is another matter: the modules still serve.
        for await _ in application.healthUpdates where application.isStopped {
          end.resolve(.request)
        }
      },
    ]
    defer { for watcher in watchers { watcher.cancel() } }
    return await end.valueUnlessCancelled() ?? .asked
  }

  /// Stops the modules, with a bound for each step.
  ///
  /// The modules are told of the end only after all of them have been told of the start.
  private func stop(
    _ watchdog: Watchdog, _ reading: Task<Void, Never>, after announcing: Task<Void, Never>
  ) async {
    let total = watchdog.beginStop()
    let elapsed = application.clock.stopwatch()
    let bound = min(application.limits.shutdown, total / 4)
    if watchdog.opening.value != nil {
      _ = await Deadline.run(within: bound, clock: application.clock) { await reading.value }
    }
    if let left = watchdog.opening.take() {
      left.work.cancel()
      tell(.abandoned(left.url, origin: left.origin))
    }
    let late = await Deadline.run(within: bound, clock: application.clock) { [application] in
      await announcing.value
      await MainActor.run { application.events.send(WillTerminate()) }
    }
    if let late {
      application.logger.warning(
        "handlers of WillTerminate: the wait for them \(late): \(application.holders.first ?? "")")
    }
    let left = max(total - elapsed(), total / 4) * watchdog.modulesPart
    let report = await application.stop(within: left)
    watchdog.stopped(report)
    watchdog.manager?.stopped(report)
    tell(.stopped(report))
  }

  func tell(_ notice: ProcessNotice) {
    if let observe = options.observe {
      observe(notice)
    } else if let warning = notice.warning {
      application.logger.warning("\(warning)")
    }
  }
}
