// SPDX-License-Identifier: Apache-2.0

/// The options of a route besides its pattern and handler.
public struct RouteOptions: Hashable, Sendable {
  /// The farthest origin of a call that it answers: ``RouteOrigin/external`` also allows calls by the
  /// app's own code.
  package var access: RouteOrigin

  /// Creates options; a route is internal by default.
  public init(access: RouteOrigin = .internal) { self.access = access }
}
