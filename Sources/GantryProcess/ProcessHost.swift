// SPDX-License-Identifier: Apache-2.0

public import Gantry
internal import GantryText
internal import Foundation
internal import Logging
public import ServiceLifecycle

/// Gives an application the life of a Unix process; a service that can run beside others.
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
/// | memory gets scarce, or is enough again | `DidReceiveMemoryPressure`, on Linux |
/// | the clock is set | `SignificantTimeChange`, on Linux |
/// | SIGUSR1 | nothing: the state of every module is written to standard error |
/// | the reader of its output goes | nothing: a write fails, and SIGPIPE does not end the process |
///
/// The process is ended by a thread of its own, which neither blocked threads nor a blocked main
/// actor hold up. Started by a service manager with `NOTIFY_SOCKET`, such as systemd, it says when it
/// is ready, reloads and stops, how far the launch is, and that the main actor answers.
///
/// ```swift
/// let group = ServiceGroup(
///   services: [database, ProcessHost(application)],
///   gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
/// ```
public struct ProcessHost: Service {
  /// Why the life of the application ends.
  private enum End: Sendable {
    case asked
    case endOfInput
    /// A module has asked for the stop, something essential has failed, or the application was stopped.
    case request

    /// Whether it comes from within the application, so that its services have to be told.
    var isOwn: Bool { self != .asked }
  }

  let application: Application
  let options: ProcessOptions
  /// The catcher of the signals, where the caller has begun with that.
  private let watch: ProcessGuard?

  /// Makes a host; nothing runs yet.
  ///
  /// In a group of your own it is the group that catches SIGTERM and SIGINT, and it takes a second
  /// SIGINT to end at once, also after SIGTERM: the host can't know which signals the group catches.
  ///
  /// - Parameters:
  ///   - application: The application to give life to.
  ///   - options: The sources of URLs, and the observer of their outcomes.
  public init(_ application: Application, _ options: ProcessOptions = ProcessOptions()) {
    self.init(application, options, watch: nil)
  }

  init(_ application: Application, _ options: ProcessOptions, watch: ProcessGuard?) {
    self.application = application
    self.options = options
    self.watch = watch
  }

  /// Launches, lives until the group shuts down or the input ends, and stops.
  ///
  /// - Throws: `ApplicationError` when the application cannot start, ``ProcessError``. A shutdown
  ///   that is asked for during the launch isn't an error: modules that had started are shut down.
  public func run() async throws {
    if let watch { return try await run(watch) }
    let watch = try ProcessGuard(application, isAlone: false)
    defer { watch.end() }
    try await run(watch)
  }

  /// Lives, with the service manager told of it and the kernel listened to.
  private func run(_ watch: ProcessGuard) async throws {
    application.setRunScopes { GracefulScope() }
    defer { application.setRunScopes(nil) }
    let kernel = KernelWatch(application.launchOptions.environment, application.logger)
    let tasks = [
      Task { await follow(kernel) }, Task { await watch.manager?.ping() ?? () },
      Task { await watch.manager?.followHealth() ?? () },
    ]
    defer {
      kernel?.end()
      for task in tasks { task.cancel() }
    }
    let end: (any Error)?
    do {
      end = try await live(watch)
    } catch {
      watch.manager?.failed(error)
      throw error
    }
    guard let end else { return }
    watch.manager?.failed(end)
    guard self.watch != nil else { throw end }
    // Thrown when the group has ended: it would cancel the services that it shuts down now.
    watch.failure.put(end)
  }

  /// Lives, from the launch to the stop.
  ///
  /// - Returns: The error because of which the life was ended in good order.
  /// - Throws: An error because of which there was none.
  private func live(_ watch: ProcessGuard) async throws -> (any Error)? {
    let suspending = Task { await follow(watch.suspensions) }
    defer { suspending.cancel() }
    let (requests, request) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let launching = Task { try await launch(watch.manager) }
    application.handleStopRequests {
      request.yield()
      // Changes nothing once the app is ready.
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
      watch.endLaunch()
      throw error
    }
    watch.endLaunch()
    guard let report else { return refusal }
    let announcing = Task { await announce(report, to: watch.manager) }
    let reading = Task {
      await announcing.value
      await openURLs(watch.openings)
    }
    let reloading = Task {
      await announcing.value
      await reload(at: watch.hangUps, watch.manager)
    }
    let end = await endOfLife(reading, requests)
    if end.isOwn, self.watch != nil {
      // The group first stops the services that need the modules.
      _ = watch.beginStop()
      watch.requestStop()
      try? await gracefulShutdown()
    }
    reading.cancel()
    reloading.cancel()
    // In a task of its own: a group that is cancelled owes the modules their shutdown, too.
    await Task { await stop(watch, after: announcing) }.value
    if let refusal { return refusal }
    guard let failed = application.essentialFailure, let report = application.report else {
      return nil
    }
    return ApplicationError.essential(name: failed.name, reason: failed.reason, report: report)
  }

