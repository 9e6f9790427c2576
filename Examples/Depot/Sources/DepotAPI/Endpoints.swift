// SPDX-License-Identifier: Apache-2.0

public import Hummingbird

/// The part of the HTTP interface that a module answers; Web serves those of all modules that are linked.
///
/// A module provides it, and needs no server for that: `@Provides var endpoints: any Endpoints`.
public protocol Endpoints: Sendable {
  /// Adds the routes.
  ///
  /// - Parameter router: The server's router, which has the middleware already.
  func add(to router: Hummingbird.Router<BasicRequestContext>)
}
