// SPDX-License-Identifier: Apache-2.0

internal import AccountAPI
internal import BazaarKit
public import Gantry
internal import OrdersAPI
internal import StorageAPI

/// Writes to customers about their orders; `bazaar://messages` shows the newest five messages.
///
/// No order is without its message for long, even if a process dies: a launch writes the messages
/// that the previous one left, and an `OrderPlaced` says that there is a new order.
@Module(after: .orders)
public final class MessagesModule {
  @Inject let storage: any StorageService
  @Inject let orders: (any OrderHistory)?
  @Inject let account: (any AccountService)?

  @Launch func createTable() async throws {
    try await storage.write(
      """
      CREATE TABLE IF NOT EXISTS messages (number INTEGER PRIMARY KEY, customer TEXT NOT NULL,
        text TEXT NOT NULL)
      """)
  }

  /// The app need not wait for messages that an earlier process left unwritten.
  @Launch(.afterReady) func writeMissing() async throws { try await confirm() }

  @On func answer(_ event: OrderPlaced) async throws { try await confirm() }

  @Route("messages", access: .external)
  func show(context: ModuleContext) async throws {
    let customer = await account?.customer ?? "guest"
    let rows = try await storage.rows(
      "SELECT text FROM messages WHERE customer = \(customer) ORDER BY number")
    let lines = rows.suffix(5).map { "\n  \($0[0].text)" }.joined()
    context.events.send(
      Notice(from: context.name, "\(rows.count) for \(customer)\(rows.isEmpty ? "" : ":")\(lines)"))
  }

  /// Writes the missing messages, oldest first. If two calls do so at once, only one of them removes
  /// each row of `unconfirmed`, and only that one stores the message.
  private func confirm() async throws {
    while let orders = try await orders?.unconfirmed(), !orders.isEmpty {
      for order in orders {
        let total = Money(cents: order.total)
        let text = "Thank you, \(order.customer)! \(order.summary), \(total)."
        try await storage.write(
          "DELETE FROM unconfirmed WHERE number = \(order.number)",
          """
          INSERT INTO messages (customer, text)
          SELECT \(order.customer), \(text) WHERE changes() = 1
          """)
      }
    }
  }
}
