// SPDX-License-Identifier: Apache-2.0

/// The arguments of `@Route(…)` besides its pattern.
public struct RouteOptions: Hashable, Sendable {
  /// The farthest origin of a call that it answers: ``RouteOrigin/external`` also allows calls by the
  /// app's own code.
  package var access: RouteOrigin
  /// How a navigator shows the page that is the route's output; nil leaves it to the route's type.
  package var presentation: PagePresentation?

  /// Creates options; a route is internal by default.
  ///
  /// - Parameters:
  ///   - access: The farthest origin of a call that it answers.
  ///   - presentation: How a navigator shows its page; nil leaves it to the route's type, and means
  ///     `.push` for a route without one.
  public init(access: RouteOrigin = .internal, shown presentation: PagePresentation? = nil) {
    self.access = access
    self.presentation = presentation
  }
}
