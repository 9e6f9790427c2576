// SPDX-License-Identifier: Apache-2.0

import Foundation
import GantryRouting

enum Tab: String, CaseIterable, RouteValue { case open, closed }

/// A handwritten conformance: a price such as `12.50`.
struct Cents: RouteValue, Equatable {
  var count: Int

  init(_ count: Int) { self.count = count }

  init?(routeText: String) {
    let parts = routeText.split(separator: ".")
    guard parts.count == 2, parts[1].utf8.count == 2, let whole = Int(parts[0]),
      let rest = Int(parts[1]), whole >= 0, rest >= 0, !parts[1].hasPrefix("+"),
      whole < 1_000_000
    else { return nil }
    count = whole * 100 + rest
  }

  var routeText: String { "\(count / 100)." + (count % 100 < 10 ? "0" : "") + "\(count % 100)" }
}

/// A route with a parameter of each form.
struct SearchPage: TypedRoute, Equatable {
  typealias Output = String
  var shop: String
  var id: Int
  var tab: Tab?
  var tags: [String] = []
  var exact = false
  var factor = 1.0
  var key: UUID?
  var link: URL?
  var since: Date?
  var price: Cents?

  static let routePattern = "shops/:shop/find/:id"
  static var routeParameters: [RouteParameter] {
    [
      RouteParameter("shop", String.self), RouteParameter("id", Int.self),
      RouteParameter("tab", Tab?.self), RouteParameter("tags", [String].self),
      RouteParameter("exact", Bool.self, hasDefault: true),
      RouteParameter("factor", Double.self, hasDefault: true), RouteParameter("key", UUID?.self),
      RouteParameter("link", URL?.self), RouteParameter("since", Date?.self),
      RouteParameter("price", Cents?.self),
    ]
  }

  init(shop: String, id: Int) {
    self.shop = shop
    self.id = id
  }

  init(routeArguments arguments: RouteArguments) throws(RouteError) {
    shop = try arguments.value("shop", String.self)
    id = try arguments.value("id", Int.self)
    tab = try arguments.value("tab", Tab?.self)
    tags = try arguments.value("tags", [String].self)
    exact = try arguments.value("exact", Bool.self, default: false)
    factor = try arguments.value("factor", Double.self, default: 1)
    key = try arguments.value("key", UUID?.self)
    link = try arguments.value("link", URL?.self)
    since = try arguments.value("since", Date?.self)
    price = try arguments.value("price", Cents?.self)
  }

  var routeArguments: RouteArguments {
    var arguments = RouteArguments(route: Self.routePattern)
    arguments.add("shop", shop)
    arguments.add("id", id)
    arguments.add("tab", tab)
    arguments.add("tags", tags)
    arguments.add("exact", exact)
    arguments.add("factor", factor)
    arguments.add("key", key)
    arguments.add("link", link)
    arguments.add("since", since)
    arguments.add("price", price)
    return arguments
  }
}

/// A route whose last capture takes the remaining segments.
struct FilePage: TypedRoute, Equatable {
  var parts: [String]

  static let routePattern = "files/*parts"
  static var routeParameters: [RouteParameter] { [RouteParameter("parts", [String].self)] }

  init(_ parts: [String]) { self.parts = parts }

  init(routeArguments arguments: RouteArguments) throws(RouteError) {
    parts = try arguments.value("parts", [String].self)
  }

  var routeArguments: RouteArguments {
    var arguments = RouteArguments(route: Self.routePattern)
    arguments.add("parts", parts)
    return arguments
  }
}
