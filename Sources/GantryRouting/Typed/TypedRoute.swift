// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

/// A route as a type: its properties are the parameters, and `Output` is the handler's result.
///
/// It belongs in a package that caller and handler import. `@RoutePattern` writes the conformance:
///
/// ```swift
/// @RoutePattern("orders/:id")
/// struct OrderPage {
///   typealias Output = Page
///   var id: Int
///   var tab: Tab?
///   var tags: [String]
/// }
///
/// let page = try await router.call(OrderPage(id: 7, tab: .open, tags: []))
/// try OrderPage(id: 7, tab: .open, tags: []).path()  // "/orders/7?tab=open"
/// ```
///
/// A path printed by ``path()`` is read by ``init(parsing:schemes:limits:)`` as the same route.
public protocol TypedRoute: Sendable {
  /// The type of the handler's result. One that is not `Sendable` can be had on the main actor
  /// only.
  associatedtype Output = Void

  /// The text of the pattern.
  static var routePattern: String { get }

  /// The parameters: the captures of the pattern, and items of the query.
  static var routeParameters: [RouteParameter] { get }

  /// Reads the properties.
  ///
  /// - Throws: `RouteError.missingArgument` and `.wrongArgument`.
  init(routeArguments: RouteArguments) throws(RouteError)

  /// The properties as texts.
  var routeArguments: RouteArguments { get }
}

extension TypedRoute {
  /// The pattern with the types of its captures.
  ///
  /// - Throws: `RouteError.malformedPattern`.
  public static func pathPattern() throws(RouteError) -> PathPattern {
    try PathPattern(routePattern, parameters: routeParameters)
  }

  /// Prints the route.
  ///
  /// - Parameter limits: How large the URL may be.
  /// - Throws: `RouteError.unprintable` for a text that no URL can carry, such as an empty segment
  ///   or `..` for a capture, and for a URL that is too large; `.wrongArgument` for a value whose
  ///   text does not read as such a value; `.missingCapture` for a rest without segments.
  public func url(limits: RouteLimits = .standard) throws(RouteError) -> RouteURL {
    try routeArguments.url(Self.pathPattern(), Self.routeParameters, limits: limits)
  }

  /// Prints the route as a path with its query, with a slash in front.
  ///
  /// - Throws: The error of ``url(limits:)``.
  public func path() throws(RouteError) -> String { try url().text() }

  /// Reads a route.
  ///
  /// - Throws: `RouteError.otherRoute` when the path does not match the pattern,
  ///   `.missingArgument` and `.wrongArgument`.
  public init(url: RouteURL) throws(RouteError) {
    let pattern = try Self.pathPattern()
    let trie = RouteTrie([.init(pattern, true, declaredAt: "")])
    guard let match = trie.match(url.path) else {
      throw .otherRoute(
        path: RouteError.excerpt(url.path.description), pattern: Self.routePattern)
    }
    try self.init(
      routeArguments: RouteArguments(
        route: Self.routePattern, captures: match.captures, of: pattern, query: url.query))
  }

  /// Reads a route from a URL or a path.
  ///
  /// - Throws: The errors of ``RouteURL/init(parsing:schemes:limits:)`` and ``init(url:)``.
  public init(
    parsing text: String, schemes: RouteSchemes = .none, limits: RouteLimits = .standard
  ) throws(RouteError) {
    try self.init(url: RouteURL(parsing: text, schemes: schemes, limits: limits))
  }
}
