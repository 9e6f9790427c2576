// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteRedirects {
  /// One entry of a map.
  public struct Entry: Hashable, Sendable {
    /// The paths that it is about.
    public let from: PathPattern
    /// Where they went, with captures of `from`; nil when they are gone.
    public let to: PathPattern?
    /// Where it stands in the map, for example `redirects[2]`.
    public let keyPath: String
  }
}
