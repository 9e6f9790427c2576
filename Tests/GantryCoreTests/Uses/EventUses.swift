// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
import GantryAppEvents
import GantryTesting
import Testing

/// Hearing and answering the app's events.
@Suite struct EventUses {
  @Test @MainActor
  func
    `S5: a delegate proxy with priorities, merged results, and methods that exist if somebody implements them`()
    async throws
  {
    let journal = Journal()
    let host = try await TestApplication.start(UseWalletModule.self, UseSignInModule.self) {
      $0.provide(journal, as: Journal.self)
    }
    let events = host.application.events
    let url = try #require(URL(string: "shop://wallet"))
    #expect(events.send(OpenURL(url: url)) == true, "one module handles it")
    #expect(journal.lines == ["sign-in shop://wallet", "wallet shop://wallet"])
    #expect(events.isHandled(OpenURL.self))
    #expect(!events.isHandled(PerformBackgroundFetch.self), "the system must not see this method")
    await host.stop()
    #expect(!events.isHandled(OpenURL.self))
  }

  @Test
  func `S7: notifications, with user-info keys, for delegate calls that have none`() async throws {
    let (center, journal) = (NotificationCenter(), Journal())
    let host = try await TestApplication.start()
    let observer = center.addObserver(
      forName: Notification.Name("LegacyOpenURL"), object: nil, queue: nil
    ) { journal.write("opened \($0.userInfo?["URL"] ?? "nothing")") }
    defer { center.removeObserver(observer) }
    let token = NotificationBridge(host.application.events, to: center)
      .publish(OpenURL.self, as: Notification.Name("LegacyOpenURL")) { ["URL": $0.url] }
    await host.send(OpenURL(url: try #require(URL(string: "shop://tea"))))
    token.cancel()
    #expect(journal.lines == ["opened shop://tea"])
    await host.stop()
  }

  @Test
  func `S12: a module manager that forwards app events and broadcasts business events`()
    async throws
  {
    let journal = Journal()
    let host = try await TestApplication.start(UseStockModule.self) {
      $0.provide(journal, as: Journal.self)
    }
    await host.send(DidEnterBackground())
    await host.send(UseSold(item: "tea"))
    #expect(journal.lines == ["stock is saved", "tea is sold"])
    let explanation = host.application.events.explain(UseSold.self)
    #expect(explanation.heard.count == 1, "\(explanation)")
    await host.stop()
  }
}

@Module
final class UseWalletModule {
  @Inject let journal: Journal
  @On @MainActor func opened(_ event: OpenURL) -> Bool {
    journal.write("wallet \(event.url)")
    return event.url.host() == "wallet"
  }
}

@Module
final class UseSignInModule {
  @Inject let journal: Journal
  @On(priority: .high) @MainActor func opened(_ event: OpenURL) -> Bool {
    journal.write("sign-in \(event.url)")
    return false
  }
}

struct UseSold: Event { let item: String }

@Module
final class UseStockModule {
  @Inject let journal: Journal
  @On func away(_ event: DidEnterBackground) { journal.write("stock is saved") }
  @On func sold(_ event: UseSold) async { journal.write("\(event.item) is sold") }
}
