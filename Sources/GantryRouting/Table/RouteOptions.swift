// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// The options of a route beside its pattern and handler.
public struct RouteOptions: Hashable, Sendable {
  /// From where it may be called.
  public var access: RouteAccess

  /// Makes options; a route is internal unless it says otherwise.
  public init(access: RouteAccess = .internal) { self.access = access }
}
