// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryInspector

struct OrderPlaced: Event { let secret = "4711" }

extension ServiceKeys {
  fileprivate var city: ServiceKey<String> { .init(default: "") }
  fileprivate var pin: ServiceKey<String> { .init(default: "", sensitive: true) }
}

/// An app in this process, which the built tool looks into.
final class RunningShop: Sendable {
  protocol Stock: Sendable {}
  struct Shelf: Stock {}

  @Module
  final class StockModule: Sendable {
    init(context: ModuleContext) { _ = context.config.int(forKey: "limit", default: 7) }
    @Launch func count() {}
    @Provides nonisolated var stock: any Stock { Shelf() }
  }

  @Module(requires: "Stock")
  final class OrdersModule {
    @Inject let stock: any Stock
    @Provides(\.city) nonisolated var city: String { "Oslo" }
    @Provides(\.pin) nonisolated var pin: String { "1234" }
    @On func note(_ event: OrderPlaced) async {}
    @Route("orders/:id", access: .external) func show(id: Int) async {}
  }

  @Module
  final class BrokenModule {
    struct Flat: Error, CustomStringConvertible { let description = "the battery is <flat>" }
    @Launch func begin() throws { throw Flat() }
  }

  let application: Application
  /// The folder that takes the place of the user's runtime folder.
  let folder: String

  init(
    in folder: String = "/tmp/gantry-test-\(UUID().uuidString.prefix(8))", changes: Bool = false
  ) async throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    application = Application(
      modules: [
        StockModule.self, OrdersModule.self, BrokenModule.self, InspectorModule.self,
      ],
      schemes: ["shop"],
      sources: [
        MemoryConfiguration([
          // In a release build, too.
          "Inspector.enabled": true,
          "Inspector.folder": .string("\(folder)/gantry"),
          "Inspector.allowsChanges": .bool(changes),
        ])
      ], reports: .never)
    _ = try? await application.start()
    _ = await application.waitUntilIdle()
  }

  var socket: String { "\(folder)/gantry/\(ProcessInfo.processInfo.processIdentifier).sock" }

  /// Runs `gantry inspect` on the app.
  func inspect(_ arguments: String) async throws -> ToolFolder.End {
    try await ToolFolder().run("inspect \(arguments) --app \(socket)")
  }

  func stop() async {
    _ = await application.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
