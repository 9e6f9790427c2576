// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Testing

/// ``LibraryModule`` and ``BookShopModule``, written without macros.
private final class PlainLibrary: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(
      of: PlainLibrary.self, ModuleOptions(name: "Library"),
      isolation: type(of: PlainLibrary.init(context:))
    ) { module in
      module.launch(
        "open", TaskOptions(concurrent: true), body: .background { library, _ in library.open() })
      module.launch(
        "sweep", TaskOptions(.afterReady, timeout: .seconds(5)), body: .background { _, _ async in }
      )
      module.provide((any Shelf).self, "shelf") { _ in PineShelf() }
    }
  }

  init(context: ModuleContext) {}
  func open() {}
}

private struct PineShelf: Shelf { let name = "pine" }

@MainActor
private final class PlainShop: Module {
  let shelf: any Shelf
  private(set) var heard: [String] = []

  nonisolated static var manifest: ModuleManifest {
    ModuleManifest(
      of: PlainShop.self, ModuleOptions(name: "BookShop", after: "Library", priority: 100),
      isolation: type(of: PlainShop.init(context:))
    ) { module in
      module.inject((any Shelf).self)
      module.inject(Optional<any Till>.self)
      module.launch("load", body: .main { shop, _ in shop.load() })
      module.launch("warm", body: .background { _, _ in })
      module.on(
        DidBecomeActive.self, "active", body: .main { shop, _, _ in shop.heard.append("active") })
      module.on(
        BookSold.self, "sold", body: .background { shop, event, _ in await shop.sold(event) })
      module.on(
        DidEnterBackground.self, "sold", HandlerOptions(.once, priority: 490),
        body: .main {
          shop, _, _ in shop.heard.append("away")
        })
      module.on(
        ShopWillClose.self, "mayClose", body: .answering { shop, _, _ in shop.heard.isEmpty })
      module.shutdown("close") { shop in await shop.close() }
    }
  }

  init(context: ModuleContext) throws { shelf = try context.inject((any Shelf).self) }
  func load() { heard.append("load \(shelf.name)") }
  func sold(_ event: BookSold) { heard.append(event.title) }
  func close() { heard.append("closed") }
}

struct HandwrittenManifestTests {
  /// The manifest as JSON, without lines that differ between source files.
  private func lines(_ types: [any Module.Type]) throws -> [String] {
    try Application(modules: ModuleSelection(types)).manifest.json()
      .split(separator: "\n")
      .filter { !$0.contains("\"declaredAt\"") && !$0.contains("\"type\" : \"GantryCoreTests.") }
      .map(String.init)
  }

  @Test func `a manifest written without macros is the same`() throws {
    let written = try lines([PlainLibrary.self, PlainShop.self])
    let expanded = try lines([LibraryModule.self, BookShopModule.self])
    #expect(written == expanded)
    #expect(written.contains { $0.contains("\"BookShop.load\"") })
  }

  @Test func `a module written without macros launches in the same order`() async throws {
    func order(_ types: [any Module.Type]) async throws -> [String] {
      let application = Application(modules: ModuleSelection(types))
      let names = try application.plan().launchOrder
      try await application.start()
      await application.stop()
      return names
    }
    let written = try await order([PlainLibrary.self, PlainShop.self])
    #expect(try await written == order([LibraryModule.self, BookShopModule.self]))
  }
}
