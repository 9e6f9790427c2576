// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import Synchronization

/// A service that is not looked for before it is used: its provider may launch long after.
///
/// ```swift
/// @Inject let search: Lazy<any SearchService>
/// …
/// let hits = try await search.get().hits(for: text)   // the first use starts the module
/// ```
///
/// Injecting it isn't an edge of the launch graph: two modules that need each other do so lazily.
public struct Lazy<Service: Sendable>: Sendable {
  let registry: ServiceRegistry
  let qualifier: ServiceQualifier?
  let consumer: String?

  /// The service, if it is there already.
  public var current: Service? { registry.resolve(Service.self, qualifier) }

  /// The service, if it is there already, or the reason why it isn't.
  ///
  /// A call as in `try search().hits(for: text)`: unlike an optional chain on ``current`` it does
  /// nothing in silence.
  ///
  /// - Returns: The service.
  /// - Throws: ``ServiceError``: its module has not launched or has stopped, or making it takes time.
  public func callAsFunction() throws(ServiceError) -> Service {
    try registry.require(Service.self, qualifier)
  }

  /// The service; its module is started, once, if that has not happened, and waited for.
  ///
  /// - Returns: The service, when the module and its on-demand tasks have launched.
  /// - Throws: ``ServiceError``: no module provides it, its module did not launch (each waiting
  ///   caller gets the chain), making it failed, or the waiting task was cancelled.
  public func get() async throws(ServiceError) -> Service {
    try await registry.obtain(Service.self, qualifier, for: consumer)
  }
}
