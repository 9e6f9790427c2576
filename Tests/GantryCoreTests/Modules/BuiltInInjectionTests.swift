// SPDX-License-Identifier: Apache-2.0

import Gantry
import GantryTesting
import GantrySupport
import Testing

/// Modules that send events and call routes without writing an `init`.
@Suite struct BuiltInInjectionTests {
  struct Bell: Event { let text: String }

  static let journal = Journal()

  @Module final class PlainSender {
    @Inject let events: EventBus
    @Inject let router: Router
    @Inject let context: ModuleContext
    @Launch(.afterReady) func ring() async throws {
      let page = try await router.call(RouteRequest(named: "HeardOnMain/page"), as: String.self)
      events.send(Bell(text: "\(context.name) \(page)"))
    }
    @Shutdown func close(context: ModuleContext) async {
      BuiltInInjectionTests.journal.write("\(context.name) ends, \(context.launchOptions.source)")
    }
  }

  @Module actor ActorSender {
    @Inject let events: EventBus
    @Inject let router: Router
    @Launch(.afterReady, after: "PlainSender.ring") func ring() {
      events.send(Bell(text: "actor"))
    }
  }

  @Module @MainActor final class HeardOnMain {
    @Inject let events: EventBus
    @Inject let context: ModuleContext
    @Route("page") func page() -> String { "page" }
    @On func heard(_ event: Bell) { BuiltInInjectionTests.journal.write(event.text) }
    @Shutdown func close(_ context: ModuleContext) { _ = context.name }
  }

  @Test func `every kind of module can inject the bus, the router and the context`() async throws {
    let application = Application(
      modules: [PlainSender.self, ActorSender.self, HeardOnMain.self],
      launchOptions: LaunchOptions(source: .test, arguments: [], environment: [:]))
    #expect(application.manifest.modules.allSatisfy { $0.injects.isEmpty })
    try await application.start()
    _ = await application.waitUntilIdle()
    await application.events.waitUntilHandled()
    #expect(Self.journal.lines.sorted() == ["PlainSender page", "actor"])
    await application.stop()
    #expect(Self.journal.lines.last == "PlainSender ends, test")
  }
}
