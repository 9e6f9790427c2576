// SPDX-License-Identifier: Apache-2.0

internal import GantrySupport

/// A route as a type: its properties are the parameters, and `Output` is the handler's result.
///
/// Declare it in a package that both caller and handler import. `@RoutePattern` writes the
/// conformance:
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
/// ``init(parsing:schemes:limits:)`` reads a path that ``path()`` prints as the same route.
public protocol TypedRoute: PatternRoute, Sendable {
  /// Reads the properties.
  ///
  /// - Throws: `RouteError.missingArgument` and `.wrongArgument`.
  init(routeArguments: RouteArguments) throws(RouteError)

  /// The properties as texts.
  var routeArguments: RouteArguments { get }
}

extension TypedRoute {
  /// Prints the route.
  ///
  /// - Parameter limits: The limits on the size of the URL.
  /// - Throws: As ``path()``.
  package func url(limits: RouteLimits = .standard) throws(RouteError) -> RouteURL {
    try routeArguments.url(Self.pathPattern(), Self.routeParameters, limits: limits)
  }

  /// Prints the route as a path with its query and a leading slash.
  ///
  /// After `https://` and a host that the app claims, or after `bazaar://` with a scheme of the app,
  /// it is a URL of the route.
  ///
  /// - Throws: `RouteError.unprintable` for a path that is too large, and for a text that no path can
  ///   carry, such as an empty segment or `..` for a capture; `.wrongArgument` for a value whose
  ///   text does not read back as one; `.missingCapture` for a rest without segments.
  public func path() throws(RouteError) -> String { try url().text() }

  /// Reads a route.
  ///
  /// - Throws: `RouteError.otherRoute` when the path does not match the pattern,
  ///   `.missingArgument` and `.wrongArgument`.
  package init(url: RouteURL) throws(RouteError) {
    let pattern = try Self.pathPattern()
    let trie = RouteTrie([.init(pattern, true, declaredAt: "")])
    guard let match = trie.match(url.path) else {
      throw .otherRoute(
        path: Wording.excerpt(url.path.description), pattern: Self.routePattern)
    }
    try self.init(
      routeArguments: RouteArguments(
        route: Self.routePattern, captures: match.captures, of: pattern, query: url.query))
  }

  /// Reads a route from a URL or a path.
  ///
  /// - Parameters:
  ///   - text: The URL or path, with its escapes.
  ///   - schemes: The schemes and hosts to accept; paths need none.
  ///   - limits: How large it may be.
  /// - Throws: `RouteError.malformedURL`, `.undeclaredScheme`, `.undeclaredHost`; `.otherRoute` when
  ///   the path does not match the pattern; `.missingArgument` and `.wrongArgument`.
  public init(
    parsing text: String, schemes: RouteSchemes = .none, limits: RouteLimits = .standard
  ) throws(RouteError) {
    try self.init(url: RouteURL(parsing: text, schemes: schemes, limits: limits))
  }
}

extension PathPattern {
  /// Reads a pattern whose captures have the types of parameters.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - parameters: The parameters; those that aren't captures belong to the query.
  /// - Throws: `RouteError.malformedPattern`.
  init(_ text: String, parameters: [RouteParameter]) throws(RouteError) {
    let untyped = try PathPattern(text)
    var kinds: [String: CaptureKind] = [:]
    for segment in untyped.segments {
      guard case .capture(let name, _) = segment else { continue }
      kinds[name] = parameters.first { $0.label == name }?.kind
    }
    self = kinds.isEmpty ? untyped : try PathPattern(text, kinds: kinds)
  }
}
