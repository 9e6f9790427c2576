// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Reviews
import Testing

@Suite struct ReviewsTests {
  @Test func `a product has a page with its reviews`() async throws {
    let host = try await TestApplication.start(ReviewsModule.self)
    let page = try await host.application.router.open("/reviews/tea", as: String.self)
    #expect(page == "Fresh.")
  }

  @Test func `a review that is written is on the page`() async throws {
    let host = try await TestApplication.start(ReviewsModule.self)
    await host.send(ReviewWritten(product: "rice", text: "Too soft."))
    let page = try await host.application.router.call(ReviewsPage(product: "rice"))
    #expect(page == "Too soft.")
  }
}
