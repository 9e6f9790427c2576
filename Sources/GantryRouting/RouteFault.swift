// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A fault in the declarations of routes, found before any call.
@nonexhaustive
public enum RouteFault: Hashable, Sendable {
  /// Two patterns can match the same URL equally; each with where it was declared.
  case clash(
    pattern: String, declaredAt: String, otherPattern: String, otherDeclaredAt: String)

  /// A declared scheme that no URL can have, or one that is not the app's own, such as `https`.
  case malformedScheme(String)

  /// A declared host that no URL can have, one beyond ASCII, or one with the port 443, which is never
  /// written.
  case malformedHost(String)

  /// Two routes have one name; each with where it was declared.
  case doubledName(String, declaredAt: String, otherDeclaredAt: String)

  /// The text of a route isn't a pattern.
  case malformedPattern(route: String, declaredAt: String, RouteError)

  /// An entry of the redirect map leads to a path without a route.
  case unansweredRedirect(keyPath: String, to: String)

  /// A parameter that the rest of a path or one segment of it cannot be.
  case unfitCapture(String, type: String, route: String, declaredAt: String)
}
