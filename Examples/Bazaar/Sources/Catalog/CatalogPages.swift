// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import BazaarKit
internal import CatalogAPI
internal import Foundation
package import Gantry
package import PageKit
internal import WebAPI

/// Shows the goods.
package struct CatalogPages: Sendable {
  /// Where an order is sent to. Whoever takes it there knows the fields `item` and `quantity`.
  static let orderForm = "/orders/place"
  static let perPage = 24

  let shelf: Shelf
  package let templates: Templates
  /// The pictures of the categories, as SVG.
  private let pictures: [CatalogAPI.Category: String]

  init(shelf: Shelf, templates: Templates) throws(TemplateError) {
    self.shelf = shelf
    self.templates = templates
    var pictures: [CatalogAPI.Category: String] = [:]
    for category in CatalogAPI.Category.allCases {
      pictures[category] = try templates.render("picture-\(category.rawValue)", [:])
    }
    self.pictures = pictures
  }

  /// Shows the goods that the module brings along.
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
        "picks": try picks.map(values),
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
    let items = found.dropFirst((number - 1) * Self.perPage).prefix(Self.perPage)
    var values: [String: Any] = [
      "heading": route.category?.title ?? "All goods",
      "found": found.count == 1 ? "1 thing" : "\(found.count) things",
      "search": try CatalogPage().path(),
      "all": try CatalogPage(q: route.q).path(),
      "isAll": route.category == nil,
      "categories": try CatalogAPI.Category.allCases.map {
        try self.values($0, q: route.q, isHere: $0 == route.category)
      },
      "items": try items.map(self.values),
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
      lines: "\(found.count) things, page \(number) of \(pages)" + lines.joined(), values)
  }

  /// One item.
  func one(_ item: CatalogItem, canOrder: Bool) throws -> Page {
    try templates.page(
      "item", title: item.title,
      lines: "\(item.name) \(Money(cents: item.price)): \(item.title). \(item.text)",
      details(item, canOrder: canOrder))
  }

  /// What the template `item` inserts for an item; nil when there is none of that number.
  package func details(ofItem id: Int) throws -> [String: Any]? {
    try shelf.item(numbered: id).map { try details($0, canOrder: true) }
  }

  private func details(_ item: CatalogItem, canOrder: Bool) throws -> [String: Any] {
    let others = shelf.items(matching: nil, in: item.category).filter { $0.id != item.id }
    let first = others.firstIndex { $0.name > item.name } ?? 0
    let near = (0..<min(4, others.count)).map { others[(first + $0) % others.count] }
    var details = try values(item)
    details["text"] = item.text
    details["category"] = item.category.title
    details["categoryPath"] = try CatalogPage(category: item.category).path()
    details["all"] = try CatalogPage().path()
    details["others"] = try near.map(values)
    guard canOrder else { return details }
    details["order"] = Self.orderForm
    let visit = Visit.current
    // A form needs a session, and who only looks around is given none.
    details["ticket"] = visit?.customer == nil ? nil : visit?.ticket()
    return details
  }

  private func values(_ item: CatalogItem) throws -> [String: Any] {
    [
      "id": item.id, "name": item.name, "title": item.title,
      "price": "\(Money(cents: item.price))", "path": try ItemPage(id: item.id).path(),
      "kind": item.category.rawValue, "picture": pictures[item.category] ?? "",
    ]
  }

  private func values(
    _ category: CatalogAPI.Category, q: String? = nil, isHere: Bool
  ) throws -> [String: Any] {
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
