// SPDX-License-Identifier: Apache-2.0

/// A service that is looked up only when it is used, so its provider may launch much later.
///
/// ```swift
/// @Inject let search: Lazy<any SearchService>
/// …
/// let hits = try await search.get().hits(for: text)   // the first use starts the module
/// ```
///
/// Injecting it adds no edge to the launch graph, so two modules that need each other can inject
/// each other lazily.
public struct Lazy<Service: Sendable>: Sendable {
  let registry: ServiceRegistry
  let qualifier: ServiceQualifier?
  let consumer: ModuleName?

  /// The service, if it is already available.
  public var current: Service? { registry.resolveIfPresent(Service.self, qualifier) }

  /// The service if it is already available, or the reason why it isn't.
  ///
  /// A call such as `try search().hits(for: text)` never fails silently, unlike an optional chain
  /// on ``current``.
  ///
  /// - Returns: The service.
  /// - Throws: ``ServiceError``: its module has not launched or has stopped, or making it takes
  ///   time.
  public func callAsFunction() throws(ServiceError) -> Service {
    try registry.resolve(Service.self, qualifier)
  }

  /// Returns the service, after starting its module once, if necessary, and waiting for it.
  ///
  /// - Returns: The service, when the module and its on-demand tasks have launched.
  /// - Throws: ``ServiceError``: no module provides it, its module did not launch (each waiting
  ///   caller gets the chain), making it failed, or the waiting task was cancelled.
  public func get() async throws(ServiceError) -> Service {
    try await registry.resolveWhenLaunched(Service.self, qualifier, for: consumer)
  }
}
