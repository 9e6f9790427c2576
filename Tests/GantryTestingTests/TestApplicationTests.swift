// SPDX-License-Identifier: Apache-2.0

import GantryTesting
import Testing

@Suite struct TestApplicationTests {
  @Test func `one module runs alone with a stubbed service`() async throws {
    let storage = MemoryStorage()
    let host = try await TestApplication.orders(storage)
    #expect(host.module(OrdersModule.self)?.isOpen == true)
    #expect(host.outcome(of: "Orders") == .succeeded)
    #expect(try host.plan.launchOrder.suffix(3) == ["Orders.init", "Orders.open", "Orders"])
    #expect(host.report?.failed == [])
    #expect(host.explain("Orders").state == .launched(.good))
  }

  @Test func `a test sends events, opens URLs and reads the events the module sent`() async throws {
    let storage = MemoryStorage()
    let host = try await TestApplication.orders(storage)
    await host.send(SignedIn(userName: "Ada"))
    #expect(host.module(OrdersModule.self)?.user == "Ada")
    #expect(try await host.open("bazaar://orders/place/tea"))
    #expect(try await host.open("bazaar://messages") == false)
    #expect(storage.items == ["tea"])
    #expect(host.sent(OrderPlaced.self) == [OrderPlaced(item: "tea")])
    #expect(host.sent(SignedIn.self) == [])
    #expect(host.trace.events(SignedIn.self) == [SignedIn(userName: "Ada")])
  }

  @Test func `opening text that is not a URL is an error that names the text`() async throws {
    let host = try await TestApplication.orders()
    let error = await #expect(throws: TestApplicationError.self) {
      try await host.open("bazaar://orders/two words")
    }
    #expect(
      error?.description
        == "'bazaar://orders/two words' cannot be opened, because it isn't a URL. "
        + "Percent-encode special characters.")
  }

  @Test func `a test can read the errors of handlers`() async throws {
    let host = try await TestApplication.orders()
    await host.send(SignedIn(userName: ""))
    #expect(
      host.handlerFailures == [
        HandlerFailure(
          listener: "Orders", handler: "signedIn", event: "SignedIn", message: "broken")
      ])
  }

  @Test func `all missing services and modules are one error`() async throws {
    let error = await #expect(throws: TestApplicationError.self) {
      try await TestApplication.start(
        OrdersModule.self,
        adding: {
          $0.launch(
            "Glue", TaskOptions(requires: "Analytics"), fileID: "App/Glue.swift", line: 3,
            body: .background { _ in })
        })
    }
    let text = try #require(error?.description)
    #expect(
      text.hasPrefix("the test does not provide everything that is required, so nothing ran:"))
    #expect(
      text.contains("- No module provides StorageService, which Orders (GantryTestingTests/"))
    #expect(text.contains("write `providing: { $0.provide(…, as: (any StorageService).self) }`."))
    #expect(text.contains("- Glue requires Analytics (App/Glue.swift:3)"))
    #expect(text.contains("write `providing: { $0.module(\"Analytics\") }`."))
    #expect(text.split(separator: "\n").count == 3)
  }

  @Test func `a stub replaces a module that a dependency names`() async throws {
    let host = try await TestApplication.start(
      providing: { $0.module("Analytics") },
      adding: { $0.launch("Glue", TaskOptions(requires: "Analytics"), body: .background { _ in }) })
    #expect(try host.plan.launchOrder == ["Analytics", "Glue"])
    #expect(host.outcome(of: "Glue") == .succeeded)
  }

  @Test func `a test host discovers modules only on request`() async throws {
    let alone = try await TestApplication.start()
    #expect(alone.application.manifest.modules.isEmpty)
    let all = TestApplication(modules: .linked)
    #expect(all.application.manifest == AppManifest.linked)
  }

  @Test func `the launch of a test has an empty environment`() async throws {
    let options = try await TestApplication.orders().application.launchOptions
    #expect(options.source == .test)
    #expect(options.environment.isEmpty && options.arguments.isEmpty)
  }

  @Test func `a test gives configuration in memory`() async throws {
    let host = try await TestApplication.start(
      OrdersModule.self,
      providing: { $0.provide(MemoryStorage(), as: (any StorageService).self) },
      configuration: ["Orders.limit": 3])
    #expect(host.module(OrdersModule.self)?.limit == 3)
  }

  @Test func `starting a running host is an error`() async throws {
    let host = try await TestApplication.orders()
    let error = await #expect(throws: TestApplicationError.self) { try await host.start() }
    guard case .application(.alreadyRunning) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
