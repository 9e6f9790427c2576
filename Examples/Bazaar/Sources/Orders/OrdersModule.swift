// SPDX-License-Identifier: Apache-2.0

internal import AccountAPI
internal import BazaarKit
internal import CatalogAPI
public import Gantry
internal import OrdersAPI
internal import StorageAPI

// region: module
/// Takes orders: `bazaar://orders/place?item=tea&quantity=2`. It knows the customer from the events
/// of a sign-in; before these, orders belong to `guest`.
@Module
@MainActor
public final class OrdersModule {
  @Inject let storage: any StorageService
  @Inject let catalog: any GoodsCatalog

  private var customer = "guest"

  @Launch nonisolated func createTables() async throws { try await stored.createTables() }

  @Provides var history: any OrderHistory { stored }

  @On func remember(_ event: SignedIn) { customer = event.customer ?? "guest" }

  @Route("orders/place", access: .external)
  func place(_ request: RouteRequest, context: ModuleContext) async {
    do {
      let order = try await order(Parameters(request.query))
      context.events.send(Notice(from: context.name, "\(order.summary) for \(order.customer)"))
      context.events.send(OrderPlaced(order: order))
    } catch {
      context.events.send(Notice(from: context.name, "nothing ordered: \(error)"))
    }
  }
  // endregion

  @Route("orders", access: .external)
  func orders(context: ModuleContext) async throws {
    let orders = try await stored.orders(of: customer)
    let lines = orders.map { "\n  \($0.summary), \(Money(cents: $0.total))" }.joined()
    context.events.send(Notice(from: context.name, "\(orders.count) for \(customer)\(lines)"))
  }

  private nonisolated var stored: StoredOrders { StoredOrders(storage: storage) }

  private func order(_ input: Parameters) async throws -> Order {
    let name = try input.text("item")
    let quantity = try input.number("quantity", in: 1...99)
    guard let item = catalog.item(named: name) else { throw OrderError.unknownItem(name) }
    return try await stored.place(
      quantity, of: item.name, for: customer, total: item.price * quantity)
  }
}
