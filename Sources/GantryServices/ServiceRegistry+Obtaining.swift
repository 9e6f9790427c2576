// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

extension ServiceRegistry {
  /// Finds a service, waits where making it takes time, and starts its provider where that is a
  /// module that launches on demand.
  ///
  /// - Parameters:
  ///   - type: The type under which it is provided.
  ///   - qualifier: Which of several services of the type.
  /// - Returns: The service.
  /// - Throws: ``ServiceError``: no module provides it, its module did not launch, making it
  ///   failed, or the waiting task was cancelled.
  public func obtain<S: Sendable>(
    _ type: S.Type, _ qualifier: ServiceQualifier? = nil
  ) async throws(ServiceError) -> S {
    try await obtain(type, qualifier, for: nil)
  }

  /// Finds every service of a type, in the launch order of their providers; waits where making one
  /// takes time, and starts no module.
  ///
  /// - Parameters:
  ///   - type: The type under which they were provided.
  ///   - qualifier: Only those with this one; nil takes all.
  /// - Returns: The services; empty when no module provides one now.
  /// - Throws: ``ServiceError`` when making one failed.
  public func obtainAll<S: Sendable>(
    _ type: S.Type, _ qualifier: ServiceQualifier? = nil
  ) async throws(ServiceError) -> [S] {
    var services: [S] = []
    for box in boxes(type, qualifier) { services.append(try await box.obtained()) }
    return services
  }

  /// A service that is looked for when it is first used.
  ///
  /// - Parameters:
  ///   - type: The type under which it is provided.
  ///   - qualifier: Which of several services of the type.
  ///   - consumer: The module that will use it; a cycle of modules that wait for each other then
  ///     becomes an error.
  /// - Returns: A handle that finds the service.
  public func lazy<S: Sendable>(
    _ type: S.Type, _ qualifier: ServiceQualifier? = nil, for consumer: String? = nil
  ) -> Lazy<S> {
    Lazy(registry: self, qualifier: qualifier, consumer: consumer)
  }

  /// Finds a service and waits where making it takes time; nil when no module provides it now.
  package func obtainIfThere<S: Sendable>(
    _ type: S.Type, _ qualifier: ServiceQualifier?
  ) async throws(ServiceError) -> S? {
    try await box(type, qualifier)?.obtained()
  }

  func obtain<S: Sendable>(
    _ type: S.Type, _ qualifier: ServiceQualifier?, for consumer: String?
  ) async throws(ServiceError) -> S {
    let key = ServiceType(type, qualifier: qualifier)
    if ServiceOverrides.entry(for: key) == nil, let start = state.withLock(\.starter) {
      try await start(key, consumer)
    }
    guard let box = box(type, qualifier) else { throw missing(key) }
    return try await box.obtained()
  }
}
