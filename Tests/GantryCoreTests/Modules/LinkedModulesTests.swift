// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantrySupport
import Testing

/// Modules at file scope leave link-time records in the test program: no list is needed.
protocol Shelf: Sendable { var name: String { get } }

private struct OakShelf: Shelf { let name = "oak" }

struct BookSold: Event { let title: String }

struct ShopWillClose: LifecycleEvent { static var merge: MergeRule<Bool> { .all } }

@Module(name: "Library")
final class LibraryModule {
  private let opened = Mutex(0)
  @Provides var shelf: any Shelf { OakShelf() }
  @Launch(concurrent: true) func open() { opened.withLock { $0 += 1 } }
  @Launch(.afterReady, timeout: .seconds(5)) func sweep() async throws {}
}

@Module(after: "Library", priority: 100)
@MainActor
final class BookShopModule {
  @Inject let shelf: any Shelf
  @Inject let till: (any Till)?
  private(set) var heard: [String] = []

  @Launch func load() {
    MainActor.assertIsolated()
    heard.append("load \(shelf.name)")
  }
  @Launch nonisolated func warm() {}
  @On func active(_ event: DidBecomeActive) { heard.append("active") }
  @On func sold(_ event: BookSold) { heard.append(event.title) }
  @On(.once, priority: 490) func sold(_ event: DidEnterBackground) { heard.append("away") }
  @On func mayClose(_ event: ShopWillClose) -> Bool { heard.isEmpty }
  @Shutdown func close() async { heard.append("closed") }
}

protocol Till: Sendable {}

@Module
actor LedgerModule {
  private(set) var titles: [String] = []
  @On func sold(_ event: BookSold) { titles.append(event.title) }
}

@Launch(.afterReady, requires: "Library")
func countBooks(context: ModuleContext) throws { #expect(context.name == "countBooks") }

@Intercept("rare-books/:id")
func guardRareBooks(_ request: RouteRequest) async -> RouteDecision { .veto("ask for the key") }

struct LinkedModulesTests {
  private let names: Set<ModuleName> = [
    "Library", "BookShop", "Ledger", "countBooks", "guardRareBooks",
  ]

  @Test func `linked modules and functions are found without a list`() {
    let found = Set(Application().manifest.modules.map(\.name))
    #expect(names.isSubset(of: found))
  }

  @Test func `a task's lane is its isolation, even if inherited`() {
    let shop = BookShopModule.manifest
    #expect(shop.tasks.map(\.name) == ["BookShop.load", "BookShop.warm"])
    #expect(shop.tasks.map(\.lane) == [.main, .background])
    #expect(LibraryModule.manifest.tasks.map(\.lane) == [.background, .background])
  }

  @Test func `a linked module starts, hears events, answers and stops`() async throws {
    let application = Application(modules: [
      LibraryModule.self, BookShopModule.self, LedgerModule.self,
    ])
    let sales = Mutex<[String]>([])
    let subscription = application.events.observe(BookSold.self) { sale in
      sales.withLock { $0.append(sale.title) }
    }
    let report = try await application.start()
    #expect(report.failed.isEmpty)
    application.events.send(BookSold(title: "Emma"))
    await application.events.waitUntilHandled()
    await MainActor.run {
      application.events.send(DidBecomeActive())
      #expect(application.events.send(ShopWillClose()) == false)
    }
    #expect(sales.withLock { $0 } == ["Emma"])
    #expect(application.explain("BookShop").state == .launched(.good))
    let stopped = await application.stop()
    #expect(stopped.modules.map(\.name) == ["BookShop", "Library", "Ledger"])
    #expect(stopped.failures.isEmpty)
    subscription.cancel()
  }
}
