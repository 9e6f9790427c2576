// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// How far a call of a route has come; reported only while a watcher is attached.
package enum RouteStep {
  /// All interceptors let it pass, to this route.
  case admitted(RouteDeclaration)
  /// The route's owner is there.
  case ready
  /// The handler returned this.
  case returned(Any)
  /// The call ends with an error.
  case failed(RouteError)
}

/// Receives the steps of one call, in their order and where they happen.
package typealias RouteMarker = (RouteStep) -> Void
