// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteRedirects {
  /// Where a URL leads.
  public enum Destination: Hashable, Sendable {
    /// To another path or query, for which the map has no entry.
    case moved(RouteURL)
    /// Nowhere any more.
    case gone
  }
}