  /// The error because of which a module has asked for the stop; nil where none has.
  private var refusal: ProcessError? {
    guard let request = application.stopRequest, request.isFailure else { return nil }
    return .stoppedByModule(name: request.module, reason: request.reason)
  }

  /// Launches until ready; nil when a shutdown was asked for meanwhile.
  private func launch(_ manager: ServiceManager?) async throws -> LaunchReport? {
    let following = Task { await manager?.followLaunch() }
    defer { following.cancel() }
    do {
      return try await cancelWhenGracefulShutdown {
        try await application.start { events in events.send(WillFinishLaunching()) }
      }
    } catch ApplicationError.cancelled {
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

  /// Waits for a reason to stop. None of the watches is waited for: each may be held up.
  private func endOfLife(
    _ reading: Task<Void, Never>, _ requests: AsyncStream<Void>
  ) async -> End {
    let (ends, end) = AsyncStream.makeStream(of: End.self, bufferingPolicy: .bufferingOldest(1))
    let watchers = [
      Task {
        try? await gracefulShutdown()
        end.yield(.asked)
      },
      Task {
        await reading.value
        if options.stopsAtEndOfInput { end.yield(.endOfInput) }
      },
      Task {
        for await _ in requests { end.yield(.request) }
      },
      Task {
        for await health in application.healthUpdates
        where health.state == .stopping || health.state == .stopped {
          end.yield(.request)
        }
      },
    ]
    defer { for watcher in watchers { watcher.cancel() } }
    for await end in ends { return end }
    return .asked
  }

  /// Ends the life of the modules, with a bound for each step.
  ///
  /// The modules hear of the end after all of them have heard of the start.
  private func stop(_ watch: ProcessGuard, after announcing: Task<Void, Never>) async {
    let total = watch.beginStop()
    let elapsed = application.clock.stopwatch()
    let bound = min(application.limits.shutdown, total / 4)
    for entry in await watch.openings.finish(within: bound) {
      tell(.abandoned(entry.url, origin: entry.origin))
    }
    let late = await Deadline.run(within: bound, clock: application.clock) { [application] in
      await announcing.value
      await MainActor.run { application.events.send(WillTerminate()) }
    }
    if let late {
      application.logger.warning(
        "handlers of WillTerminate: what runs \(late): \(application.holders.first ?? "")")
    }
    let left = max(total - elapsed(), total / 4)
    let report = await application.stop(within: left)
    watch.manager?.stopped(report)
    tell(.stopped(report))
  }

  func tell(_ notice: ProcessNotice) {
    if let observe = options.observe {
      observe(notice)
    } else if let warning = notice.warning {
      application.logger.warning("\(warning)")
    }
  }

  private func reload(at hangUps: AsyncStream<Void>, _ manager: ServiceManager?) async {
    for await _ in hangUps {
      manager?.reloading()
      do throws(ApplicationError) {
        let changed = try await application.reloadConfiguration()
        await MainActor.run {
          application.events.send(DidReloadConfiguration(changedKeys: changed))
        }
        manager?.reloaded(nil)
        tell(.reloaded(nil))
      } catch {
        manager?.reloaded(error)
        tell(.reloaded(error))
      }
    }
  }

  private func follow(_ kernel: KernelWatch?) async {
    guard let kernel else { return }
    for await sign in kernel.signs {
      await MainActor.run {
        switch sign {
        case .memory(let level): application.events.send(DidReceiveMemoryPressure(level: level))
        case .clockJump: application.events.send(SignificantTimeChange())
        }
      }
    }
  }

  private func follow(_ suspensions: AsyncStream<Void>) async {
    for await _ in suspensions {
      // For a second at most: a person who asks for a stop at the terminal waits.
      _ = await Deadline.run(within: .seconds(1), clock: ContinuousClock()) { [application] in
        await MainActor.run {
          application.events.send(WillResignActive())
          application.events.send(DidEnterBackground())
        }
        await application.events.waitUntilIdle()
      }
      Self.suspend()
      await MainActor.run {
        application.events.send(WillEnterForeground())
        application.events.send(DidBecomeActive())
      }
    }
  }

  /// Really stops the process; returns when it goes on.
  ///
  /// The signal is sent to the calling thread: sent to the process, another thread could take it,
  /// and this one would go on for a moment before the stop.
  private static func suspend() { raise(SIGSTOP) }
}
