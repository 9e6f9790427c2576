// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Foundation
public import Gantry
public import Logging
public import ServiceLifecycle
internal import UnixSignals

extension Application {
  /// The whole `main` of a program: lives as a Unix process, and ends it with 1 after an error.
  ///
  /// An error that leaves an asynchronous `main` traps; this one says on standard error what is
  /// wrong, where, and how to fix it.
  ///
  /// ```swift
  /// @main struct Shop { static func main() async { await Application().main() } }
  /// ```
  ///
  /// - Parameters:
  ///   - options: Where URLs come from, and who is told what became of them.
  ///   - services: Services of the program; started first, without waiting for them to be
  ///     ready, and stopped when the modules have been shut down.
  ///   - logger: The logger of the service group.
  public func main(
    _ options: ProcessOptions = ProcessOptions(), beside services: [any Service] = [],
    logger: Logger = Logger(label: "gantry.process")
  ) async {
    do {
      try await run(options, beside: services, logger: logger)
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      Foundation.exit(1)
    }
  }

  /// Lives as a Unix process: launches, runs until a signal or the end of input, and stops.
  ///
  /// - Parameters:
  ///   - options: Where URLs come from, and who is told what became of them.
  ///   - services: Services of the program that start before the modules and stop after them.
  ///   - logger: The logger of the service group.
  /// - Throws: ``ApplicationError`` when the application cannot start, and what a service throws.
  public func run(
    _ options: ProcessOptions = ProcessOptions(), beside services: [any Service] = [],
    logger: Logger = Logger(label: "gantry.process")
  ) async throws {
    let host = ServiceGroupConfiguration.ServiceConfiguration(
      service: ProcessHost(self, options, terminations: [.sigterm, .sigint]),
      successTerminationBehavior: .gracefullyShutdownGroup)
    let others = services.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: others + [host], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    try await group.run()
  }
}
