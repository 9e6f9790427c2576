// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import AccountAPI
internal import AnalyticsAPI
internal import BazaarKit
internal import CatalogAPI
public import Gantry
internal import OrdersAPI
internal import StorageAPI

/// Takes orders: `bazaar://orders/place?item=tea&quantity=2`.
///
/// It knows who is signed in from the event that says so, and orders belong to `guest` before.
@Module
@MainActor
public final class OrdersModule {
  @Inject let storage: any StorageService
  @Inject let catalog: any GoodsCatalog
  @Inject let usage: (any UsageCounter)?

  private var customer = "guest"

  @Launch nonisolated func createTable() async throws { try await storage.prepare(OrderRow.self) }

  @Provides var history: any OrderHistory { StoredOrders(storage: storage) }

  @On func signedIn(_ event: SignedIn) { customer = event.customer }

  @On func open(_ event: OpenURL, context: ModuleContext) -> Bool {
    guard let url = BazaarURL(event.url), url.section == "orders", url.action == "place" else {
      return false
    }
    do {
      context.events.send(OrderAccepted(row: try row(for: url)))
    } catch {
      context.events.send(Notice(from: context.name, "nothing ordered: \(error)"))
    }
    return true
  }

  /// The answer to a URL cannot wait for a disk, so an accepted order goes on from here.
  @On func store(_ event: OrderAccepted, context: ModuleContext) async {
    do {
      let order = event.row.order(number: try await storage.append(event.row))
      context.events.send(Notice(from: context.name, "\(order.summary) for \(order.customer)"))
      context.events.send(OrderPlaced(order: order))
      await usage?.count("order placed")
    } catch {
      context.events.send(Notice(from: context.name, "nothing ordered: \(error)"))
    }
  }

  private func row(for url: BazaarURL) throws -> OrderRow {
    let name = try url.text("item")
    let quantity = try url.number("quantity", in: 1...99)
    guard let item = catalog.item(named: name) else { throw OrderError.unknownItem(name) }
    return OrderRow(
      customer: customer, item: item.name, quantity: quantity, total: quantity * item.price)
  }
}
