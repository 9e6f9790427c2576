// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension RouteRedirects {
  /// One entry of a map.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The paths that it is about.
    public var from: PathPattern { source.path }
    /// Where they went, with captures of `from`; nil when they are gone.
    public var to: PathPattern? { target?.path }
    /// Its position in the map, for example `redirects[2]`.
    public let keyPath: String

    /// All of `from`, with its query and its scheme and host.
    let source: RedirectAddress
    /// All of `to`, with its query.
    let target: RedirectAddress?

    /// The entry as it is written in the map: `product?pid=:id → products/:id`.
    public var description: String { "\(source) → \(target?.description ?? "gone")" }
  }
}
