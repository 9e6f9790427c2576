// SPDX-License-Identifier: Apache-2.0

public import Hummingbird

/// A module's part of the HTTP interface; Web serves the endpoints of all linked modules.
///
/// A module provides it, and needs no server to do so: `@Provides var endpoints: any Endpoints`.
public protocol Endpoints: Sendable {
  /// Adds the routes.
  ///
  /// - Parameter router: The server's router, which has the middleware already.
  func add(to router: Hummingbird.Router<BasicRequestContext>)
}
