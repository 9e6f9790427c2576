// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

import Foundation
import GantryServices
import Testing

@Suite struct HTTPExchangeTests {
  @Test func `a request shows neither its query nor its fields`() throws {
    let url = try #require(URL(string: "https://shop.example/orders/7?token=secret"))
    let request = HTTPExchangeRequest(
      "POST", url: url, fields: [HTTPField("Authorization", "secret")], body: Data("ab".utf8))
    #expect(request.description == "POST shop.example/orders/7, 2 bytes")
  }

  @Test func `a response shows neither fields nor body`() {
    let response = HTTPExchangeResponse(
      status: 200, fields: [HTTPField("Set-Cookie", "secret")], body: Data("secret".utf8))
    #expect(response.description == "200, 6 bytes")
  }

  @Test(arguments: ["Content-Type", "content-type", "CONTENT-TYPE"])
  func `a field is found in any case, the first of several`(name: String) {
    let response = HTTPExchangeResponse(
      status: 200,
      fields: [HTTPField("content-Type", "text/html"), HTTPField("Content-Type", "x")])
    #expect(response.value(of: name) == "text/html")
    #expect(response.value(of: "Content") == nil)
  }
}
