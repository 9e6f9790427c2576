// SPDX-License-Identifier: Apache-2.0

internal import GantryRouting

/// Turns a struct into a typed route whose parameters are its stored properties.
///
/// ```swift
/// @RoutePattern("orders/:id")
/// public struct OrderPage {
///   public typealias Output = Page
///   public var id: Int
///   public var tab: Tab?
///   public var tags: [String]
/// }
/// ```
///
/// A property with the name of a capture is read from the path, and all others from the query. If a
/// query item is left out, an optional is nil and an array is empty; other properties need a
/// default. A `*rest` is an array. If you write no `init`, the struct gets a memberwise one, as
/// visible as the struct. A default may use private declarations, even in a public struct.
///
/// A property that no URL can carry is marked with `@NotFromURL`. The struct then conforms to
/// `ObjectRoute` instead of `TypedRoute`.
///
/// - Parameter pattern: The paths, in the syntax that the guide to routes describes; a plain
///   literal.
@attached(
  member,
  names: named(init), named(__default), named(routePattern), named(requiredObjects),
  named(routeParameters), named(routeArguments))
@attached(extension, conformances: TypedRoute, ObjectRoute)
public macro RoutePattern(_ pattern: String) =
  #externalMacro(module: "GantryMacros", type: "RoutePatternMacro")

/// Marks a property of a route that no URL carries: a closure, an image, a model.
///
/// ```swift
/// @RoutePattern("orders/:id/edit")
/// struct EditPage {
///   typealias Output = UIViewController
///   var id: Int
///   @NotFromURL var draft: Draft
/// }
///
/// try await navigator.show(EditPage(id: 7, draft: draft))
/// ```
///
/// The route is shown, called and handled on the main actor, and needn't be `Sendable`. A URL reaches
/// it only if each such property has a default.
@attached(peer)
public macro NotFromURL() = #externalMacro(module: "GantryMacros", type: "NotFromURLMacro")
