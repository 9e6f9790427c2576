// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Gantry
internal import GantryText
internal import Logging
internal import ServiceLifecycle

/// One call of a module's long-running work, in a service group of its own: a stop asks this work to
/// shut down gracefully, and no other. So work ends in reverse launch order, as modules do.
final class GracefulScope: RunScope {
  /// The work as the only service of its group; says when it has begun.
  private struct Work: Service {
    let begin: AsyncStream<Void>.Continuation
    let body: @concurrent @Sendable () async throws -> Void

    func run() async throws {
      begin.finish()
      try await body()
    }
  }

  private let (begun, begin) = AsyncStream.makeStream(of: Void.self)
  /// Set once, before the work begins.
  private let group = Handover<ServiceGroup>()

  func run(_ work: @escaping @concurrent @Sendable () async throws -> Void) async throws {
    let service = ServiceGroupConfiguration.ServiceConfiguration(
      service: Work(begin: begin, body: work),
      successTerminationBehavior: .gracefullyShutdownGroup,
      failureTerminationBehavior: .gracefullyShutdownGroup)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [service], logger: Logger(label: "gantry.run") { _ in SwiftLogNoOpLogHandler() }))
    self.group.put(group)
    // Where the group ends before the work begins, a stop doesn't wait for that.
    defer { begin.finish() }
    try await group.run()
  }

  func end() async {
    // A group that does not run yet would forget that it was asked.
    for await _ in begun {}
    await group.value?.triggerGracefulShutdown()
  }
}
