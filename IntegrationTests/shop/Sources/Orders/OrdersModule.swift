// SPDX-License-Identifier: Apache-2.0

internal import AccountAPI
internal import AnalyticsAPI
internal import BazaarKit
internal import CatalogAPI
internal import Foundation
public import Gantry
internal import OrdersAPI
internal import PageKit
internal import StorageAPI
internal import WebAPI

/// Takes orders: `bazaar://orders/place?item=tea&quantity=2`, or the form of an item's page.
///
/// At the terminal, it knows the customer from the sign-in events; before these, orders belong to
/// `guest`. In a browser, they belong to the customer of its session.
@Module
@MainActor
public final class OrdersModule {
  @Inject let storage: any StorageService
  @Inject let catalog: any GoodsCatalog
  @Inject let usage: (any UsageCounter)?

  private let templates: Templates
  private var customerAtTerminal = OrdersModule.guest
  private nonisolated static let guest = "guest"

  /// Reads the templates.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `TemplateError`, and `ServiceError` for injected services.
  public init(context: ModuleContext) throws {
    storage = try context.inject((any StorageService).self)
    catalog = try context.inject((any GoodsCatalog).self)
    usage = try context.inject((any UsageCounter)?.self)
    templates = try Templates(context)
  }

  @Launch nonisolated func createTable() async throws {
    try await storage.prepare(OrderRow.self)
    try await storage.prepare(UnconfirmedOrder.self)
  }

  @Provides var history: any OrderHistory { stored }

  @Provides var menu: MenuEntry { MenuEntry("Orders", path: "/orders", place: 200) }

  @On func signedIn(_ event: SignedIn) {
    if !event.isInBrowser { customerAtTerminal = event.customer }
  }

  @On func signedOut(_ event: SignedOut) {
    if !event.isInBrowser { customerAtTerminal = Self.guest }
  }

  /// The pages are made in the background: on the main actor, one customer's many orders would keep
  /// all others waiting.
  @Route(access: .external)
  nonisolated func orders(_ route: OrdersPage) async throws -> Page {
    try await page { try await pages.list(route, of: customer()) }
  }

  @Route(access: .external)
  nonisolated func order(_ route: OrderPage) async throws -> Page {
    try await page { try await pages.one(route, of: customer()) }
  }

  @Route("orders/place", access: .external)
  func place(_ request: RouteRequest, context: ModuleContext) async throws -> Deed {
    let visit = Visit.current
    let input = visit?.form ?? Parameters(request.query)
    let item = (try? input.text("item")).flatMap(catalog.item)
    let back = try item.map { try ItemPage(id: $0.id).path() } ?? CatalogPage().path()
    let signIn = try AccountPage(next: back).path()
    if let visit, visit.customer == nil, context.router.canOpen(RouteRequest(signIn)) {
      return Deed(path: signIn, .problem("Please sign in to order."))
    }
    do {
      let order = try await stored.place(row(for: input, of: customer()))
      context.events.send(Notice(from: context.name, "\(order.summary) for \(order.customer)"))
      context.events.send(OrderPlaced(order: order))
      await usage?.count("order placed")
      return Deed(path: try OrderPage(id: order.number).path(), .done("Thank you for your order!"))
    } catch {
      context.events.send(Notice(from: context.name, "nothing ordered: \(error)"))
      return Deed(path: back, .problem("Nothing was ordered: \(Self.words(for: error))."))
    }
  }

  private nonisolated var stored: StoredOrders { StoredOrders(storage: storage) }

  private nonisolated var pages: OrderPages {
    OrderPages(templates: templates, catalog: catalog, stored: stored)
  }

  /// The customer of the request; only the terminal's customer is state of the main actor.
  private nonisolated func customer() async -> String {
    guard let visit = Visit.current else { return await customerAtTerminal }
    return visit.customer ?? Self.guest
  }

  /// While the database is locked, this part of the shop is closed.
  private nonisolated func page(_ make: () async throws -> Page) async throws -> Page {
    do {
      return try await make()
    } catch StorageError.busy {
      throw PageError.closed
    }
  }

  private func row(for input: Parameters, of customer: String) throws -> OrderRow {
    let name = try input.text("item")
    let quantity = try input.number("quantity", in: 1...99)
    guard let item = catalog.item(named: name) else { throw OrderError.unknownItem(name) }
    // The catalog may be wrong, but an impossible price must not crash the app.
    let (total, isTooMuch) = item.price.multipliedReportingOverflow(by: quantity)
    guard item.price > 0, !isTooMuch else { throw OrderError.unpriced(name) }
    return OrderRow(
      customer: customer, item: item.name, quantity: quantity, total: total,
      placed: Int(Date().timeIntervalSince1970))
  }

  /// The words for a customer, who learns about their own mistakes, but not about a broken disk.
  private static func words(for error: any Error) -> String {
    error is ParameterError || error is OrderError
      ? "\(error)" : "the order book cannot be written at the moment"
  }
}
