// SPDX-License-Identifier: Apache-2.0

import AccountAPI
import Foundation
import Gantry
import GantryTesting
import Messages
import OrdersAPI
import StorageAPI
import Testing
import WebAPI

@Suite struct MessagesTests {
  private let storage = MemoryStorage()

  private func start(customer: String? = nil) async throws -> TestApplication {
    try await TestApplication.start(
      MessagesModule.self,
      providing: {
        $0.provide(storage, as: (any StorageService).self)
        if let customer {
          $0.provide(FixedAccount(customer: customer), as: (any AccountService).self)
        }
      }, schemes: ["bazaar"])
  }

  /// Stores the note of an order, as the module that takes orders does.
  private func placed(_ number: Int, by customer: String) async throws -> OrderPlaced {
    let order = Order(number: number, customer: customer, item: "tea", quantity: 2, total: 640)
    _ = try await storage.append(UnconfirmedOrder(order))
    return OrderPlaced(order: order)
  }

  @Test func `an order becomes a message to its customer`() async throws {
    let host = try await start(customer: "Ada")
    await host.send(try await placed(1, by: "Ada"))
    await host.send(try await placed(2, by: "Grace"))
    #expect(try await host.open("bazaar://messages"))
    #expect(
      host.shown == ["Messages: 1 for Ada:\n  Thank you, Ada! order 1: 2 × tea, 6.40."])
  }

  @Test func `what a process had no time for, the next launch writes`() async throws {
    for number in 1...3 { _ = try await placed(number, by: "Ada") }
    let host = try await start(customer: "Ada")
    await host.waitUntilIdle()
    try await host.open("bazaar://messages")
    #expect(host.shown.first?.hasPrefix("Messages: 3 for Ada:") == true)
    // No message is written again, neither by another launch nor by an event that comes twice.
    await host.stop()
    let again = try await start(customer: "Ada")
    let last = try await placed(4, by: "Ada")
    await again.send(last)
    await again.send(last)
    try await again.open("bazaar://messages")
    #expect(again.shown.first?.hasPrefix("Messages: 4 for Ada:") == true)
    #expect(try await storage.oldest(UnconfirmedOrder.self, limit: 1).isEmpty)
  }

  @Test func `without accounts the guest's messages are shown`() async throws {
    let host = try await start()
    await host.send(try await placed(1, by: "Ada"))
    try await host.open("bazaar://messages")
    #expect(host.shown == ["Messages: 0 for guest"])
  }

  @Test func `of many messages the newest five are shown at the terminal`() async throws {
    let host = try await start(customer: "Ada")
    for number in 1...7 { await host.send(try await placed(number, by: "Ada")) }
    try await host.open("bazaar://messages")
    let lines = try #require(host.shown.first).split(separator: "\n")
    #expect(lines.first == "Messages: 7 for Ada:")
    #expect(lines.dropFirst().first == "  Thank you, Ada! order 3: 2 × tea, 6.40.")
    #expect(lines.count == 6)
  }

  @Test func `the page has the newest first, and names as text`() async throws {
    let host = try await start(customer: "<b>Ada</b>")
    #expect(try await host.visit("/messages", as: Page.self).content.contains("No messages"))
    for number in 1...2 { await host.send(try await placed(number, by: "<b>Ada</b>")) }
    let content = try await host.visit("/messages", as: Page.self).content
    let newest = try #require(content.range(of: "order 2"))
    let oldest = try #require(content.range(of: "order 1"))
    #expect(newest.lowerBound < oldest.lowerBound)
    #expect(content.contains("Thank you, &lt;b&gt;Ada&lt;/b&gt;!"))
    #expect(host.shown.isEmpty)
  }
}
