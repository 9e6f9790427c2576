// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Account
import AccountAPI
import GantryTesting
import OrdersAPI
import Testing

@Suite struct AccountTests {
  @Test func `signing in tells the other modules and greets`() async throws {
    let host = try await TestApplication.start(AccountModule.self)
    #expect(try await host.open("bazaar://account/sign-in?name=Ada"))
    #expect(host.sent(SignedIn.self) == [SignedIn(customer: "Ada")])
    #expect(host.shown == ["Account: signed in as Ada, no orders yet"])
  }

  @Test(arguments: [(0, "no orders yet"), (1, "1 order so far"), (2, "2 orders so far")])
  func `the greeting counts earlier orders`(count: Int, past: String) async throws {
    let host = try await TestApplication.start(
      AccountModule.self,
      providing: { $0.provide(FixedHistory(count: count), as: (any OrderHistory).self) })
    try await host.open("bazaar://account/sign-in?name=Ada")
    #expect(host.shown == ["Account: signed in as Ada, \(past)"])
  }

  @Test func `the account service knows who is signed in`() async throws {
    let host = try await TestApplication.start(AccountModule.self)
    let account = try host.application.services.require((any AccountService).self)
    #expect(await account.customer == "guest")
    try await host.open("bazaar://account/sign-in?name=Ada")
    #expect(await account.customer == "Ada")
  }

  @Test func `without a name nobody is signed in`() async throws {
    let host = try await TestApplication.start(AccountModule.self)
    #expect(try await host.open("bazaar://account/sign-in"))
    #expect(host.sent(SignedIn.self).isEmpty)
    #expect(host.shown == ["Account: nobody signed in: 'name' is missing"])
  }

  @Test(arguments: [
    "bazaar://account", "bazaar://account/sign-out", "bazaar://orders/place?item=tea",
    "https://account/sign-in?name=Ada",
  ])
  func `other URLs are left to others`(url: String) async throws {
    let host = try await TestApplication.start(AccountModule.self)
    #expect(try await host.open(url) == false)
    #expect(host.shown.isEmpty)
  }
}
