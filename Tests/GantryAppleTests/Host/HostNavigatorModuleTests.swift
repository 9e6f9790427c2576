// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry
@testable import GantryApple
import GantryTesting
import Testing

/// The service that modules inject.
@MainActor
@Suite struct HostNavigatorModuleTests {
  @Module
  @MainActor
  final class Basket {
    @Inject let navigator: any Navigator
    @Route("basket", access: .external) func basket() -> String { "basket" }
    @Route("order", access: .external) func order() async throws {
      try await navigator.show("basket", as: .sheet)
    }
    @Route("short", access: .external) func short() async throws {
      try await navigator.open(URL.of("shop://basket"))
    }
  }

  @Module
  @MainActor
  final class Own {
    let recorder = RecordingNavigator()
    @Provides var navigator: any Navigator { recorder }
  }

  private let order = URLFacts(url: URL.of("shop://order"))

  @Test func `modules inject the host's navigator`() async throws {
    let system = FakeSystem([Basket.self, HostNavigatorModule.self], schemes: ["shop"])
    let screens = FakeScreens("main")
    system.host.navigator.screens = screens
    await system.launch()
    system.host.openURLs([order], in: "main", by: .scene)
    await system.host.idle()
    #expect(screens.shown == ["basket in main"])
    let navigator = system.test.application.services.resolveIfPresent((any Navigator).self)
    navigator?.beginShowing(PageRequest(.request("basket")))
    await system.host.idle()
    #expect(screens.shown.count == 2)
  }

  @Test func `the route of a link may open another link and wait for it`() async {
    let system = FakeSystem([Basket.self, HostNavigatorModule.self], schemes: ["shop"])
    let screens = FakeScreens("main")
    system.host.navigator.screens = screens
    await system.launch()
    system.host.openURLs([URLFacts(url: URL.of("shop://short"))], in: "main", by: .scene)
    await system.host.idle()
    #expect(screens.shown == ["basket in main"])
  }

  @Test func `without scenes, it says that there are none`() async throws {
    let system = FakeSystem([Basket.self, HostNavigatorModule.self], schemes: ["shop"])
    await system.launch()
    let navigator = try #require(
      system.test.application.services.resolveIfPresent((any Navigator).self))
    await #expect(throws: NavigationError.noScreen) { try await navigator.show("basket") }
    system.host.openURLs([URLFacts(url: URL.of("shop://basket"))], in: "main", by: .scene)
    await system.host.idle()
  }

  @Test func `without a host, it says so`() async throws {
    let test = try await TestApplication.start(Basket.self, HostNavigatorModule.self)
    let navigator = try #require(test.application.services.resolveIfPresent((any Navigator).self))
    navigator.beginShowing(PageRequest(.request("basket")))
    await #expect(throws: NavigationError.noScreen) { try await navigator.show("basket") }
  }

  @Test(arguments: [true, false])
  func `a module's navigator replaces it, also for URLs of the system`(hasScenes: Bool) async throws
  {
    let system = FakeSystem(
      [Basket.self, Own.self, HostNavigatorModule.self], schemes: ["shop"])
    let screens = FakeScreens("main")
    system.host.navigator.screens = screens
    await system.launch()
    let url = URLFacts(url: URL.of("shop://basket"))
    if hasScenes {
      system.host.openURLs([url], in: "main", by: .scene)
    } else {
      #expect(system.host.openURL(url))
    }
    await system.host.idle()
    #expect(screens.shown.isEmpty)
    let recorder = try #require(system.test.application.module(Own.self)?.recorder)
    #expect(recorder.pages == [.init("shop://basket", in: hasScenes ? "main" : nil)])
    var errors: [NavigationError] = []
    system.host.failedToShow = { errors.append($1) }
    recorder.error = .noTab("cart", known: [])
    system.host.openURLs([order], in: "main", by: .scene)
    await system.host.idle()
    #expect(errors == [.noTab("cart", known: [])])
  }
}
