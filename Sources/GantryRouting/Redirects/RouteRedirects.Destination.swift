// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteRedirects {
  /// Where a path leads.
  public enum Destination: Hashable, Sendable {
    /// To another path, for which the map has no entry.
    case moved(RoutePath)
    /// Nowhere any more.
    case gone
  }
}
