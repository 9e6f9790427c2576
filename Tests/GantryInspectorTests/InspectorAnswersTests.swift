// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryInspector
import Testing

protocol Stock: Sendable {}
struct Shelf: Stock {}
struct OrderPlaced: Event { let secret = "4711" }

extension ServiceKeys {
  fileprivate var city: ServiceKey<String?> { .init() }
  fileprivate var pin: ServiceKey<String?> { .init(sensitive: true) }
}

@Suite(.timeLimit(.minutes(5))) struct InspectorAnswersTests {
  @Module(package: "warehouse")
  final class StockModule {
    @Launch func count() {}
    @Provides nonisolated var stock: any Stock { Shelf() }
  }

  @Module(requires: "Stock")
  final class OrdersModule {
    @Inject let stock: any Stock
    @Provides(\.city) nonisolated var city: String? { "Oslo" }
    @Provides(\.pin) nonisolated var pin: String? { "1234" }

    @On func note(_ event: OrderPlaced) async {}
    @Route("orders/:id", access: .external) func show(id: Int) async {}
    @Route("orders/all") func all() async {}
    @Route("orders/none", access: .external) func none() async throws { throw CancellationError() }
  }

  @Module
  final class BrokenModule {
    struct Flat: Error, CustomStringConvertible { let description = "the battery is flat" }
    @Launch func begin() throws { throw Flat() }
  }

  @Module
  final class LimitModule: Sendable {
    init(context: ModuleContext) {
      _ = context.config.int(forKey: "limit", default: 7)
      _ = context.config.string(forKey: "size", default: "small")
      _ = context.config.string(forKey: "apiToken")
    }
  }

  private static let modules: [any Module.Type] = [
    StockModule.self, OrdersModule.self, BrokenModule.self, LimitModule.self,
  ]

  @Test func `the state has each module with its health and the reasons for it`() async throws {
    let app = try await Inspected(Self.modules)
    let state = try #require(try await app.ask(.state).app)
    #expect(state.state == "ready")
    #expect(state.process == ProcessInfo.processInfo.processIdentifier)
    #expect(!state.allowsChanges)
    #expect(state.modules.map(\.name) == ["Broken", "Inspector", "Limit", "Orders", "Stock"])
    #expect(
      state.modules.map(\.state) == ["failed", "launched", "launched", "launched", "launched"])
    #expect(state.modules[0].reasons.joined().contains("the battery is flat"))
    await app.stop()
  }

  @Test func `the manifest and the launch report are those of the app`() async throws {
    let app = try await Inspected(Self.modules)
    #expect(try await app.ask(.manifest).manifest == app.application.manifest)
    let report = try #require(try await app.ask(.report).report)
    #expect(report.task(named: "Stock.count")?.outcome == .succeeded)
    await app.stop()
  }

  @Test func `values are shown, and sensitive ones are not`() async throws {
    let app = try await Inspected(Self.modules)
    let values = try #require(try await app.ask(.values).values)
    #expect(values.map(\.value) == ["Oslo", nil])
    #expect(values.allSatisfy { $0.source == "Orders" })
    await app.stop()
  }

  @Test func `configuration keys have their source, and secrets are hidden`() async throws {
    let app = try await Inspected(
      Self.modules,
      values: [
        "Limit.limit": 9,
        "Limit.apiToken": "s3cret",
      ])
    let reply = try await app.ask(.configuration)
    let settings = try #require(reply.values).filter { $0.key.hasPrefix("Limit.") }
    #expect(settings.map(\.key) == ["Limit.apiToken", "Limit.limit", "Limit.size"])
    #expect(settings.map(\.value) == [nil, "9", "small"])
    #expect(settings.map(\.isSecret) == [true, false, false])
    #expect(settings[1].source == "memory" && settings[2].source == nil)
    await app.stop()
  }

  @Test(arguments: [
    ("shop://orders/7", "Orders/show of Orders answers it and reads id = 7.", true),
    ("/orders/all", "Inside the app, Orders/all of Orders answers it.", false),
    ("shop://order/7", "From outside, nothing answers it", false),
    ("%", "cannot be read as a URL", false), ("", "nothing answers it", false),
  ])
  func `a URL is tried without being opened`(
    url: String, text: String, isOutside: Bool
  ) async throws {
    let app = try await Inspected(Self.modules)
    let reply = try await app.ask(.route, url)
    let lines = try #require(reply.lines)
    #expect(reply.isAnswered == text.contains(" of Orders answers it"))
    #expect(lines.count == 2 && lines.joined(separator: "\n").contains(text))
    #expect(lines[0].contains("answers it and reads") == isOutside)
    let entries = try #require(try await app.ask(.record).entries)
    #expect(entries.allSatisfy { $0.subject == "LaunchCompleted" })
    await app.stop()
  }

  @Test func `events, handlers and calls are recorded without their values`() async throws {
    let app = try await Inspected(Self.modules, changes: true)
    _ = try await app.ask(.state)
    app.application.events.send(OrderPlaced())
    await app.application.events.waitUntilHandled()
    let opened = try await app.ask(.open, "shop://orders/7")
    #expect(opened.lines?.last?.contains("Orders/show of Orders answers it") == true)
    for url in ["shop://orders/none", "shop://orders/seven"] {
      let failed = try await app.ask(.open, url)
      #expect(failed.error?.hasPrefix("it was not opened: ") == true)
    }
    let all = try #require(try await app.ask(.record).entries)
    // The launch may end before or after the first look.
    let entries = all.filter { $0.subject != "LaunchCompleted" }
    let rows = entries.map { "\($0.kind) \($0.subject) \($0.module ?? "-") \($0.details)" }
    #expect(
      rows == [
        "event OrderPlaced - event", "handler OrderPlaced Orders note",
        "call orders/:id Orders Orders/show from outside",
        "call orders/none Orders Orders/none from outside, failed: Orders/none failed",
      ])
    #expect(entries.allSatisfy { ($0.milliseconds == nil) == ($0.kind == .event) })
    #expect(entries.map(\.hasFailed) == [nil, nil, false, true])
    #expect(
      try await app.ask(.record, since: all[all.count - 2].number).entries == [all[all.count - 1]])
    await app.stop()
  }

  @Test func `opening a URL needs permission`() async throws {
    let app = try await Inspected(Self.modules)
    let reply = try await app.ask(.open, "shop://orders/7")
    #expect(reply.error?.contains("INSPECTOR_ALLOWS_CHANGES=true") == true)
    let entries = try #require(try await app.ask(.record).entries)
    #expect(entries.allSatisfy { $0.kind != .call })
    await app.stop()
  }

  @Test func `health is the answer to both probes`() async throws {
    let app = try await Inspected(Self.modules)
    var bodies: [String]
    repeat {
      bodies = try #require(try await app.ask(.health).lines)
      // Another test may hold the main actor for longer than a probe waits.
    } while !bodies[0].contains("\"ok\":true")
    #expect(bodies[1].contains("\"ok\":false"))
    #expect(bodies[1].contains("the battery is flat"))
    await app.stop()
  }
}
