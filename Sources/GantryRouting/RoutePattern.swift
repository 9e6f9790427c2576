// SPDX-License-Identifier: Apache-2.0

/// Makes a struct a typed route: its stored properties are the parameters.
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
/// A property with the name of a capture is read from the path, all others from the query: an
/// optional is nil and an array empty when it is left out, and others need a default for that.
/// A `*rest` is an array. Where no `init` is written there is one of all properties, as visible as
/// the struct. A default may name what is private, also in a public struct.
///
/// - Parameter pattern: The paths, as ``PathPattern`` reads them; a plain literal.
@attached(member, names: named(init), named(__default))
@attached(
  extension, conformances: TypedRoute,
  names: named(routePattern), named(routeParameters), named(init(routeArguments:)),
  named(routeArguments))
public macro RoutePattern(_ pattern: String) =
  #externalMacro(module: "GantryMacros", type: "RoutePatternMacro")
