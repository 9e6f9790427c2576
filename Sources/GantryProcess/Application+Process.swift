// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import GantryCore
internal import GantrySupport
public import Logging
public import ServiceLifecycle

extension Application {
  /// Runs the application as a Unix process, and ends the process with a matching exit status.
  ///
  /// This method can be the whole `main` of a program, and it never returns. It writes an error to
  /// standard error, with its source location and the fix. With `GANTRY_MANIFEST=json` in the
  /// environment, it writes the manifest and ends the process, without starting anything.
  /// ``ProcessExitCode`` lists the statuses. The bound of the stop includes the end of the process:
  /// if the main actor, a thread or an exit handler holds that up, the status is
  /// ``ProcessExitCode/stopOverdue``.
  ///
  /// ```swift
  /// @main struct Shop { static func main() async { await Application().main() } }
  /// ```
  ///
  /// - Parameters:
  ///   - options: The sources of URLs, and the observer of their outcomes.
  ///   - services: Services of the program. They start first, the modules don't wait until they are
  ///     ready, and they stop after the modules have shut down.
  ///   - servers: Services that need the modules. They start when the app is ready, and stop before
  ///     the modules shut down.
  ///   - logger: The logger of the service group.
  public func main(
    _ options: ProcessOptions = ProcessOptions(), beside services: [any Service] = [],
    whenReady servers: [any Service] = [], logger: Logger = Logger(label: "gantry.process")
  ) async -> Never {
    endWithManifestIfAsked()
    do {
      let watchdog = try Watchdog(
        self, drain: options.drain, ServiceShares(before: servers.count, after: services.count))
      await end(options, services, servers, logger, watchdog)
    } catch {
      fail(error)
    }
  }

  /// Runs the application and ends the process, without a need for the caller's actor.
  @concurrent
  private func end(
    _ options: ProcessOptions, _ services: [any Service], _ servers: [any Service],
    _ logger: Logger, _ watchdog: Watchdog
  ) async -> Never {
    do {
      try await run(options, services, servers, logger, watchdog)
    } catch {
      watchdog.beginStop()
      fail(error)
    }
    watchdog.beginStop()
    // If the main actor doesn't answer, the watchdog ends the process with another status.
    await MainActor.run {}
    Foundation.exit(ProcessExitCode.success.rawValue)
  }

  /// Launches the application as a Unix process, runs it until a signal or the end of input, and
  /// stops it.
  ///
  /// The call catches signals from its first moment. If its task is cancelled, it stops the
  /// application as for a signal, and returns. With `GANTRY_MANIFEST=json` in the
  /// environment, it starts nothing: it writes ``manifest`` as JSON to standard output, and ends
  /// the process with status 0. Any other value ends the process with status 1 and a message on
  /// standard error.
  ///
  /// If a signal has requested the stop, its bound holds until the process has ended, unless the
  /// program runs another application. Otherwise the bound ends as this call returns.
  ///
  /// - Parameters:
  ///   - options: The sources of URLs, and the observer of their outcomes.
  ///   - services: Services of the program that start before the modules and stop after them.
  ///   - servers: Services that start when the app is ready and stop before the modules.
  ///   - logger: The logger of the service group.
  /// - Throws: ``ApplicationError`` if the application can't start, or ends because something
  ///   essential failed; ``ProcessError``; ``ServiceFailure`` with the error of a service.
  public func run(
    _ options: ProcessOptions = ProcessOptions(), beside services: [any Service] = [],
    whenReady servers: [any Service] = [], logger: Logger = Logger(label: "gantry.process")
  ) async throws {
    endWithManifestIfAsked()
    let watchdog = try Watchdog(
      self, drain: options.drain, ServiceShares(before: servers.count, after: services.count))
    do {
      try await run(options, services, servers, logger, watchdog)
    } catch {
      await watchdog.end()
      throw error
    }
    await watchdog.end()
  }

  @concurrent
  private func run(
    _ options: ProcessOptions, _ services: [any Service], _ servers: [any Service],
    _ logger: Logger, _ watchdog: Watchdog
  ) async throws {
    await watchdog.listen(isAlone: true)
    await HostMoment.reached.value?(.listening)
    let hosted = { @Sendable (service: any Service, needsModules: Bool) in
      ServiceGroupConfiguration.ServiceConfiguration(
        service: HostedService(service, needsModules: needsModules, watchdog))
    }
    let host = ServiceGroupConfiguration.ServiceConfiguration(
      service: ProcessHost(self, options, watchdog: watchdog),
      successTerminationBehavior: .gracefullyShutdownGroup)
    // The group catches no signals: the watchdog hears them, and the host asks the group to stop.
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: services.map { hosted($0, false) } + [host] + servers.map { hosted($0, true) },
        logger: logger))
    watchdog.group.put(group)
    await HostMoment.reached.value?(.grouped)
    // In its own task: the cancellation of this one is a request to stop, in the usual order.
    let running = Task { try await group.run() }
    try await withTaskCancellationHandler {
      try await running.value
    } onCancel: {
      watchdog.ask(for: .cancelled)
    }
    watchdog.logEnd()
    if let error = watchdog.failure.take() { throw error }
  }

  /// Ends the process if only the manifest was requested. Otherwise the program would continue
  /// after this call, and might write after the manifest.
  private func endWithManifestIfAsked() {
    do {
      guard let manifest = try requestedManifest() else { return }
      try StandardOutput.write("\(manifest)\n")
    } catch {
      fail(error)
    }
    Foundation.exit(ProcessExitCode.success.rawValue)
  }

  private func fail(_ error: any Error) -> Never {
    tell("error: \(Wording.text(of: error))", at: .critical)
    Foundation.exit(exitCode(of: error).rawValue)
  }

  private func exitCode(of error: any Error) -> ProcessExitCode {
    switch error {
    case let error as ProcessError: return error.exitCode
    case ApplicationError.essential, ApplicationError.overdue:
      if let level = safeModeStatus?.level, level != .off { return .safeMode }
    default: break
    }
    return (error as? ApplicationError)?.exitCode ?? .failure
  }
}

/// The state of an application at one moment, for a person who asks with SIGUSR1.
struct ProcessStatus: CustomStringConvertible {
  /// The lines, each with its line break.
  let description: String

  /// Describes an application. It takes locks, but waits for no task.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - opening: The URL that is being opened, if there is one.
  ///   - time: How long the process has been running.
  init(_ application: Application, _ opening: Opening?, after time: Duration) {
    let status = application.status
    var lines = ["status of process \(getpid()) after \(time.text): \(status.state)"]
    func list(_ title: String, _ items: [String]) {
      if !items.isEmpty { lines += ["\(title):"] + items.map { "- \($0)" } }
    }
    lines.append("health: \(status.health)")
    list("waiting", status.waits + [opening?.line].compactMap(\.self))
    list("modules", status.modules.map(\.description))
    description = lines.joined(separator: "\n") + "\n"
  }
}
