// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantrySupport
import GantryTesting
import Testing

/// Modules that are services themselves.
@Suite struct ProvidedModuleTests {
  protocol OrderService: Sendable { func count() -> Int }
  protocol PriceService<Item>: Sendable {
    associatedtype Item: Sendable
    func price(of item: Item) async -> Int
  }
  protocol StockService: Sendable {}
  @MainActor protocol PageService: AnyObject, Sendable { var title: String { get } }

  @Module(provides: (any OrderService).self) final class Orders: OrderService {
    private let number = Mutex(0)
    @Launch func load() { number.withLock { $0 = 3 } }
    func count() -> Int { number.withLock(\.self) }
  }

  @Module(provides: (any PriceService<String>).self, (any StockService).self, after: "Orders")
  actor Prices: PriceService, StockService {
    func price(of item: String) -> Int { item.count }
  }

  @Module(name: "Pages", provides: (any PageService).self) @MainActor
  final class PagesModule: PageService {
    var title = ""
    @Launch func load() { title = "Tea" }
  }

  @Module final class Reader {
    @Inject let orders: any OrderService
    @Inject let prices: any PriceService<String>
    @Inject let stock: any StockService
    @Inject let pages: any PageService

    @Launch func read() async {
      let line = "\(orders.count()) \(await prices.price(of: "tea")) \(await pages.title)"
      ProvidedModuleTests.journal.write(line)
    }
  }

  static let journal = Journal()

  @Test func `a module is the service of each protocol that it provides`() async throws {
    let host = try await TestApplication.start(
      Orders.self, Prices.self, PagesModule.self, Reader.self)
    let application = host.application
    let services = application.services
    #expect(try services.resolve((any OrderService).self) is Orders)
    #expect(try services.resolve((any PriceService<String>).self) is Prices)
    #expect(try services.resolve((any StockService).self) is Prices)
    #expect(try services.resolve((any PageService).self) is PagesModule)
    #expect(Self.journal.lines == ["3 3 Tea"])
    let reader = try #require(application.manifest.modules.first { $0.name == "Reader" })
    #expect(reader.injects.count == 4)
    await application.stop()
    #expect(services.resolveIfPresent((any OrderService).self) == nil)
  }
}
