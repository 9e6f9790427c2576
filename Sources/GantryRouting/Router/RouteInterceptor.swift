// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import GantryText

/// One interceptor and its place in the order.
struct RouteInterceptor: Sendable {
  enum Body: Sendable {
    case now(@Sendable (RouteRequest) -> RouteDecision)
    case later(@concurrent @Sendable (RouteRequest) async -> RouteDecision)
  }

  let name: String
  let priority: Priority
  let number: Int
  /// The patterns of the paths that it is about; empty for all.
  let patterns: [PathPattern]
  /// The same to be matched; nil for all.
  let paths: RouteTrie<Bool>?
  let body: Body

  /// Whether it may be about some path of a route; cheaper than the path itself.
  func mayBeAbout(_ pattern: PathPattern) -> Bool {
    patterns.isEmpty || patterns.contains { $0.meets(pattern) }
  }

  func isAbout(_ path: RoutePath) -> Bool { paths.map { $0.match(path) != nil } ?? true }
}
