// SPDX-License-Identifier: Apache-2.0

/// A route with objects that no URL carries, such as a closure, an image or a model.
///
/// `@RoutePattern` writes the conformance for a struct that marks a property with `@NotFromURL`:
///
/// ```swift
/// @RoutePattern("orders/:id/edit")
/// struct EditPage {
///   typealias Output = UIViewController
///   var id: Int
///   @NotFromURL var draft: Draft
///   @NotFromURL var onSave: @MainActor (Draft) -> Void = { _ in }
/// }
///
/// try await navigator.show(EditPage(id: 7, draft: draft))
/// ```
///
/// The route isn't `Sendable`, so it is made, shown and handled on the main actor. A URL reaches it if
/// each object has a default.
@MainActor
public protocol ObjectRoute: PatternRoute {
  /// Reads the properties of a URL; the objects get their defaults.
  ///
  /// - Throws: `RouteError.missingArgument`, `.wrongArgument` and `.notFromURL`.
  init(routeArguments: RouteArguments) throws(RouteError)

  /// The properties of a URL as texts.
  var routeArguments: RouteArguments { get }
}

extension ObjectRoute {
  /// No URL carries the objects of the route.
  ///
  /// - Returns: Nothing; it doesn't compile.
  @available(
    *, unavailable, message: "no URL carries a route with @NotFromURL: write navigator.show(route)"
  )
  public func path() throws(RouteError) -> String { try routeArguments.path(of: Self.self) }
}

extension RouteArguments {
  /// The error of a route that a URL can't reach, for macro expansions.
  ///
  /// - Parameter object: The property without a default.
  /// - Returns: `RouteError.notFromURL`.
  public func missing(object: String) -> RouteError { .notFromURL(object: object, route: route) }

  /// The path of the arguments, without the objects of the route.
  func path<R: ObjectRoute>(of route: R.Type) throws(RouteError) -> String {
    try url(R.pathPattern(), R.routeParameters, limits: .standard).text()
  }
}
