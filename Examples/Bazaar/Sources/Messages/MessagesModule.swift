// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import AccountAPI
internal import BazaarKit
public import Gantry
internal import OrdersAPI
internal import PageKit
internal import StorageAPI
internal import WebAPI

/// Writes to customers about their orders; `bazaar://messages` shows the newest messages.
@Module(after: .orders)
@MainActor
public final class MessagesModule {
  @Inject let storage: any StorageService
  @Inject let account: (any AccountService)?

  private let templates: Templates
  /// The page shows so many, the newest first; a terminal five.
  private static let most = 100

  /// Reads the templates.
  ///
  /// - Parameter context: What the framework gives this module.
  /// - Throws: `TemplateError`, and `ServiceError` for what is injected.
  public init(context: ModuleContext) throws {
    storage = try context.inject((any StorageService).self)
    account = try context.inject((any AccountService)?.self)
    templates = try Templates(context)
  }

  @Launch nonisolated func createTable() async throws { try await storage.prepare(Message.self) }

  @Provides var menu: MenuEntry { MenuEntry("Messages", path: "/messages", place: 300) }

  @On func confirm(_ event: OrderPlaced) async throws {
    let order = event.order
    let text = "Thank you, \(order.customer)! \(order.summary), \(Money(cents: order.total))."
    try await storage.append(Message(customer: order.customer, text: text))
  }

  @Route("messages", access: .external) func messages() async throws -> Page {
    let customer = account?.customer ?? "guest"
    let messages = try await storage.all(Message.self, where: "customer", is: customer)
      .map(\.record.text)
    let lines = messages.suffix(5).map { "\n  \($0)" }
    return try templates.page(
      "messages", title: "Messages",
      lines: "\(messages.count) for \(customer)\(lines.isEmpty ? "" : ":")\(lines.joined())",
      [
        "messages": messages.suffix(Self.most).reversed().map { ["text": $0] },
        "isEmpty": messages.isEmpty,
      ])
  }
}
