// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

internal import AccountAPI
internal import BazaarKit
public import Gantry
internal import OrdersAPI
internal import StorageAPI

/// Writes to customers about their orders; `bazaar://messages` shows the newest messages.
@Module(after: .orders)
@MainActor
public final class MessagesModule {
  @Inject let storage: any StorageService
  @Inject let account: (any AccountService)?

  @Launch nonisolated func createTable() async throws { try await storage.prepare(Message.self) }

  @On func confirm(_ event: OrderPlaced) async throws {
    let order = event.order
    let text = "Thank you, \(order.customer)! \(order.summary), \(Money(cents: order.total))."
    try await storage.append(Message(customer: order.customer, text: text))
  }

  @On func open(_ event: OpenURL, context: ModuleContext) -> Bool {
    guard let url = BazaarURL(event.url), url.section == "messages", url.action.isEmpty else {
      return false
    }
    context.events.send(MessagesAsked(customer: account?.customer ?? "guest"))
    return true
  }

  @On func show(_ event: MessagesAsked, context: ModuleContext) async throws {
    let messages = try await storage.all(Message.self)
      .map(\.record).filter { $0.customer == event.customer }
    let lines = messages.suffix(5).map { "\n  \($0.text)" }
    context.events.send(
      Notice(
        from: context.name,
        "\(messages.count) for \(event.customer)\(lines.isEmpty ? "" : ":")\(lines.joined())"))
  }
}
