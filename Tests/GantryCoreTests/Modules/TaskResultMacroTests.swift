// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import GantrySupport
import Testing

/// Results of `@Launch` functions, across modules and lanes.
@Suite struct TaskResultMacroTests {
  struct Connection: Sendable { let path: String }
  struct Index: Sendable { let words: Int }
  struct Banner: Sendable { let text: String }
  protocol Feed: Sendable { var items: [String] { get } }
  struct StoredFeed: Feed { let items: [String] }
  struct Weather: Sendable {}
  typealias MaybeWeather = Weather?

  /// A module with a synchronous background task and an asynchronous one.
  @Module
  final class StorageModule {
    @Launch func open(context: ModuleContext) throws -> Connection {
      Connection(path: context.config.string(forKey: "path", default: "shop.db"))
    }
    @Launch func count(_ connection: Connection) async -> Index {
      Index(words: connection.path.count)
    }
  }

  /// An actor.
  @Module
  actor FeedModule {
    private(set) var read: [String] = []
    @Launch func load(from connection: Connection, index: Index?) throws -> any Feed {
      read = [connection.path, "\(index?.words ?? 0)"]
      return StoredFeed(items: read)
    }
  }

  /// A main-lane module with an optional parameter that is written as an alias.
  @Module
  @MainActor
  final class BannerModule {
    private(set) var shown = ""
    @Launch func show(feed: any Feed, weather: MaybeWeather, context: ModuleContext) -> Banner {
      MainActor.assertIsolated()
      shown = feed.items.joined(separator: " ") + (weather == nil ? "" : " sun")
      return Banner(text: "\(context.name): \(shown)")
    }
    @Launch(.afterReady) nonisolated func log(_ banner: Banner, _ count: Index) throws {
      #expect(banner.text.hasPrefix("Banner: ") && count.words == 7)
    }
  }

  private static let modules: [any Module.Type] = [
    StorageModule.self, FeedModule.self, BannerModule.self,
  ]

  @Test func `results pass between modules and lanes after every restart`() async throws {
    let host = TestApplication(modules: ModuleSelection(Self.modules))
    #expect(host.application.check().isEmpty)
    #expect(BannerModule.manifest.tasks.map(\.lane) == [.main, .background])
    #expect(StorageModule.manifest.tasks.map(\.lane) == [.background, .background])
    for _ in 0..<3 {
      try await host.start()
      #expect(await host.module(BannerModule.self)?.shown == "shop.db 7")
      #expect(await host.waitUntilIdle()?.failed == [])
      await host.stop()
    }
  }

  @Test func `results determine the order of the plan`() throws {
    let order = try TestApplication(modules: ModuleSelection(Self.modules)).plan.launchOrder
      .filter { $0.contains(".") && !$0.hasSuffix(".init") }
    #expect(order == ["Storage.open", "Storage.count", "Feed.load", "Banner.show", "Banner.log"])
  }

  @Test func `options written without macros equal those of the macro`() {
    let plain = ModuleManifest.fake("Feed") { module in
      module.launch(
        "load",
        TaskOptions().taking(Connection.self).taking(Index?.self).returning((any Feed).self),
        body: .background { _, _ in })
    }
    let (written, marked) = (plain.tasks.map(\.options), FeedModule.manifest.tasks.map(\.options))
    #expect(written.map(\.takes) == marked.map(\.takes))
    #expect(written.map(\.returns) == marked.map(\.returns))
  }

  @Test func `a test provides a result instead of the task that returns it`() async throws {
    let host = try await TestApplication.start(
      BannerModule.self,
      providing: {
        $0.provide(StoredFeed(items: ["tea"]), as: (any Feed).self)
        $0.provide(Weather(), as: Weather.self)
        $0.provide(Index(words: 7), as: Index.self)
      })
    #expect(await host.module(BannerModule.self)?.shown == "tea sun")
  }

  @Test func `a missing result is an error that names the stub to add`() async throws {
    let error = await #expect(throws: TestApplicationError.self) {
      try await TestApplication.start(FeedModule.self)
    }
    let text = try #require(error?.description)
    #expect(
      text.contains(
        """
        - No launch task returns Connection, and no module provides it, but Feed.load \
        (GantryCoreTests/TaskResultMacroTests.swift:
        """)
    )
    #expect(text.hasSuffix("`providing: { $0.provide(…, as: Connection.self) }`."))
    #expect(text.split(separator: "\n").count == 2)
  }
}

/// Free functions at file scope leave records; the second takes the result of the first.
struct Receipt: Sendable { let total: Int }

@Launch(.onDemand) func printReceipt() throws -> Receipt { Receipt(total: 3) }

@Launch(.onDemand)
func fileReceipt(_ receipt: Receipt, copy: Receipt?, context: ModuleContext) async {
  #expect(receipt.total == 3 && copy?.total == 3 && context.name == "fileReceipt")
}

struct LinkedResultTests {
  @Test func `free functions pass results, also on demand`() async throws {
    let host = TestApplication(modules: .linked(only: ["fileReceipt"]))
    try await host.start()
    #expect(host.outcome(of: "printReceipt") == nil)
    host.application.demand("fileReceipt")
    await host.waitUntilIdle()
    #expect(host.outcome(of: "printReceipt") == .succeeded)
    #expect(host.outcome(of: "fileReceipt") == .succeeded)
  }
}
