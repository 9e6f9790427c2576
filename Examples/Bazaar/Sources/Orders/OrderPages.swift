// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import BazaarKit
internal import CatalogAPI
internal import Gantry
internal import OrdersAPI
internal import PageKit
internal import WebAPI

/// Shows orders.
struct OrderPages {
  let templates: Templates
  let catalog: any GoodsCatalog

  /// All orders of a customer, the newest first.
  func list(_ orders: [Order], of customer: String) throws -> Page {
    let summary = "\(orders.count) for \(customer)"
    let lines = orders.map { "\n  \($0.summary), \(Money(cents: $0.total))" }
    return try templates.page(
      "orders", title: "Orders", lines: summary + (lines.isEmpty ? "" : ":") + lines.joined(),
      [
        "orders": try orders.reversed().map(values),
        "isEmpty": orders.isEmpty,
        "catalog": try CatalogPage().path(),
      ])
  }

  /// One order.
  func one(_ order: Order) throws -> Page {
    try templates.page(
      "order", title: "Order \(order.number)",
      lines: "\(order.summary) for \(order.customer), \(Money(cents: order.total))",
      try values(order).merging(["all": try OrdersPage().path()]) { $1 })
  }

  private func values(_ order: Order) throws -> [String: Any] {
    let item = catalog.item(named: order.item)
    var values: [String: Any] = [
      "number": order.number,
      "path": try OrderPage(id: order.number).path(),
      "item": item?.title ?? order.item,
      "quantity": order.quantity,
      "total": "\(Money(cents: order.total))",
    ]
    values["placed"] = order.placed.map { "\(Day($0))" }
    // The catalog may have dropped what was once ordered.
    values["itemPath"] = try item.map { try ItemPage(id: $0.id).path() }
    return values
  }
}
