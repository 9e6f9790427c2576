// SPDX-License-Identifier: Apache-2.0

internal import BazaarKit
internal import CatalogAPI
internal import Gantry
internal import OrdersAPI
internal import PageKit
internal import WebAPI

/// Shows orders.
struct OrderPages {
  /// The number of orders on a page.
  static let perPage = 24

  let templates: Templates
  let catalog: any GoodsCatalog
  let stored: StoredOrders

  /// One page of a customer's orders, the newest first.
  func list(_ route: OrdersPage, of customer: String) async throws -> Page {
    let count = try await stored.count(of: customer)
    let pages = max(1, (count + Self.perPage - 1) / Self.perPage)
    let number = route.page ?? 1
    guard (1...pages).contains(number) else {
      throw PageError.noSuch("page \(number) of your orders")
    }
    let orders = try await stored.orders(
      of: customer, limit: Self.perPage, after: (number - 1) * Self.perPage)
    let summary = "\(count) for \(customer)" + (pages == 1 ? "" : ", page \(number) of \(pages)")
    let lines = orders.reversed().map { "\n  \($0.summary), \(Money(cents: $0.total))" }
    var values: [String: any Sendable] = [
      "orders": try orders.map(values),
      "isEmpty": orders.isEmpty,
      "catalog": try CatalogPage().path(),
      "page": number, "pages": pages, "hasPages": pages > 1,
    ]
    values["before"] = number > 1 ? try OrdersPage(page: number - 1).path() : nil
    values["after"] = number < pages ? try OrdersPage(page: number + 1).path() : nil
    return try templates.page(
      "orders", title: "Orders", lines: summary + (lines.isEmpty ? "" : ":") + lines.joined(),
      values)
  }

  /// One order of a customer.
  func one(_ route: OrderPage, of customer: String) async throws -> Page {
    // An order of another customer looks like a missing one, so that numbers reveal nothing.
    guard let order = try await stored.order(numbered: route.id), order.customer == customer else {
      throw PageError.noSuch("order \(route.id) of yours")
    }
    return try templates.page(
      "order", title: "Order \(order.number)",
      lines: "\(order.summary) for \(order.customer), \(Money(cents: order.total))",
      try values(order).merging(["all": try OrdersPage().path()]) { $1 })
  }

  private func values(_ order: Order) throws -> [String: any Sendable] {
    let item = catalog.item(named: order.item)
    var values: [String: any Sendable] = [
      "number": order.number,
      "path": try OrderPage(id: order.number).path(),
      "item": item?.title ?? order.item,
      "quantity": order.quantity,
      "total": "\(Money(cents: order.total))",
    ]
    values["placed"] = order.placed.map { "\(Day($0))" }
    // The catalog may have dropped an item that was once ordered.
    values["itemPath"] = try item.map { try ItemPage(id: $0.id).path() }
    return values
  }
}
