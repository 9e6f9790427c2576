// SPDX-License-Identifier: Apache-2.0

internal import BazaarKit
internal import CatalogAPI
internal import Foundation
package import Gantry
package import PageKit
internal import WebAPI

/// Shows the goods.
package struct CatalogPages: Sendable {
  /// The path that orders are sent to. Its route takes the fields `item` and `quantity`.
  static let orderForm = "/orders/place"
  static let perPage = 24

  let shelf: Shelf
  package let templates: Templates
  /// The pictures of the categories, as SVG.
  private let pictures: [CatalogAPI.Category: String]
  /// The values that every page shows for an item, by its number. They are made once, as they do
  /// not change.
  private let cards: [Int: [String: any Sendable]]
  /// The same for the page of an item.
  private let details: [Int: [String: any Sendable]]

  init(shelf: Shelf, templates: Templates) throws {
    self.shelf = shelf
    self.templates = templates
    var pictures: [CatalogAPI.Category: String] = [:]
    for category in CatalogAPI.Category.allCases {
      pictures[category] = try templates.render("picture-\(category.rawValue)", [:])
    }
    self.pictures = pictures
    var cards: [Int: [String: any Sendable]] = [:]
    for item in shelf.items {
      cards[item.id] = [
        "id": item.id, "name": item.name, "title": item.title,
        "price": "\(Money(cents: item.price))", "path": try ItemPage(id: item.id).path(),
        "kind": item.category.rawValue, "picture": pictures[item.category] ?? "",
      ]
    }
    self.cards = cards
    details = try Self.details(of: shelf, cards)
  }

  private static func details(
    of shelf: Shelf, _ cards: [Int: [String: any Sendable]]
  ) throws -> [Int: [String: any Sendable]] {
    var details = cards
    let all = try CatalogPage().path()
    for category in CatalogAPI.Category.allCases {
      let goods = shelf.items(matching: nil, in: category)
      let path = try CatalogPage(category: category).path()
      for (place, item) in goods.enumerated() {
        let near = (1..<max(1, min(5, goods.count))).map { goods[(place + $0) % goods.count] }
        let more: [String: any Sendable] = [
          "text": item.text, "category": category.title, "categoryPath": path, "all": all,
          "others": near.compactMap { cards[$0.id] },
        ]
        details[item.id]?.merge(more) { $1 }
      }
    }
    return details
  }

  /// Shows the goods in the module's resources.
  package init(_ resources: ModuleResources, templates: Templates) throws {
    let shelf = try Shelf(json: resources.data("goods.json"), file: "goods.json")
    try self.init(shelf: shelf, templates: templates)
  }

  /// The first page.
  func home(on date: Date) throws -> Page {
    let picks = shelf.picks(8, on: date)
    return try templates.page(
      "home", title: "Bazaar",
      lines: "\(shelf.items.count) things; today \(picks.map(\.title).joined(separator: ", "))",
      [
        "count": shelf.items.count,
        "categories": try CatalogAPI.Category.allCases.map { try values($0, isHere: false) },
        "picks": picks.map(card),
        "search": try CatalogPage().path(),
      ])
  }

  /// A page of goods.
  func list(_ route: CatalogPage) throws -> Page {
    let found = shelf.items(matching: route.q, in: route.category)
    let pages = max(1, (found.count + Self.perPage - 1) / Self.perPage)
    let number = route.page ?? 1
    guard (1...pages).contains(number) else {
      throw PageError.noSuch("page \(number) of these goods")
    }
    let things = found.count == 1 ? "1 thing" : "\(found.count) things"
    let items = found.dropFirst((number - 1) * Self.perPage).prefix(Self.perPage)
    var values: [String: any Sendable] = [
      "heading": route.category?.title ?? "All goods",
      "found": things,
      "search": try CatalogPage().path(),
      "all": try CatalogPage(q: route.q).path(),
      "isAll": route.category == nil,
      "categories": try CatalogAPI.Category.allCases.map {
        try self.values($0, q: route.q, isHere: $0 == route.category)
      },
      "items": items.map(card),
      "isEmpty": found.isEmpty,
      "page": number, "pages": pages, "hasPages": pages > 1,
    ]
    values["q"] = route.q
    values["category"] = route.category?.rawValue
    values["before"] = try path(route, page: number - 1, of: pages)
    values["after"] = try path(route, page: number + 1, of: pages)
    let lines = items.map { "\n  \($0.id)  \($0.name) \(Money(cents: $0.price))  \($0.title)" }
    return try templates.page(
      "catalog", title: route.category?.title ?? "Catalog",
      lines: "\(things), page \(number) of \(pages)" + lines.joined(), values)
  }

  /// One item.
  func one(_ item: CatalogItem, canOrder: Bool) throws -> Page {
    try templates.page(
      "item", title: item.title,
      lines: "\(item.name) \(Money(cents: item.price)): \(item.title). \(item.text)",
      details(item, canOrder: canOrder))
  }

  /// The values for the template `item`; nil when there is no item of that number.
  package func details(ofItem id: Int) throws -> [String: any Sendable]? {
    shelf.item(numbered: id).map { details($0, canOrder: true) }
  }

  private func details(_ item: CatalogItem, canOrder: Bool) -> [String: any Sendable] {
    var details = details[item.id] ?? [:]
    guard canOrder else { return details }
    details["order"] = Self.orderForm
    let visit = Visit.current
    // A form needs a session, which a browser that only looks around does not get.
    details["ticket"] = visit?.customer == nil ? nil : visit?.ticket()
    return details
  }

  private func card(_ item: CatalogItem) -> [String: any Sendable] { cards[item.id] ?? [:] }

  private func values(
    _ category: CatalogAPI.Category, q: String? = nil, isHere: Bool
  ) throws -> [String: any Sendable] {
    [
      "title": category.title, "path": try CatalogPage(q: q, category: category).path(),
      "kind": category.rawValue, "picture": pictures[category] ?? "", "isHere": isHere,
    ]
  }

  private func path(_ route: CatalogPage, page: Int, of pages: Int) throws -> String? {
    guard (1...pages).contains(page) else { return nil }
    return try CatalogPage(q: route.q, category: route.category, page: page).path()
  }
}
