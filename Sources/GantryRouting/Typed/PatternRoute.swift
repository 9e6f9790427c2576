// SPDX-License-Identifier: Apache-2.0

/// A type that `@RoutePattern` makes a route: a ``TypedRoute``, or an ``ObjectRoute`` if no URL carries
/// all of its properties.
public protocol PatternRoute: SendableMetatype {
  /// The type of the handler's result. A result that isn't `Sendable` is available on the main
  /// actor only.
  associatedtype Output = Void

  /// The text of the pattern.
  static var routePattern: String { get }

  /// How a navigator shows the page that is the result; ``PagePresentation/push`` unless the type
  /// says otherwise.
  static var presentation: PagePresentation { get }

  /// The parameters that a URL carries: captures of the pattern, and query items.
  static var routeParameters: [RouteParameter] { get }

  /// The properties that no URL carries and that have no default. If there are any, no URL reaches
  /// the route.
  static var requiredObjects: [String] { get }
}

extension PatternRoute {
  /// On top of the stack.
  public static var presentation: PagePresentation { .push }

  /// None: a URL carries all properties.
  public static var requiredObjects: [String] { [] }

  /// The pattern with the types of its captures.
  ///
  /// - Throws: `RouteError.malformedPattern`.
  package static func pathPattern() throws(RouteError) -> PathPattern {
    try PathPattern(routePattern, parameters: routeParameters)
  }
}
