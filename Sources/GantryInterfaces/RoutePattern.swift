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
/// - Parameter pattern: The paths, in the syntax that the guide to routes describes; a plain
///   literal.
@attached(member, names: named(init), named(__default))
@attached(
  extension, conformances: TypedRoute,
  names: named(routePattern), named(routeParameters), named(init(routeArguments:)),
  named(routeArguments))
public macro RoutePattern(_ pattern: String) =
  #externalMacro(module: "GantryMacros", type: "RoutePatternMacro")
