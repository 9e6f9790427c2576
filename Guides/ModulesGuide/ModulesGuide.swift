// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import Logging

// region: interface
/// The interface of Orders: in an app, a target of its own.
struct OrderPlaced: Event { let item: String }

extension ModuleName { nonisolated static let orders: ModuleName = "Orders" }
// endregion

// region: module
@Module(after: "Analytics", priority: .high)
@MainActor
final class OrdersModule {
  private var drafts: [String] = []

  @Launch func restoreDrafts() {  // on the main actor, before the app is ready
    drafts = ["tea"]
  }

  @Launch(.afterReady, timeout: .seconds(5), retry: .backoff)
  nonisolated func prefetch() async throws {  // in the background, after it is ready
    Self.log.debug("prefetching")
  }

  @On func placed(_ event: OrderPlaced) { drafts.removeAll { $0 == event.item } }

  @On(.once) func active(_ event: DidBecomeActive) { Self.log.info("first time active") }

  @Shutdown func close() async { drafts = [] }
}
// endregion

// region: actor
@Module
actor AnalyticsModule {
  private let file: String
  private var count = 0

  init(context: ModuleContext) throws {
    file = context.config.string(forKey: "file", default: "analytics.log")
  }

  @On func placed(_ event: OrderPlaced, context: ModuleContext) {
    count += 1
    context.logger.debug("order \(count) goes to \(file)")
  }
}
// endregion

// region: sending
@Module
actor CartModule {
  @Inject let events: EventBus
  @Inject let router: Router
  @Inject let context: ModuleContext

  func order(_ item: String) {
    events.send(OrderPlaced(item: item))
    context.logger.debug("\(item) was ordered")
  }
}
// endregion

// region: functions
// region: first
@Launch(.first)
func setUpCrashReports(context: ModuleContext) throws {
  context.logger.debug("crash reports are on")
}
// endregion

@Launch(wantedBy: .orders) func setUpPayments() throws { try Payments.start() }

@On func logPlaced(_ event: OrderPlaced, context: ModuleContext) {
  context.logger.debug("\(event.item) was ordered")
}
// endregion

// region: results
struct Catalog: Sendable { let items: [String] }

@Module
final class CatalogModule {
  @Launch func load() throws -> Catalog { Catalog(items: ["tea"]) }
}

@Module
actor SearchModule {
  private var words: Set<String> = []

  @Launch func index(_ catalog: Catalog) { words = Set(catalog.items) }
}

@Launch(.afterReady)
func logCatalog(_ catalog: Catalog?, context: ModuleContext) {
  context.logger.debug("\(catalog?.items.count ?? 0) items")
}
// endregion

// region: conditions
@Module(enabled: .process(.daemon), .config("enabled"))
final class BackupModule {
  @Launch(.idle, enabled: .environment("NIGHTLY")) func compact() async {}
}
// endregion

// region: resources
@Module
final class PricesModule {
  @Launch func read() throws {
    let prices = try Self.resources.json("prices.json", as: [String: Double].self)
    let title = try Self.resources.string("prices.title", languages: ["de-AT", "en"])
    Self.log.info("\(title): \(prices.count)")
  }
}
// endregion

// region: debug
#if DEBUG
  @Module(enabled: .debug)
  final class ToolboxModule {
    @Launch func show() { Self.log.debug("toolbox") }
  }
#endif
// endregion

// region: plain
final class MessagesModule: Module {
  static var manifest: ModuleManifest {
    ModuleManifest(of: MessagesModule.self, ModuleOptions(after: .orders)) { module in
      module.launch(
        "load", TaskOptions(.afterReady),
        body: .background { messages, _ in try await messages.load() })
      module.launch(
        "index", TaskOptions(.idle).taking(Catalog.self).returning(Drafts.self),
        body: .background {
          let drafts = try $0.index($1.result(Catalog.self))
          try $1.setResult(drafts, as: Drafts.self)
        })
      module.on(
        OrderPlaced.self, "placed",
        body: .background { messages, event, _ in messages.placed(event) })
      module.shutdown("close") { messages in messages.close() }
    }
  }

  init(context: ModuleContext) {}

  func load() async throws {}
  func index(_ catalog: Catalog) -> Drafts { Drafts(count: catalog.items.count) }
  func placed(_ event: OrderPlaced) {}
  func close() {}
}
// endregion

struct Drafts: Sendable { let count: Int }

@main
struct ModulesGuide {
  static func main() async throws {
    // region: add
    let application = Application {
      $0.add(MessagesModule.manifest)
      // region: closure
      $0.launch(
        "LegacySDKs", TaskOptions(before: "Orders"),
        body: .background { LegacySDKs.start() })
      // endregion
      #if DEBUG
        $0.launch(
          "DebugMenu", TaskOptions(.afterReady),
          body: .background { context in context.logger.debug("menu") })
      #endif
    }
    // endregion
    print(application.manifest.names.map(\.rawValue).joined(separator: " "))
    try await application.start()
    _ = await application.waitUntilIdle()
    print(application.explain("Backup"))
    await application.stop()
  }
}

/// An SDK that another module needs.
nonisolated enum Payments {
  static func start() throws {}
}

/// Code that still lives in the app.
nonisolated enum LegacySDKs {
  static func start() {}
}
