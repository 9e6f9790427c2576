// SPDX-License-Identifier: Apache-2.0

internal import AccountAPI
internal import BazaarKit
public import Gantry
internal import OrdersAPI
internal import PageKit
internal import StorageAPI
internal import WebAPI

/// Writes to customers about their orders; `bazaar://messages` shows the newest messages.
///
/// No order is without its message for long, even if a process dies: each missing message is an
/// `UnconfirmedOrder` in the storage. A launch writes the messages that the previous one left, and
/// an `OrderPlaced` says that there is a new order.
@Module(after: .orders)
@MainActor
public final class MessagesModule {
  @Inject let storage: any StorageService
  @Inject let account: (any AccountService)?

  private let templates: Templates
  /// The most messages that the page shows, the newest first; a terminal shows five.
  private nonisolated static let most = 100

  /// Reads the templates.
  ///
  /// - Parameter context: The module's access to its application.
  /// - Throws: `TemplateError`, and `ServiceError` for injected services.
  public init(context: ModuleContext) throws {
    storage = try context.inject((any StorageService).self)
    account = try context.inject((any AccountService)?.self)
    templates = try Templates(context)
  }

  @Launch nonisolated func createTable() async throws {
    try await storage.prepare(Message.self)
    // The app may have no module that takes orders.
    try await storage.prepare(UnconfirmedOrder.self)
  }

  /// The app need not wait for messages that an earlier process left unwritten.
  @Launch(.afterReady) nonisolated func writeMissing() async throws { try await confirm() }

  @Provides var menu: MenuEntry { MenuEntry("Messages", path: "/messages", place: 300) }

  @On nonisolated func confirm(_ event: OrderPlaced) async throws { try await confirm() }

  @Route("messages", access: .external)
  nonisolated func messages() async throws -> Page {
    let customer = await account?.customer ?? "guest"
    do {
      let count = try await storage.count(Message.self, where: "customer", is: customer)
      let messages = try await storage.newest(
        Message.self, where: "customer", is: customer, limit: Self.most, after: 0
      )
      .map(\.record.text)
      let lines = messages.prefix(5).reversed().map { "\n  \($0)" }
      return try templates.page(
        "messages", title: "Messages",
        lines: "\(count) for \(customer)\(lines.isEmpty ? "" : ":")\(lines.joined())",
        ["messages": messages.map { ["text": $0] }, "isEmpty": messages.isEmpty])
    } catch StorageError.busy {
      throw PageError.closed
    }
  }

  /// Writes the missing messages, oldest first. If two calls do so at once, only one of them
  /// replaces each row.
  private nonisolated func confirm() async throws {
    while true {
      let orders = try await storage.oldest(UnconfirmedOrder.self, limit: Self.most)
      if orders.isEmpty { return }
      for row in orders { try await storage.replace(row, with: Message(row.record.order)) }
    }
  }
}
