// SPDX-License-Identifier: Apache-2.0

import Catalog
import CatalogAPI
import Foundation
import Gantry
import GantryTesting
import Testing
import WebAPI

@Suite struct CatalogTests {
  private func start(_ goods: String? = nil) async throws -> TestApplication {
    try await TestApplication.start(
      CatalogModule.self,
      configuration: goods.map { ["Catalog.goods": .string($0)] } ?? [:],
      schemes: ["bazaar"])
  }

  private static func tea(for price: String) -> String {
    "[{\"id\":1,\"name\":\"tea\",\"title\":\"Tea\",\"category\":\"tea\",\"price\":\(price),\"text\":\"\"}]"
  }

  @Test func `the goods come from the module's own file`() async throws {
    let host = try await start()
    let catalog = try host.application.services.resolve((any GoodsCatalog).self)
    #expect(catalog.items.count == 216)
    #expect(catalog.item(named: "Tea")?.price == 320)
    #expect(catalog.item(named: "moon") == nil)
    let titles = catalog.items.map { $0.title.lowercased() }
    #expect(titles == titles.sorted())
    #expect(Set(catalog.items.map(\.category)) == Set(Category.allCases))
    #expect(catalog.items.allSatisfy { $0.price > 0 && !$0.title.isEmpty && !$0.text.isEmpty })
  }

  @Test func `the terminal shows goods in lines`() async throws {
    let host = try await start()
    #expect(try await host.open("bazaar://catalog"))
    #expect(try await host.open("bazaar://catalog/1"))
    #expect(try await host.open("bazaar://catalog?q=SAFFRON"))
    let shown = host.shown
    #expect(shown[0].hasPrefix("Catalog: 216 things, page 1 of 9\n"))
    #expect(shown[0].split(separator: "\n").count == 25)
    #expect(shown[1].hasPrefix("Catalog: tea 3.20: Black tea. "))
    #expect(shown[2].contains("saffron 14.90"))
    #expect(try await host.open("bazaar://catalog/9999") == false)
    #expect(try await host.open("bazaar://catalog/seven") == false)
  }

  @Test(arguments: [
    ("/catalog", "216 things", 24), ("/catalog?page=9", "216 things", 24),
    ("/catalog?category=tea", "18 things", 18),
    ("/catalog?q=tea+FLOWERS&category=tea", "2 things", 2),
    ("/catalog?q=H%C3%94ney%20TH%C3%8Fck", "1 thing", 1),
    ("/catalog?q=nothing-like-it", "0 things", 0),
    ("/catalog?q=&page=2", "216 things", 24), ("/catalog?utm_source=letter", "216 things", 24),
  ])
  func `goods are searched and shown by pages`(
    path: String, found: String, cards: Int
  ) async throws {
    let host = try await start()
    let page = try await host.visit(path, as: Page.self)
    #expect(page.content.contains("<p>\(found)"))
    #expect(page.content.components(separatedBy: "class=\"card\"").count - 1 == cards)
  }

  @Test(arguments: ["/catalog?page=10", "/catalog?page=0", "/catalog?page=-1", "/catalog/9999"])
  func `there is no page behind the last, and no item that nobody has`(path: String) async throws {
    let host = try await start()
    let error = await #expect(throws: RouteError.self) {
      try await host.visit(path, as: Page.self)
    }
    guard case .failed(_, let failure) = error else { throw try #require(error) }
    #expect(failure.error is PageError)
  }

  @Test(arguments: ["/catalog?page=two", "/catalog?category=moon", "/catalog?page=1&page=2"])
  func `a parameter of another kind is refused`(path: String) async throws {
    let host = try await start()
    let error = await #expect(throws: RouteError.self) {
      try await host.visit(path, as: Page.self)
    }
    guard case .wrongArgument = error else { throw try #require(error) }
  }

  @Test func `what is searched for is shown as text`() async throws {
    let host = try await start()
    let page = try await host.visit("/catalog?q=%22%CC%81%3E%3Cscript%3Ealert(1)", as: Page.self)
    #expect(!page.content.contains("<script"))
    // A quotation mark with an accent is a quotation mark to a browser.
    #expect(page.content.contains("value=\"&quot;\u{301}&gt;&lt;script&gt;"))
  }

  @Test func `ordering is offered where orders are taken, to who is signed in`() async throws {
    let alone = try await start()
    let plain = try await alone.visit("/catalog/1", as: Page.self, by: "Ada").content
    #expect(plain.contains("Black tea") && plain.contains("€ 3.20"))
    #expect(!plain.contains("<form"))
    let host = try await TestApplication.start(
      CatalogModule.self,
      adding: { builder in
        builder.add(
          ModuleManifest(function: "Till") { till in
            till.route(
              "orders/place", nil, RouteOptions(access: .external),
              body: .background {
                _, _, _ -> Deed in Deed(path: "/")
              })
          })
      })
    let form = try await host.visit("/catalog/1", as: Page.self, by: "Ada").content
    #expect(form.contains("<form class=\"order\" action=\"/orders/place\" method=\"post\">"))
    #expect(form.contains("name=\"ticket\" value=\"the-ticket\""))
    let stranger = try await host.visit("/catalog/1", as: Page.self).content
    #expect(!stranger.contains("<form"))
    #expect(stranger.contains("href=\"/account?next=/catalog/1\""))
  }

  @Test func `the first page leads to all kinds of goods`() async throws {
    let host = try await start()
    let page = try await host.visit("/", as: Page.self)
    for category in Category.allCases {
      #expect(page.content.contains("/catalog?category=\(category.rawValue)"))
    }
    #expect(page.content.components(separatedBy: "class=\"card\"").count == 9)
  }

  @Test(arguments: [
    ("[", "it is no JSON"), ("{}", "Expected to decode Array"),
    ("[{\"id\": 1}]", "item 1 has no 'name'"),
    (
      "[{\"id\":1,\"name\":\"a\",\"title\":\"A\",\"category\":\"moon\",\"price\":1,\"text\":\"\"}]",
      "item 1, 'category'"
    ),
    (
      "[{\"id\":1,\"name\":\"a\",\"title\":\"A\",\"category\":\"tea\",\"price\":\"1\",\"text\":\"\"}]",
      "item 1, 'price'"
    ),
    (
      "[{\"id\":1,\"name\":\"a\",\"title\":\"A\",\"category\":\"tea\",\"price\":1,\"text\":\"\"},"
        + "{\"id\":1,\"name\":\"b\",\"title\":\"B\",\"category\":\"tea\",\"price\":1,\"text\":\"\"}]",
      "the number 1 more than once"
    ),
    (Self.tea(for: "0"), "'tea' for 0 cents"), (Self.tea(for: "-5"), "'tea' for -5 cents"),
    (Self.tea(for: "9223372036854775807"), "'tea' for 9223372036854775807 cents"),
    (Self.tea(for: "100000001"), "a price is 1 to 100000000"),
  ])
  func `damaged goods are named, and the module does not start`(
    json: String, reason: String
  ) async throws {
    let folder = try TemporaryFolder()
    let file = folder.path("goods.json")
    try Data(json.utf8).write(to: URL(filePath: file))
    let host = try await start(file)
    guard case .failed(let words) = host.outcome(of: "Catalog") else {
      Issue.record("\(String(describing: host.outcome(of: "Catalog")))")
      return
    }
    #expect("\(words)".contains(file))
    #expect("\(words)".contains(reason))
    let error = await #expect(throws: RouteError.self) {
      try await host.visit("/catalog", as: Page.self)
    }
    guard case .unavailable = error else { throw try #require(error) }
  }
}
