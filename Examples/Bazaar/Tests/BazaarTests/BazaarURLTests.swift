// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import BazaarKit
import Foundation
import Testing

@Suite struct BazaarURLTests {
  private func url(_ text: String) throws -> BazaarURL? {
    BazaarURL(try #require(URL(string: text)))
  }

  @Test func `a URL has a section, an action and parameters`() throws {
    let url = try #require(try url("bazaar://orders/place?item=rose%20water&quantity=2"))
    #expect(url.section == "orders")
    #expect(url.action == "place")
    #expect(try url.text("item") == "rose water")
    #expect(try url.number("quantity", in: 1...9) == 2)
  }

  @Test(arguments: ["https://orders/place", "bazaar:", "bazaar:///place", "orders/place"])
  func `a URL of another kind is none of ours`(text: String) throws {
    #expect(try url(text) == nil)
  }

  @Test(arguments: [
    ("a=1", BazaarURLError.missing("name")),
    ("name", .missing("name")),
    ("name=", .missing("name")),
    ("name=%20", .missing("name")),
    ("name=1&name=2", .repeated("name")),
    ("name=%FF", .unreadable("name")),
    ("name=a%0Ab", .unreadable("name")),
    ("name=ten", .noNumber("name", value: "ten", range: 1...9)),
    ("name=10", .noNumber("name", value: "10", range: 1...9)),
  ])
  func `a parameter that is not as it should be is named`(
    query: String, error: BazaarURLError
  ) throws {
    let url = try #require(try url("bazaar://a?\(query)"))
    #expect(throws: error) { try url.number("name", in: 1...9) }
  }

  @Test(arguments: [(0, "0.00"), (7, "0.07"), (640, "6.40"), (100_001, "1000.01")])
  func `money has two decimals`(cents: Int, text: String) {
    #expect("\(Money(cents: cents))" == text)
  }
}
