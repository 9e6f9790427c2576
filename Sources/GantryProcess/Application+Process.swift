// SPDX-License-Identifier: Apache-2.0

internal import Foundation
public import Gantry
internal import GantryText
public import Logging
public import ServiceLifecycle

extension Application {
  /// Runs the application as a Unix process, and ends the process with a matching exit status.
  ///
  /// This method can be the whole `main` of a program. An error thrown from an asynchronous `main`
  /// traps; this method writes it to standard error instead, with its source location and the fix.
  /// With `GANTRY_MANIFEST=json` in the environment, it writes the manifest and ends the process,
  /// without starting anything. ``ProcessExitCode`` lists the statuses.
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
  ) async {
    do {
      try await run(options, beside: services, whenReady: servers, logger: logger)
    } catch {
      fail(error)
    }
  }

  /// Launches the application as a Unix process, runs it until a signal or the end of input, and
  /// stops it.
  ///
  /// The call catches signals from its first moment. With `GANTRY_MANIFEST=json` in the
  /// environment, it starts nothing: it writes ``manifest`` as JSON to standard output, and ends
  /// the process with status 0. Any other value ends the process with status 1 and a message on
  /// standard error.
  ///
  /// - Parameters:
  ///   - options: The sources of URLs, and the observer of their outcomes.
  ///   - services: Services of the program that start before the modules and stop after them.
  ///   - servers: Services that start when the app is ready and stop before the modules.
  ///   - logger: The logger of the service group.
  /// - Throws: ``ApplicationError`` if the application can't start, ``ProcessError``, and the
  ///   errors of services.
  public func run(
    _ options: ProcessOptions = ProcessOptions(), beside services: [any Service] = [],
    whenReady servers: [any Service] = [], logger: Logger = Logger(label: "gantry.process")
  ) async throws {
    endWithManifestIfAsked()
    let watch = try ProcessGuard(self, isAlone: true)
    defer { watch.end() }
    typealias Configuration = ServiceGroupConfiguration.ServiceConfiguration
    let before = services.map { Configuration(service: $0) }
    let host = Configuration(
      service: ProcessHost(self, options, watch: watch),
      successTerminationBehavior: .gracefullyShutdownGroup)
    let after = servers.map { Configuration(service: ReadyService(application: self, service: $0)) }
    // The group catches no signals, since its own signal source may have to wait for a thread.
    let stops = Configuration(
      service: StopRequests(watch: watch), successTerminationBehavior: .gracefullyShutdownGroup)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: before + [host] + after + [stops], logger: logger))
    try await group.run()
    if let error = watch.failure.take() { throw error }
  }

  /// Ends the process if only the manifest was requested. Otherwise the program would continue
  /// after this call, and might write after the manifest.
  private func endWithManifestIfAsked() {
    do {
      guard let manifest = try requestedManifest() else { return }
      try FileHandle.standardOutput.write(contentsOf: Data("\(manifest)\n".utf8))
    } catch {
      fail(error)
    }
    Foundation.exit(ProcessExitCode.success.rawValue)
  }

  private func fail(_ error: any Error) -> Never {
    StandardError.write("error: \(error)\n")
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

/// Ends when a stop is requested, so that the group shuts down.
struct StopRequests: Service {
  let watch: ProcessGuard

  func run() async {
    await cancelWhenGracefulShutdown { for await _ in watch.stops { return } }
    // Services that need the modules stop before the host does, so the manager learns of the stop
    // here.
    watch.manager?.stopping()
  }
}

/// Runs a service once the application is ready.
struct ReadyService: Service {
  let application: Application
  let service: any Service

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { [application] in
        _ = try await application.waitUntilReady()
      }
    } catch {
      // The host reports the reason. If this service ended on its own, the group would report
      // another error.
      return (try? await gracefulShutdown()) ?? ()
    }
    try await service.run()
  }
}

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

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
