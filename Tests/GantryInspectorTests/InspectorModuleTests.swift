// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryInspector
import GantryMonitor
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

protocol Stock: Sendable {}
struct Shelf: Stock {}
struct OrderPlaced: Event { let secret = "4711" }

extension ServiceKeys {
  fileprivate var city: ServiceKey<String?> { .init() }
  fileprivate var pin: ServiceKey<String?> { .init(isSensitive: true) }
}

@Suite(.timeLimit(.minutes(5))) struct InspectorModuleTests {
  @Module(package: "warehouse")
  final class StockModule {
    @Launch func count() {}
    @Provides nonisolated var stock: any Stock { Shelf() }
  }

  @Module(requires: "Stock")
  final class OrdersModule {
    @Inject let stock: any Stock
    @Provides(\.city) nonisolated var city: String? { "<Oslo>" }
    @Provides(\.pin) nonisolated var pin: String? { "1234" }

    @On func note(_ event: OrderPlaced) async {}
    @Route("orders/:id", access: .external) func show(id: Int) async -> Int { id }
    @Route("orders/all") func all() async -> Int { 0 }
  }

  @Module
  final class BrokenModule {
    struct Flat: Error, CustomStringConvertible { let description = "the battery is <flat>" }
    @Launch func begin() throws { throw Flat() }
  }

  private static let modules: [any Module.Type] = [
    StockModule.self, OrdersModule.self, BrokenModule.self,
  ]

  @Test func `each page shows its part of the application`() async throws {
    let app = try await Inspected(Self.modules)
    let modules = try await app.text("/")
    #expect(modules.contains("<a href=\"/modules/Stock\">Stock</a>"))
    #expect(modules.contains("warehouse"))
    #expect(modules.contains("<td class=\"bad\">failed</td>"))
    #expect(modules.contains("the battery is &lt;flat&gt;"))
    let orders = try await app.text("/modules/Orders")
    #expect(orders.contains("Orders is launched."))
    for text in [
      "OrderPlaced", "orders/:id", "Stock", "InspectorModuleTests.swift:",
    ] {
      #expect(orders.contains(text), "\(text)")
    }
    #expect(!orders.contains("Switch off"))
    let services = try await app.text("/services")
    #expect(services.contains("Stock</td>") && services.contains(">Orders<"))
    let launch = try await app.text("/launch")
    #expect(launch.contains("<a href=\"/launch\" aria-current=\"page\">Launch</a>"))
    #expect(launch.contains("Stock.count"))
    _ = await app.application.stop()
  }

  @Test func `values are shown, and sensitive ones are not`() async throws {
    let app = try await Inspected(Self.modules)
    let values = try await app.text("/values")
    #expect(values.contains("&lt;Oslo&gt;"))
    #expect(values.contains("pin") && !values.contains("1234"))
    _ = await app.application.stop()
  }

  @Test func `a URL can be tried without being opened`() async throws {
    let app = try await Inspected(Self.modules)
    let page = try await app.text("/routes?url=shop://orders/7")
    #expect(page.contains("From outside, Orders/show of Orders answers it."))
    #expect(page.contains("value=\"shop://orders/7\""))
    #expect(!page.contains("formmethod"))
    let inner = try await app.text("/routes?url=/orders/all")
    #expect(inner.contains("From outside, nothing answers it"))
    #expect(inner.contains("Inside the app, Orders/all of Orders answers it."))
    #expect(try await app.text("/timings").contains("No route was called."))
    _ = await app.application.stop()
  }

  @Test func `requests without permission change nothing`() async throws {
    let app = try await Inspected(Self.modules)
    let (status, text, _) = try await app.load(app.request("/modules/Orders/disable", posting: ""))
    #expect(status == 403)
    #expect(text.contains("INSPECTOR_ALLOWS_CHANGES=true"))
    #expect(app.application.explain("Orders").state == .launched)
    _ = await app.application.stop()
  }

  @Test func `requests with permission switch modules and open URLs`() async throws {
    let app = try await Inspected(Self.modules, changes: true)
    #expect(try await app.text("/modules/Orders").contains("Switch off"))
    let off = try await app.load(app.request("/modules/Orders/disable", posting: ""))
    #expect(off.status == 200 && off.text.contains("Orders is stopped"))
    _ = try await app.load(app.request("/modules/Stock/disable", posting: ""))
    let refused = try await app.load(app.request("/modules/Orders/enable", posting: ""))
    #expect(refused.status == 409)
    #expect(refused.text.contains("Orders requires Stock, which is not running."))
    _ = try await app.load(app.request("/modules/Stock/enable", posting: ""))
    let on = try await app.load(app.request("/modules/Orders/enable", posting: ""))
    #expect(on.text.contains("Orders is launched"))
    let opened = try await app.load(app.request("/routes", posting: "url=shop%3A%2F%2Forders%2F7"))
    #expect(opened.text.contains("It was opened."))
    #expect(try await app.text("/timings").contains("orders/:id"))
    let wrong = try await app.load(app.request("/routes", posting: "url=shop://orders/seven"))
    #expect(wrong.text.contains("It was not opened"))
    let long = "url=" + String(repeating: "a", count: 20_000)
    #expect(try await app.load(app.request("/routes", posting: long)).status == 400)
    _ = await app.application.stop()
  }

  @Test func `the inspector does not switch itself`() async throws {
    let app = try await Inspected(Self.modules, changes: true)
    #expect(!(try await app.text("/modules/Inspector")).contains("Switch off"))
    for step in ["disable", "enable"] {
      let answer = try await app.load(app.request("/modules/Inspector/\(step)", posting: ""))
      #expect(answer.status == 409)
      #expect(answer.text == "The inspector can't switch itself: it would wait for this answer.\n")
    }
    _ = await app.application.stop()
  }

  @Test func `posting to an unknown address says that there is nothing to change`() async throws {
    let app = try await Inspected(Self.modules, changes: true)
    for path in ["/", "/launch", "/modules/Orders", "/modules/Orders/restart", "/a/Orders/enable"] {
      let answer = try await app.load(app.request(path, posting: ""))
      #expect(answer.status == 404, "\(path)")
      #expect(answer.text == "There is nothing to change at this address.\n", "\(path)")
    }
    let unknown = try await app.load(app.request("/modules/Order/disable", posting: ""))
    #expect(unknown.status == 404 && unknown.text.contains("Order is not linked."))
    let empty = try await app.load(app.request("/routes", posting: "path=/orders"))
    #expect(empty.status == 400 && empty.text.contains("no field 'url'"))
    _ = await app.application.stop()
  }

  @Test func `a URL that no route answers shows the reason`() async throws {
    let app = try await Inspected(Self.modules)
    for (url, reason) in [
      ("shop://orders/seven", "nothing answers it"), ("shop://order/7", "nothing answers it"),
      ("http://orders/7", "nothing answers it"), ("%", "cannot be read as a URL"),
      ("", "nothing answers it"),
    ] {
      let query = url.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let page = try await app.text("/routes?url=\(query)")
      #expect(page.contains(reason), "\(url)")
      #expect(page.contains("<h2>All routes</h2>"), "\(url)")
    }
    _ = await app.application.stop()
  }

  @Test func `events and their handlers are shown as they come, without their values`() async throws
  {
    let app = try await Inspected(Self.modules)
    let chunks = Chunks()
    let session = URLSession(configuration: .ephemeral, delegate: chunks, delegateQueue: nil)
    let task = session.dataTask(with: app.request("/events"))
    task.resume()
    var text = ""
    for await chunk in chunks.texts {
      let begins = !text.contains("<tbody>")
      text += chunk
      if begins, text.contains("<tbody>") { app.application.events.send(OrderPlaced()) }
      if text.contains("Orders.note") { break }
    }
    #expect(text.contains("<td>sent</td><td>OrderPlaced</td>"))
    #expect(text.contains("<td>handled</td><td>OrderPlaced</td><td>Orders.note took"))
    #expect(!text.contains("4711"))
    task.cancel()
    session.invalidateAndCancel()
    #expect(try await app.text("/timings").contains("Orders.note"))
    _ = await app.application.stop()
  }

  @Test func `programs can read the manifest and the launch report as JSON`() async throws {
    let app = try await Inspected(Self.modules)
    for path in ["/manifest.json", "/report.json"] {
      let (status, text, fields) = try await app.load(app.request(path))
      #expect(status == 200)
      #expect(fields["content-type"] == "application/json; charset=utf-8")
      #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
    }
    _ = await app.application.stop()
  }

  @Test(arguments: ["/", "/launch", "/manifest.json", "/none"])
  func `no response can be cached, framed or extended`(path: String) async throws {
    let app = try await Inspected([])
    let (_, _, fields) = try await app.load(app.request(path))
    #expect(fields["cache-control"] == "no-store")
    #expect(fields["x-content-type-options"] == "nosniff")
    let policy = try #require(fields["content-security-policy"])
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(policy.contains("script-src") == (path == "/launch"))
    _ = await app.application.stop()
  }

  @Test(arguments: [
    ("/none", "no such page"), ("/modules/None", "no such page"), ("/modules", "no such page"),
  ])
  func `an unknown address says so`(path: String, text: String) async throws {
    let app = try await Inspected([])
    let answer = try await app.load(app.request(path))
    #expect(answer.status == 404 && answer.text.contains(text))
    #expect(try await app.load(app.request("/", token: "0123456789abcdee")).status == 401)
    _ = await app.application.stop()
  }

  @Test func `the address in the log lets a browser in`() async throws {
    let app = try await Inspected([])
    let (status, text, _) = try await app.load(
      URLRequest(url: app.url("?token=\(Inspected.token)")))
    #expect(status == 200 && text.contains("The application is ready"))
    _ = await app.application.stop()
  }

  @Test func `the inspector is skipped unless it is enabled`() async throws {
    let application = Application(modules: [InspectorModule.self], reports: .never)
    try await application.start()
    #expect(application.explain("Inspector").state == .skipped)
    _ = await application.stop()
  }
}
