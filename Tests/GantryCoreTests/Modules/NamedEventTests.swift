// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import Testing

@Suite struct NamedEventTests {
  static let heard = Journal()

  @Module
  @MainActor
  final class OrdersModule {
    @On(named: "orders.placed") func placed(_ event: NamedEvent) {
      MainActor.assertIsolated()
      NamedEventTests.heard.write("placed \(event["item"].map { "\($0)" } ?? "-")")
    }
    @On(named: "orders.gone", .once, priority: 400)
    func gone(_ event: NamedEvent, context: ModuleContext) async {
      NamedEventTests.heard.write("\(context.name) gone")
    }
  }

  @Test func `a handler hears events by name`() async throws {
    let host = TestApplication(modules: [OrdersModule.self])
    try await host.start()
    let events = host.application.events
    #expect(events.isHandled(named: "orders.placed"))
    #expect(!events.isHandled(named: "orders.other"))
    await host.send(NamedEvent("orders.placed", ["item": "tea"]))
    await host.send(NamedEvent("orders.gone"))
    await host.send(NamedEvent("orders.gone"))
    await host.send(NamedEvent("orders.other"))
    #expect(Self.heard.lines == ["placed tea", "Orders gone"])
    await host.stop()
  }

  @Test func `a function without macros hears events by name`() async throws {
    let journal = Journal()
    let host = TestApplication(
      ModuleManifest(function: "count", fileID: "App/count.swift", line: 1) {
        $0.on(
          named: "orders.placed", body: .background { _, event, _ in journal.write(event.name) })
      },
      ModuleManifest(function: "show", fileID: "App/show.swift", line: 1) {
        $0.on(named: "orders.placed", body: .main { _, _, _ in MainActor.assertIsolated() })
      })
    try await host.start()
    await host.send(NamedEvent("orders.placed"))
    #expect(journal.lines == ["orders.placed"])
    #expect(host.application.events.explain(named: "orders.placed").heard.count == 2)
    await host.stop()
  }
}
