// SPDX-License-Identifier: Apache-2.0

import Account
import AccountAPI
import BazaarKit
import Catalog
import Foundation
import Gantry
import GantryTesting
import Messages
import Orders
import OrdersAPI
import Storage
import StorageAPI
import Synchronization
import Testing

/// The app's modules, on a database in memory.
@Suite struct BazaarTests {
  /// Opens URLs one after the other, and returns what the app shows.
  private func shown(_ urls: String..., in database: String = ":memory:") async throws -> [String] {
    let host = try await TestApplication.start(
      AccountModule.self, CatalogModule.self, MessagesModule.self, OrdersModule.self,
      StorageModule.self,
      configuration: ["Storage.database": .string(database)],
      schemes: ["bazaar"])
    let lines = Mutex<[String]>([])
    let notices = host.application.events.observe(Notice.self, as: "Test") { notice in
      lines.withLock { $0.append("\(notice.sender): \(notice.text)") }
    }
    defer { notices.cancel() }
    for url in urls {
      _ = try? await host.open(url)
      _ = await host.waitUntilIdle()
    }
    await host.stop()
    return lines.withLock { $0 }
  }

  @Test func `a customer orders, and gets a message`() async throws {
    let lines = try await shown(
      "bazaar://account/sign-in?name=Ada", "bazaar://orders/place?item=tea&quantity=2",
      "bazaar://messages", "bazaar://orders")
    #expect(
      lines == [
        "Account: signed in as Ada, no orders yet", "Orders: order 1: 2 × tea for Ada",
        "Messages: 1 for Ada:\n  Thank you, Ada! order 1: 2 × tea, 6.40.",
        "Orders: 1 for Ada\n  order 1: 2 × tea, 6.40",
      ])
  }

  @Test func `orders and messages belong to the guest before a sign-in and after a sign-out`()
    async throws
  {
    let lines = try await shown(
      "bazaar://orders/place?item=tea&quantity=1", "bazaar://account/sign-in?name=Ada",
      "bazaar://messages", "bazaar://account/sign-out", "bazaar://messages")
    #expect(lines.contains("Messages: 0 for Ada"))
    #expect(lines.last == "Messages: 1 for guest:\n  Thank you, guest! order 1: 1 × tea, 3.20.")
  }

  @Test(arguments: [
    ("orders/place?item=tea", "Orders: nothing ordered: 'quantity' is missing"),
    ("orders/place?quantity=1", "Orders: nothing ordered: 'item' is missing"),
    ("orders/place?item=moon&quantity=1", "Orders: nothing ordered: there is no 'moon'"),
    (
      "orders/place?item=tea&quantity=100",
      "Orders: nothing ordered: 'quantity' must be a number from 1 to 99, not '100'"
    ),
    (
      "account/sign-in?name=a&name=b",
      "Account: nobody signed in: 'name' is given more than once"
    ),
    ("account/sign-in?name=%0A", "Account: nobody signed in: 'name' is no line of text"),
    ("catalog/1", "Catalog: Black tea ('tea'), 3.20"),
    ("catalog/0", "Catalog: there is no item 0"),
    ("catalog?q=TEA", "Catalog: 1 items\n  1  Black tea, 3.20"),
  ])
  func `a URL has an answer`(path: String, answer: String) async throws {
    #expect(try await shown("bazaar://\(path)") == [answer])
  }

  @Test func `the next launch writes a message for which a process had no time`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    // Without the module that writes messages.
    let host = try await TestApplication.start(
      CatalogModule.self, OrdersModule.self, StorageModule.self,
      configuration: ["Storage.database": .string(file)],
      schemes: ["bazaar"])
    _ = try await host.open("bazaar://orders/place?item=tea&quantity=1")
    await host.stop()
    #expect(try await shown("bazaar://messages", in: file).last?.hasPrefix("Messages: 1") == true)
    #expect(try await shown("bazaar://messages", in: file).last?.hasPrefix("Messages: 1") == true)
  }
}
